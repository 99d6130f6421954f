import type { PointSet, RegistrationOptions } from '../../src-lab/problem/method.ts';
import type { SearchArrays } from '../../src-lab/search/search-structures.ts';

/** What a thread needs to take part in the passes of pICP; all buffers are shared memory. */
export interface PassShare {
  readonly worker: number;
  readonly workers: number;
  /** Indexed by `BOARD`. */
  readonly board: Int32Array;
  /** Rotation (9, row-major) and translation (3, m) of the pass. */
  readonly pose: Float64Array;
}

/** Start message of a pICP worker. */
export interface PicpShare extends PassShare {
  readonly source: PointSet;
  readonly target: PointSet;
  /** Search structure of the target, one for all: with one each, they would push each other out of the caches. */
  readonly built: SearchArrays;
  readonly options: Pick<RegistrationOptions, 'maxDistance' | 'picp'>;
  /** `SHARE_NUMBERS` of each worker. */
  readonly numbers: Float64Array;
}

/** RPC methods of a thread that takes part in passes. */
export type PassMethods<Share extends PassShare> = {
  /** Runs each matching pass that the board requests, until the thread is terminated. */
  readonly work: { readonly args: Share; readonly reply: null };
};

/**
 * Indices of the shared counters that synchronise parent and workers at each pass; messages would cost more than
 * the pass.
 */
export const BOARD = {
  /** Number of the requested pass plus one. */
  pass: 0,
  /** Workers that have not finished the pass. */
  pending: 1,
  length: 2,
} as const;
