import type { Command } from 'commander';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon info FILE...` */
export function registerInfo(program: Command): void {
  program
    .command('info')
    .description(say('help-info'))
    .argument('<file...>', say('help-info-path'))
    .option('--json', say('help-json-it'))
    .action((files: string[], options: { json?: boolean }) =>
      withCommand(options, async (context) => {
        const { describeFiles } = await import('./info/describe-files.ts');
        return describeFiles(files, context);
      }),
    );
}
