import type { Sentence } from './sentences.ts';

/** What kind of trouble it is; a host may translate by it. Each is one clear situation, never a catch-all. */
export type SocavonErrorCode =
  | 'usage'
  | 'path-refused'
  | 'no-project'
  | 'file-missing'
  | 'file-unreadable'
  | 'file-unwritable'
  | 'file-format'
  | 'disk-full'
  | 'capture-truncated'
  | 'capture-empty'
  | 'capture-format'
  | 'capture-known'
  | 'metadata-missing'
  | 'metadata-malformed'
  | 'metadata-mismatch'
  | 'project-format'
  | 'project-newer'
  | 'project-busy'
  | 'engine-unavailable'
  | 'engine-stopped'
  | 'gpu-lost'
  | 'too-few-points'
  | 'points-unusable'
  | 'not-aligned'
  | 'not-determined'
  | 'axis-unusable'
  | 'axis-choice'
  | 'axis-off-map'
  | 'chainage-range'
  | 'design-unusable'
  | 'design-choice'
  | 'rounds-unusable'
  | 'drawing-format'
  | 'drawing-truncated'
  | 'drawing-empty'
  | 'drawing-units'
  | 'alignment-heights'
  | 'grade-unusable'
  | 'vehicle-unusable'
  | 'epochs-incompatible'
  | 'density-unusable'
  | 'export-range'
  | 'export-mismatch'
  | 'cancelled'
  | 'internal';

/**
 * An error meant for the person in front of the program: one sentence that says what is wrong, where, and
 * what to do. Hosts print `message` as it is and never a stack trace.
 */
export class SocavonError extends Error {
  readonly code: SocavonErrorCode;
  /** For a host that speaks other languages; undefined: `message` is all there is. */
  readonly sentence: Sentence | undefined;

  /** @param message what is wrong, where, and what to do, in one or two plain sentences */
  constructor(
    code: SocavonErrorCode,
    message: string,
    options: { cause?: unknown; sentence?: Sentence | undefined } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.name = 'SocavonError';
    this.code = code;
    this.sentence = options.sentence;
  }
}

/** Thrown when the person cancels; not a failure. */
export class CancelledError extends SocavonError {
  constructor(what = 'The work') {
    super('cancelled', `${what} was cancelled; what was finished before is kept.`);
    this.name = 'CancelledError';
  }
}
