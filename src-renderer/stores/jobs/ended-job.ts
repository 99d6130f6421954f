import type { JobRecord } from '../../../src-core/contract/job-requests.ts';
import { toWireError } from '../../../src-core/contract/wire-error.ts';
import { remark } from '../../../src-core/messages/remark.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';

/** Files that a job wrote. */
export interface WrittenFiles {
  readonly folder: string;
  readonly files: readonly string[];
}

/** Jobs shorter than this are not listed, s, unless they wrote files or failed. */
const LISTED_FROM = 2;

/** The record of a job that has ended; null: it is not worth listing. */
export function endedJob(
  label: string,
  began: Date,
  seconds: number,
  written: WrittenFiles | null,
  error: unknown,
): JobRecord | null {
  const isCancelled = error instanceof SocavonError && error.code === 'cancelled';
  const outcome = error === undefined ? 'done' : isCancelled ? 'cancelled' : 'failed';
  if (seconds < LISTED_FROM && written === null && outcome !== 'failed') return null;
  return {
    id: crypto.randomUUID(),
    label,
    startedAt: began.toISOString(),
    seconds,
    outcome,
    said: outcome === 'failed' ? saidOf(error) : null,
    written: written && { folder: written.folder, files: [...written.files] },
  };
}

function saidOf(error: unknown): NonNullable<JobRecord['said']> {
  if (!(error instanceof SocavonError)) return remark('program-mistake');
  const { message, sentence } = toWireError(error);
  return { message, ...(sentence && { sentence }) };
}
