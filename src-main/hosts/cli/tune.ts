import type { Command } from 'commander';
import { parseCount } from './option-parsers.ts';
import type { TuneCommandOptions } from './tune/tune-adapter.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon tune` */
export function registerTune(program: Command): void {
  program
    .command('tune')
    .description(say('help-tune'))
    .option('--points <n>', say('help-tune-points'), parseCount, 16_384)
    .option('--rounds <n>', say('help-tune-rounds'), parseCount, 9)
    .option('--software', say('help-tune-software'), false)
    .option('--json', say('help-json-times'))
    .action((options: TuneCommandOptions) =>
      withCommand(options, async (context) => {
        const { tune } = await import('./tune/tune-adapter.ts');
        return tune(options, context);
      }),
    );
}
