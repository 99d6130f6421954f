import type { PointSet, RegistrationOptions } from '../../src-core/lab/method.ts';

/** What a worker gets when it starts; all buffers are shared. */
export interface PicpWorkerData {
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

/** What threads tell each other on the shared board. */
export const BOARD = {
  /** One more than the number of the pass that the parent wants. */
  pass: 0,
  /** Workers that are not done with it. */
  pending: 1,
  /** 1 where a worker has failed. */
  failed: 2,
  length: 3,
} as const;
