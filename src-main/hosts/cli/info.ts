import type { Command } from 'commander';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon info FILE` */
export function registerInfo(program: Command): void {
  program
    .command('info')
    .description(say('help-info'))
    .argument('<file>', say('help-info-path'))
    .option('--json', say('help-json-it'))
    .action((file: string, options: { json?: boolean }) =>
      withCommand(options, async (context) => {
        const { describeFile } = await import('./info/describe-file.ts');
        return describeFile(file, context);
      }),
    );
}
