import type { Command } from 'commander';
import { parsePositive, parseSeed } from './option-parsers.ts';
import { withCommand } from './with-command.ts';

export interface DemoCommandOptions {
  readonly out: string;
  readonly length: number;
  readonly speed: number;
  readonly seed: number;
  readonly json?: boolean;
}

/** `socavon demo` */
export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('simulates a drive, surveys it from its capture, and compares the volume with the truth')
    .option('--out <dir>', 'folder for the capture, the project and the results', 'demo-output')
    .option('--length <m>', 'of the drive', parsePositive, 40)
    .option('--speed <m/s>', 'of the robot', parsePositive, 1)
    .option('--seed <n>', 'the same seed gives the same drive', parseSeed, 7)
    .option('--json', 'print the result as one JSON object')
    .action((options: DemoCommandOptions) =>
      withCommand(options, async (context) => {
        const { demo } = await import('./demo/demo-drive.ts');
        return demo(options, context);
      }),
    );
}
