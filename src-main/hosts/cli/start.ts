import { isOfConnection } from '../../files/file-errors.ts';
import { logUnexpected } from '../../files/log-file.ts';
import { EXIT } from './exit-status.ts';
import { reportUnforeseen, runProgram } from './run-program.ts';
import { languageOf, setLanguage } from './words.ts';

const locale = process.platform === 'win32' ? Intl.DateTimeFormat().resolvedOptions().locale : undefined;
setLanguage(languageOf(process.argv.slice(2), process.env, locale));

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done); // the reader (head, less) closed the pipe
  fall(error);
});
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') fall(error); // progress is no longer displayed, but the work continues
});
process.on('uncaughtException', (error) => {
  // The other end of a socket or a pipe is gone: whoever used it hears of that, and all else goes on.
  if (isOfConnection(error)) logUnexpected(error);
  else fall(error);
});

function fall(error: unknown): void {
  reportUnforeseen(error, process.argv.includes('--json'));
  process.exit();
}

await runProgram(process.argv);

// A device or a worker left open must not keep the process alive; the callback of an empty write runs after all
// earlier output.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
