import type { Command } from 'commander';
import { parseCount } from './option-parsers.ts';
import { withCommand } from './with-command.ts';

export interface TuneCommandOptions {
  readonly points: number;
  readonly rounds: number;
  readonly software: boolean;
  readonly json?: boolean;
}

/** `socavon tune` */
export function registerTune(program: Command): void {
  program
    .command('tune')
    .description('times the kernels on the graphics card of this machine, and remembers how they run fastest')
    .option('--points <n>', 'of the built-in clouds; the large one has 16 times as many', parseCount, 16_384)
    .option('--rounds <n>', 'how often each is timed; the median counts', parseCount, 9)
    .option('--software', 'tune an adapter that computes on the processor: to try the command', false)
    .option('--json', 'print all times as one JSON object')
    .action((options: TuneCommandOptions) =>
      withCommand(options, async (context) => {
        const { tune } = await import('./tune/tune-adapter.ts');
        return tune(options, context);
      }),
    );
}
