import type { Command } from 'commander';
import { COMMAND_NUMBERS } from '../../../src-core/question/command-numbers.ts';
import { numberOption } from './option-parsers.ts';
import type { TuneCommandOptions } from './tune/tune-adapter.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon tune` */
export function registerTune(program: Command): void {
  program
    .command('tune')
    .description(say('help-tune'))
    .addOption(
      numberOption('--points <n>', say('help-tune-points'), COMMAND_NUMBERS.tune.points).default(16_384),
    )
    .addOption(numberOption('--rounds <n>', say('help-tune-rounds'), COMMAND_NUMBERS.tune.rounds).default(9))
    .option('--software', say('help-tune-software'), false)
    .option('--json', say('help-json-times'))
    .action((options: TuneCommandOptions) =>
      withCommand(options, async (context) => {
        const { tune } = await import('./tune/tune-adapter.ts');
        return tune(options, context);
      }),
    );
}
