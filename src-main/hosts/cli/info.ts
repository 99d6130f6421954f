import type { Command } from 'commander';
import { say } from '../../cli/words.ts';
import { withCommand } from './with-command.ts';

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
