#!/usr/bin/env node
import { EXIT } from './exit-status.ts';
import { reportUnforeseen, runProgram } from './run-program.ts';
import { languageOf, setLanguage } from './words.ts';

const locale = process.platform === 'win32' ? Intl.DateTimeFormat().resolvedOptions().locale : undefined;
setLanguage(languageOf(process.argv.slice(2), process.env, locale));

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done); // the reader (head, less) has seen enough
  throw error;
});
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error; // nobody watches the progress any more: the work goes on
});
process.on('uncaughtException', (error) => {
  reportUnforeseen(error, process.argv.includes('--json'));
  process.exit();
});

await runProgram(process.argv);

// A device or a worker that a stage left open must not keep the shell waiting; an empty write ends after all
// that was written before it.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
