import type { Command } from 'commander';

/** `socavon bench NAME` */
export function registerBench(program: Command): void {
  program
    .command('bench')
    .description('measures this program; `bench papers` repeats every experiment of the papers')
    .usage('NAME [options]')
    .argument('[args...]', 'what `npm run bench` takes; none lists the benches')
    // What comes after the name belongs to the bench, its --help too.
    .allowUnknownOption()
    .helpOption(false)
    .action(async (args: string[]) => {
      const { runBench } = await import('./bench/run-bench.ts');
      await runBench(args);
    });
}
