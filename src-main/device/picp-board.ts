import type { PointSet, RegistrationOptions } from '../../src-core/lab/method.ts';

/** What a worker of pICP gets when it starts; all buffers are shared. */
export interface PicpShare {
  readonly source: PointSet;
  readonly target: PointSet;
  readonly options: Pick<RegistrationOptions, 'search' | 'maxDistance' | 'picp'>;
  readonly worker: number;
  readonly workers: number;
  /** By the places of `BOARD`. */
  readonly board: Int32Array;
  /** Rotation (9, row-major) and translation (3, m) of the pass. */
  readonly pose: Float64Array;
  /** `SHARE_NUMBERS` of each worker. */
  readonly numbers: Float64Array;
}

/** Methods of a worker of pICP. */
export type PicpMethods = {
  /** Matches pass after pass as the board calls for them, until its thread is ended. */
  readonly work: { readonly args: PicpShare; readonly reply: null };
};

/** Shared numbers by which parent and workers meet at each pass: a message for each would cost more than the pass. */
export const BOARD = {
  /** One more than the number of the pass that the parent wants. */
  pass: 0,
  /** Workers that are not done with it. */
  pending: 1,
  length: 2,
} as const;
