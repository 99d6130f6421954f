import type { Command } from 'commander';
import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { noticesFile } from '../../files/own-module.ts';
import { readText } from '../../files/read-text.ts';
import { withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon notices`: licences of the packages that the program is shipped with, which ask to be shown with it. */
export function registerNotices(program: Command): void {
  program
    .command('notices')
    .description(say('help-notices'))
    .option('--json', say('help-json'))
    .action((options: { json?: boolean }) =>
      withCommand(options, async () => {
        const path = noticesFile();
        if (path === null) throw new SocavonError('file-missing', message('notices-none'));
        const text = await readText(path);
        return { data: { path, notices: text }, text: text.trimEnd() };
      }),
    );
}
