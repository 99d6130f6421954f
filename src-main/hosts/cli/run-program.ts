import { CommanderError } from 'commander';
import { usageText } from './commander-words.ts';
import { EXIT } from './exit-status.ts';
import { socavonProgram } from './program.ts';
import { errorReport, exitStatusOf, printError } from './report-error.ts';

/**
 * Runs the command line to its end: results to standard output, errors to standard error, the exit status left in
 * `process.exitCode`. Never throws.
 *
 * @param argv as `process.argv` has it: the program and its file first
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

/** Prints an error that no command caught, and leaves its exit status. */
export function reportUnforeseen(error: unknown, json: boolean): void {
  const report = errorReport(error);
  printError(report, json);
  process.exitCode = exitStatusOf(report.code);
}

/** Commander has said what is wrong; `--help` and `--version` come this way too, with 0. */
function leaveAsCommander({ exitCode, message }: CommanderError, json: boolean): void {
  process.exitCode = exitCode === 0 ? EXIT.done : EXIT.usage;
  if (json && exitCode !== 0) {
    const error = { code: 'usage', message: usageText(message) };
    process.stdout.write(`${JSON.stringify({ error })}\n`);
  }
}
