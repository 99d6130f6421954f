import type { Command } from 'commander';
import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon info FILE...` */
export function registerInfo(program: Command): void {
  program
    .command('info')
    .description(say('help-info'))
    .argument('[file...]', say('help-info-path'))
    .option('--formats', say('help-info-formats'))
    .option('--ignore-box', say('help-run-ignore-box'))
    .option('--json', say('help-json-it'))
    .action((files: string[], options: { formats?: boolean; ignoreBox?: true; json?: boolean }) =>
      withCommand(options, async (context) => {
        if (options.formats === true)
          return (await import('./info/describe-format.ts')).describeFormats(program);
        if (files.length === 0) throw new SocavonError('usage', message('info-needs-file'));
        const { describeFiles } = await import('./info/describe-files.ts');
        return describeFiles(files, program, context, options);
      }),
    );
}
