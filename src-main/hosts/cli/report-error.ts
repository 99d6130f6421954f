import { message, printable } from '../../../src-core/messages/message.ts';
import { SocavonError, type SocavonErrorCode } from '../../../src-core/model/errors.ts';
import { type FailedOutput, failureRemarks } from '../../../src-core/model/outputs.ts';
import { tooManyOpen } from '../../files/file-errors.ts';
import { describe, logUnexpected } from '../../files/log-file.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { say, sayError, sayRemark } from './words.ts';

/** Error report for the user and the calling program. */
interface ErrorReport {
  readonly code: SocavonErrorCode;
  readonly message: string;
}

/**
 * Converts an error into one sentence. Unexpected errors are logged, and the sentence names the log;
 * SOCAVON_DEBUG=1 shows every error with its stack.
 */
export function errorReport(thrown: unknown): ErrorReport {
  if (process.env.SOCAVON_DEBUG === '1') process.stderr.write(`${describe(thrown)}\n`);
  const error = tooManyOpen(thrown) ?? thrown;
  if (error instanceof SocavonError) return { code: error.code, message: sayError(error) };
  const log = logUnexpected(error);
  const what = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  const where = log === null ? message('own-error-debug') : message('own-error-log', { log });
  return { code: 'internal', message: say('own-error', { what, where }) };
}

/** A failed output for the calling program. */
export function failureReport({
  output,
  code,
  ...why
}: FailedOutput): ErrorReport & { readonly output: string } {
  return { output, code, message: sayRemark(why) };
}

/** Prints what is said of failed outputs to standard error. */
export function printFailures(failures: readonly FailedOutput[]): void {
  for (const remark of failureRemarks(failures))
    process.stderr.write(`${printable(say('error-line', { text: sayRemark(remark) }))}\n`);
}

export function exitStatusOf(code: SocavonErrorCode): ExitStatus {
  if (code === 'cancelled') return EXIT.cancelled;
  return code === 'usage' ? EXIT.usage : EXIT.failed;
}

/** Prints the sentence to standard error; with `json` also `{"error":{code,message}}` as the last line of output. */
export function printError(report: ErrorReport, json: boolean): void {
  process.stderr.write(
    `${report.code === 'cancelled' ? report.message : say('error-line', { text: report.message })}\n`,
  );
  if (json) process.stdout.write(`${JSON.stringify({ error: report })}\n`);
}
