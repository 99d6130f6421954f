import { SocavonError, type SocavonErrorCode } from '../../../src-core/model/errors.ts';
import { describe, logUnexpected } from '../../files/log-file.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';

/** An error as the person and the calling program get it. */
export interface ErrorReport {
  readonly code: SocavonErrorCode;
  readonly message: string;
}

/**
 * Puts an error into one sentence. What nobody foresaw is written to the log, and the sentence says where;
 * SOCAVON_DEBUG=1 shows every error with its stack.
 */
export function errorReport(error: unknown): ErrorReport {
  if (process.env.SOCAVON_DEBUG === '1') process.stderr.write(`${describe(error)}\n`);
  if (error instanceof SocavonError) return { code: error.code, message: error.message };
  const log = logUnexpected(error);
  const what = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  const where =
    log === null ? 'Set SOCAVON_DEBUG=1 to see the details.' : `The details are in ${log}; please report it.`;
  return { code: 'internal', message: `Socavón met an error of its own: ${what}. ${where}` };
}

export function exitStatusOf(code: SocavonErrorCode): ExitStatus {
  if (code === 'cancelled') return EXIT.cancelled;
  return code === 'usage' ? EXIT.usage : EXIT.failed;
}

/** The sentence to standard error; with `json` also `{"error":{code,message}}` as the last line of output. */
export function printError(report: ErrorReport, json: boolean): void {
  process.stderr.write(`${report.code === 'cancelled' ? '' : 'error: '}${report.message}\n`);
  if (json) process.stdout.write(`${JSON.stringify({ error: report })}\n`);
}
