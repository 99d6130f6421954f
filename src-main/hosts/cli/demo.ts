import type { Command } from 'commander';
import { COMMAND_NUMBERS } from '../../../src-core/question/command-numbers.ts';
import type { DemoCommandOptions } from './demo/demo-drive.ts';
import { numberOption, parseSeed } from './option-parsers.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon demo` */
export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description(say('help-demo'))
    .option('--out <dir>', say('help-demo-out'), 'demo-output')
    .addOption(numberOption('--length <m>', say('help-of-drive'), COMMAND_NUMBERS.drive.length).default(40))
    .addOption(numberOption('--speed <m/s>', say('help-of-robot'), COMMAND_NUMBERS.drive.speed).default(1))
    .option('--seed <n>', say('help-seed-drive'), parseSeed, 7)
    .option('--json', say('help-json'))
    .action((options: DemoCommandOptions) =>
      withCommand(options, async (context) => {
        const { demo } = await import('./demo/demo-drive.ts');
        return demo(options, context);
      }),
    );
}
