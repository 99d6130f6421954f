import type { Command } from 'commander';
import { say } from './words.ts';

/** `socavon bench NAME` */
export function registerBench(program: Command): void {
  program
    .command('bench')
    .description(say('help-bench'))
    .usage('NAME [options]')
    .argument('[args...]', say('help-bench-name'))
    // What comes after the name belongs to the bench, its --help too.
    .allowUnknownOption()
    .helpOption(false)
    .action(async (args: string[]) => {
      const { runBench } = await import('./bench/run-bench.ts');
      await runBench(args);
    });
}
