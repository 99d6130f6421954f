import type { Command } from 'commander';
import type { VerifyCommandOptions } from './verify/verify-command.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon verify PROJECT [REPORT...]` */
export function registerVerify(program: Command): void {
  program
    .command('verify')
    .description(say('help-verify'))
    .argument('<project>', say('help-verify-project'))
    .argument('[report...]', say('help-verify-report'))
    .option('--signature <file>', say('help-verify-signature'))
    .option('--key <file...>', say('help-verify-key'))
    .option('--json', say('help-json-findings'))
    .action((project: string, reports: string[], options: VerifyCommandOptions) =>
      withCommand(options, async (context) => {
        const { verify } = await import('./verify/verify-command.ts');
        return verify(project, reports, options, context);
      }),
    );
}
