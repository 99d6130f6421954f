import type { Rigid } from '../model/rigid.ts';

/** The registration methods of the papers; docs/papers.md says which equation is which. */
export type MethodId =
  | 'icp-point'
  | 'icp-plane'
  | 'icp-approx'
  | 'newton-point'
  | 'newton-plane'
  | 'newton-second-order'
  | 'newton-custom'
  | 'softassign'
  | 'em-icp'
  | 'picp';

export type SearchId = 'brute-force' | 'kd-tree' | 'voxel-bins';

/** Points to register, in a frame of their own. */
export interface PointSet {
  readonly count: number;
  /** 3 * count, metres. f64, so that the reference loses nothing; the GPU twin takes them about a local origin. */
  readonly xyz: Float64Array;
}

/** Why an iteration ended. */
export type StopReason =
  /** The change of the error fell below the tolerance. */
  | 'converged'
  /** The error itself fell below the threshold. */
  | 'error-threshold'
  | 'iteration-limit'
  /** The annealing of a soft method came to its end. */
  | 'annealed'
  /** No step along the descent direction lowers the error. */
  | 'no-descent'
  /** Fewer correspondences than a rigid transform needs. */
  | 'too-few-matches';

/** What every method gives, on every engine. */
export interface RegistrationResult {
  /** `p_target = T_target_source * p_source`. */
  readonly T_target_source: Rigid;
  readonly iterations: number;
  /** Root mean square of the matched distances (of the method's own kind) after each iteration, m. */
  readonly rmsPerIteration: readonly number[];
  readonly rms: number;
  /** Matched points that took part in the last step. */
  readonly inliers: number;
  /** 6x6 normal matrix of the point-to-point or point-to-plane error at the end, rotation first; row-major. */
  readonly H: Float64Array;
  /** Of H, ascending. */
  readonly eigenvalues: Float64Array;
  /** Directions (unit 6-vectors, rotation first) that the points do not determine; empty where all is held. */
  readonly undetermined: readonly Float64Array[];
  readonly stopped: StopReason;
  /** Wall time by stage. */
  readonly milliseconds: Readonly<Record<'structure' | 'normals' | 'iterations' | 'total', number>>;
}

/** Options that all methods share; the defaults are those of the thesis. */
export interface RegistrationOptions {
  readonly method: MethodId;
  /** Search of the hard-match methods. */
  readonly search: SearchId;
  /** Starting transform. */
  readonly T_target_source: Rigid | null;
  readonly maxIterations: number;
  /** Stop when the root mean square changes by less than this between two iterations, m (thesis 3.3.8). */
  readonly rmsTolerance: number;
  /** Stop when the root mean square falls below this, m (thesis 3.3.8). */
  readonly rmsThreshold: number;
  /** Pairs farther apart than this are no match, m; Infinity takes all, as the papers do. */
  readonly maxDistance: number;
  /** Neighbours of the principal-component normals (thesis: 4). */
  readonly normalNeighbours: number;
}

export const REGISTRATION_DEFAULTS: RegistrationOptions = {
  method: 'icp-plane',
  search: 'kd-tree',
  T_target_source: null,
  maxIterations: 100,
  rmsTolerance: 1e-5,
  rmsThreshold: 1e-5,
  maxDistance: Number.POSITIVE_INFINITY,
  normalNeighbours: 4,
};
