import type { Command } from 'commander';
import { COMMAND_NUMBERS } from '../../../src-core/question/command-numbers.ts';
import { SIMULATOR_RANGES } from '../../../src-simulate/ranges.ts';
import type { DemoCommandOptions } from './demo/demo-drive.ts';
import { numberOption } from './option-parsers.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon demo` */
export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description(say('help-demo'))
    .option('--out <dir>', say('help-demo-out'), 'demo-output')
    .addOption(numberOption('--length <m>', say('help-of-drive'), SIMULATOR_RANGES.sample).default(40))
    .addOption(numberOption('--speed <m/s>', say('help-of-robot'), SIMULATOR_RANGES.speed).default(1))
    .addOption(numberOption('--seed <n>', say('help-seed-drive'), COMMAND_NUMBERS.seed).default(7))
    .option('--json', say('help-json'))
    .action((options: DemoCommandOptions) =>
      withCommand(options, async (context) => {
        const { demo } = await import('./demo/demo-drive.ts');
        return demo(options, context);
      }),
    );
}
