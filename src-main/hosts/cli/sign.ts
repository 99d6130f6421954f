import { Argument, type Command } from 'commander';
import type { SignCommandOptions } from './sign/sign-command.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon key new FILE` and `socavon sign REPORT` */
export function registerSign(program: Command): void {
  program
    .command('key')
    .description(say('help-key'))
    .addArgument(new Argument('<what>', say('help-key-what')).choices(['new']))
    .argument('<file>', say('help-key-file'))
    .requiredOption('--surveyor <name>', say('help-key-surveyor'))
    .option('--passphrase-file <file>', say('help-passphrase-file'))
    .option('--json', say('help-json'))
    .action((_what: string, file: string, options: SignCommandOptions & { surveyor: string }) =>
      withCommand(options, async () => {
        const { newKey } = await import('./sign/sign-command.ts');
        return newKey(file, options);
      }),
    );
  program
    .command('sign')
    .description(say('help-sign'))
    .argument('<report>', say('help-sign-report'))
    .requiredOption('--key <file>', say('help-sign-key'))
    .option('--passphrase-file <file>', say('help-passphrase-file'))
    .option('--json', say('help-json'))
    .action((report: string, options: SignCommandOptions & { key: string }) =>
      withCommand(options, async () => {
        const { sign } = await import('./sign/sign-command.ts');
        return sign(report, options);
      }),
    );
}
