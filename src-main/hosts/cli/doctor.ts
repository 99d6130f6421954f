import type { Command } from 'commander';
import { withCommand } from './with-command.ts';

/** `socavon doctor` */
export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('what works on this machine and what to do where something does not')
    .option('--json', 'print the findings as one JSON object')
    .action((options: { json?: boolean }) =>
      withCommand(options, async () => {
        const { examine } = await import('./doctor/examine.ts');
        return examine();
      }),
    );
}
