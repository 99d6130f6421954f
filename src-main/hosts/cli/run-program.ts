import { CommanderError } from 'commander';
import { usageText } from './commander-words.ts';
import { EXIT } from './exit-status.ts';
import { socavonProgram } from './program.ts';
import { errorReport, exitStatusOf, printError } from './report-error.ts';

/**
 * Runs the command line: results to standard output, errors to standard error, the exit status in
 * `process.exitCode`. Never throws.
 *
 * @param argv as in `process.argv`: the program and its file first
 */
export async function runProgram(argv: readonly string[]): Promise<void> {
  const json = argv.includes('--json');
  try {
    await socavonProgram().parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) leaveAsCommander(error, json);
    else reportUnforeseen(error, json);
  }
}

/** Prints an uncaught error and sets its exit status. */
export function reportUnforeseen(error: unknown, json: boolean): void {
  const report = errorReport(error);
  printError(report, json);
  process.exitCode = exitStatusOf(report.code);
}

/** Exits as commander requires, after it printed its error; also `--help` and `--version`, with status 0. */
function leaveAsCommander({ exitCode, message }: CommanderError, json: boolean): void {
  process.exitCode = exitCode === 0 ? EXIT.done : EXIT.usage;
  if (json && exitCode !== 0) {
    const error = { code: 'usage', message: usageText(message) };
    process.stdout.write(`${JSON.stringify({ error })}\n`);
  }
}
