import { CancelSource, type CancelToken, type StageContext } from '../../../src-core/model/context.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { progressRenderer } from './progress.ts';
import { errorReport, exitStatusOf, printError } from './report-error.ts';

/** Result of a command, for a program and for the user. */
export interface CommandResult {
  /** Printed as one line of JSON with `--json`. */
  readonly data: object;
  /** Text lines, printed without `--json`. */
  readonly text: string;
  /** True if the command ran and its answer is "no": exit status 1. */
  readonly failed?: boolean;
}

/**
 * Cancel token set by Ctrl-C (SIGINT) or SIGTERM, so that the work ends between two steps with everything closed. A
 * second Ctrl-C ends the process at once, which projects and outputs survive.
 */
function cancelOnSignals(): CancelToken & { release(): void } {
  const source = new CancelSource();
  const hear = (): void => {
    if (source.cancelled) process.exit(EXIT.cancelled);
    source.cancel();
  };
  process.on('SIGINT', hear);
  process.on('SIGTERM', hear);
  return Object.assign(source, {
    release() {
      process.off('SIGINT', hear);
      process.off('SIGTERM', hear);
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
  const cancel = cancelOnSignals();
  const progress = progressRenderer(process.stderr);
  try {
    const { data, text, failed } = await work({ cancel, emit: progress.emit });
    progress.finish();
    process.stdout.write(json ? `${JSON.stringify(data)}\n` : `${text}\n`);
    leave(failed ? EXIT.failed : EXIT.done);
  } catch (error) {
    progress.finish();
    const report = errorReport(error);
    printError(report, json);
    leave(exitStatusOf(report.code));
  } finally {
    cancel.release();
  }
}

function leave(status: ExitStatus): void {
  process.exitCode = status;
}
