#!/usr/bin/env node
import { CommanderError } from 'commander';
import { EXIT } from './exit-status.ts';
import { asOneSentence, socavonProgram } from './program.ts';
import { errorReport, exitStatusOf, printError } from './report-error.ts';

const json = process.argv.includes('--json');

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done); // the reader (head, less) has seen enough
  throw error;
});
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error; // nobody watches the progress any more: the work goes on
});
process.on('uncaughtException', (error) => {
  reportUnforeseen(error);
  process.exit();
});

try {
  await socavonProgram().parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) leaveAsCommander(error);
  else reportUnforeseen(error);
}

// A device or a worker that a stage left open must not keep the shell waiting; an empty write ends after all
// that was written before it.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));

/** Commander has said what is wrong; `--help` and `--version` come this way too, with 0. */
function leaveAsCommander({ exitCode, message }: CommanderError): void {
  process.exitCode = exitCode === 0 ? EXIT.done : EXIT.usage;
  if (json && exitCode !== 0) {
    const error = { code: 'usage', message: asOneSentence(message.replace(/^error: /, '')) };
    process.stdout.write(`${JSON.stringify({ error })}\n`);
  }
}

function reportUnforeseen(error: unknown): void {
  const report = errorReport(error);
  printError(report, json);
  process.exitCode = exitStatusOf(report.code);
}
