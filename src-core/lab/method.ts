import type { CancelToken } from '../model/context.ts';
import type { MethodId, SearchId } from '../model/registration-ids.ts';
import type { Rigid } from '../model/rigid.ts';
import type { SurfaceDistance } from './methods/surface-distance.ts';
import { PICP_DEFAULTS, type PicpOptions } from './picp/picp-options.ts';
import {
  EM_ICP_DEFAULTS,
  type EmIcpOptions,
  SOFTASSIGN_DEFAULTS,
  type SoftassignOptions,
} from './soft-options.ts';

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

/**
 * What every method gives, on every engine. An iteration is one step of the pose, and is judged by matching anew under
 * the pose it gave, so that `rms`, `inliers` and `H` all belong to the transform that is returned.
 */
export interface RegistrationResult {
  /** `p_target = T_target_source * p_source`. */
  readonly T_target_source: Rigid;
  /** Steps taken. */
  readonly iterations: number;
  /** Root mean square of the matched distances (of the method's own kind) after each iteration, m. */
  readonly rmsPerIteration: readonly number[];
  /** The transform after each iteration where `keepPoses` asks for them and the engine sees them; else empty. */
  readonly poses: readonly Rigid[];
  /** The same at the pose that is returned, m. */
  readonly rms: number;
  /** Matched points at the pose that is returned. */
  readonly inliers: number;
  /**
   * 6x6 normal matrix of the point-to-point or point-to-plane error at the end, row-major: rotation (rad) about the
   * mean of the target's points, then translation (m), both along the axes of the target: `T <- exp(d) T`.
   */
  readonly H: Float64Array;
  /** Of H, ascending. */
  readonly eigenvalues: Float64Array;
  /**
   * Directions that the points do not determine, as unit 6-vectors in the coordinates of H with angles counted in
   * arcs (`angle * spread` of the points, m); empty where all is held.
   */
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
  /** Steps of the hard-match methods; the soft ones end with their annealing. */
  readonly maxIterations: number;
  /** Stop when the root mean square changes by less than this between two iterations, m (thesis 3.3.8). */
  readonly rmsTolerance: number;
  /** Stop when the root mean square falls below this, m (thesis 3.3.8). */
  readonly rmsThreshold: number;
  /** Pairs farther apart than this are no match, m; Infinity takes all, as the papers do. */
  readonly maxDistance: number;
  /** Neighbours, beside the point itself, of the principal-component normals (thesis: 4). */
  readonly normalNeighbours: number;
  /** Neighbours, beside the point itself, of the quadric that gives `newton-second-order` its curvature radii. */
  readonly curvatureNeighbours: number;
  /**
   * Level of the k-d tree whose cells stand for the target's points, 0 the root, Infinity the leaves: fewer levels are
   * faster and less accurate. null: the points themselves. `icp-approx` takes the leaves where it is null.
   */
  readonly cellLevel: number | null;
  /** Factor of each shorter step of the Armijo rule, beta in 0..1. */
  readonly armijoShrink: number;
  /** Part of the decrease promised by the slope that a step must bring, sigma in 0..1. */
  readonly armijoDecrease: number;
  /** Keeps the transform of each iteration, for whoever shows the way there. The GPU keeps none. */
  readonly keepPoses: boolean;
  /** The caller's squared distance, for `newton-custom`. */
  readonly customDistance: SurfaceDistance | null;
  readonly emIcp: EmIcpOptions;
  readonly softassign: SoftassignOptions;
  readonly picp: PicpOptions;
}

export const REGISTRATION_DEFAULTS: RegistrationOptions = {
  method: 'icp-plane',
  search: 'kd-tree',
  T_target_source: null,
  maxIterations: 100,
  rmsTolerance: 1e-5,
  rmsThreshold: 1e-6,
  maxDistance: Number.POSITIVE_INFINITY,
  normalNeighbours: 4,
  curvatureNeighbours: 12,
  cellLevel: null,
  armijoShrink: 0.5,
  armijoDecrease: 1e-4,
  keepPoses: false,
  customDistance: null,
  emIcp: EM_ICP_DEFAULTS,
  softassign: SOFTASSIGN_DEFAULTS,
  picp: PICP_DEFAULTS,
};

/** What a method works on: both clouds near the origin, each about its own mean, all points finite. */
export interface RegistrationProblem {
  readonly source: PointSet;
  readonly target: PointSet;
  /** Where to start. */
  readonly T_target_source: Rigid;
  readonly options: RegistrationOptions;
  readonly cancel: CancelToken;
}

/** What a method finds, in the frames of its `Alignable`; `register` makes the result of it. */
export type MethodResult = Omit<RegistrationResult, 'eigenvalues' | 'undetermined' | 'milliseconds'> & {
  readonly milliseconds: Readonly<Record<'structure' | 'normals' | 'iterations', number>>;
};

/** A registration method. */
export type Method = (problem: RegistrationProblem) => MethodResult;
