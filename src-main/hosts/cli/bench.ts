import type { Command } from 'commander';
import { say } from './words.ts';

/** `socavon bench NAME` */
export function registerBench(program: Command): void {
  program
    .command('bench')
    .description(say('help-bench'))
    .usage('NAME [options]')
    .argument('[args...]', say('help-bench-name'))
    // Arguments after the name belong to the bench, including its --help.
    .allowUnknownOption()
    .helpOption(false)
    .action(async (args: string[]) => {
      const { runBench } = await import('./bench/run-bench.ts');
      await runBench(args);
    });
}
