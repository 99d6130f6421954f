import { setImmediate as nextTurn } from 'node:timers/promises';
import { printable } from '../../../src-core/messages/message.ts';
import { CancelSource, type CancelToken, type StageContext } from '../../../src-core/model/context.ts';
import type { FailedOutput } from '../../../src-core/model/outputs.ts';
import { beginInputs } from '../../files/kept-files.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { progressRenderer } from './progress.ts';
import { errorReport, exitStatusOf, failureReport, printError, printFailures } from './report-error.ts';

/** Result of a command, for a program and for the user. */
export interface CommandResult {
  /** Printed as one line of JSON with `--json`. */
  readonly data: object;
  /** Text lines, printed without `--json`. */
  readonly text: string;
  /** True if the command ran and its answer is "no": exit status 1. */
  readonly failed?: boolean;
  /** Outputs that could not be written, beside all else: named after the result, and exit status 1. */
  readonly failures?: readonly FailedOutput[];
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Cancel token set by Ctrl-C (SIGINT) or SIGTERM, so that the work ends between two steps with everything closed. A
 * second Ctrl-C ends the process at once, which projects and outputs survive.
 */
function cancelOnSignals(): CancelToken & { release(): void } {
  const source = new CancelSource();
  const hear = (signal: NodeJS.Signals): void => {
    if (source.cancelled) endBy(signal);
    source.cancel();
  };
  const listen = (): void => {
    for (const signal of SIGNALS) process.on(signal, hear);
  };
  const release = (): void => {
    for (const signal of SIGNALS) process.off(signal, hear);
  };
  /** Not by `process.exit`, which waits for threads that a disk or a pipe may never let go. */
  const endBy = (signal: NodeJS.Signals): void => {
    release();
    process.kill(process.pid, signal);
  };
  listen();
  return Object.assign(source, {
    release,
    leaveToSystem() {
      release();
      return listen;
    },
  });
}

/**
 * Runs one command for the user or a program: progress and errors to standard error, the result to standard output,
 * Ctrl-C to the cancel token, and the exit status (0 done, 1 failed, 2 wrong usage, 130 cancelled) to
 * `process.exitCode`.
 *
 * @param work receives the context for the stages; throw SocavonError('usage') for arguments that do not go
 *   together
 */
export async function withCommand(
  options: { readonly json?: boolean },
  work: (context: StageContext) => Promise<CommandResult>,
): Promise<void> {
  const json = options.json === true;
  beginInputs();
  const cancel = cancelOnSignals();
  const progress = progressRenderer(process.stderr);
  try {
    const done = await work({ cancel, emit: progress.emit, breathe: () => nextTurn() });
    const { data, text, failed = false, failures = [] } = done;
    progress.finish();
    const named = failures.length > 0 && { failed: failures.map(failureReport) };
    process.stdout.write(json ? `${JSON.stringify({ ...data, ...named })}\n` : `${linesOf(text)}\n`);
    printFailures(failures);
    leave(failed || failures.length > 0 ? EXIT.failed : EXIT.done);
  } catch (error) {
    progress.finish();
    const report = errorReport(error);
    printError(report, json);
    leave(exitStatusOf(report.code));
  } finally {
    cancel.release();
  }
}

/** Names and texts of files stand in it: none of them may move the cursor of the terminal. */
function linesOf(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

function leave(status: ExitStatus): void {
  process.exitCode = status;
}
