import type { Command } from 'commander';
import type { DemoCommandOptions } from './demo/demo-drive.ts';
import { parsePositive, parseSeed } from './option-parsers.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon demo` */
export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description(say('help-demo'))
    .option('--out <dir>', say('help-demo-out'), 'demo-output')
    .option('--length <m>', say('help-of-drive'), parsePositive, 40)
    .option('--speed <m/s>', say('help-of-robot'), parsePositive, 1)
    .option('--seed <n>', say('help-seed-drive'), parseSeed, 7)
    .option('--json', say('help-json'))
    .action((options: DemoCommandOptions) =>
      withCommand(options, async (context) => {
        const { demo } = await import('./demo/demo-drive.ts');
        return demo(options, context);
      }),
    );
}
