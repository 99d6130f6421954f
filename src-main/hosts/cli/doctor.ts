import type { Command } from 'commander';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon doctor` */
export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description(say('help-doctor'))
    .option('--json', say('help-json-findings'))
    .action((options: { json?: boolean }) =>
      withCommand(options, async () => {
        const { examine } = await import('./doctor/examine.ts');
        return examine();
      }),
    );
}
