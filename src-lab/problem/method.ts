import type { CancelToken } from '../../src-core/model/context.ts';
import type { MethodId, SearchId } from '../../src-core/model/registration-ids.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { Crew } from './crew.ts';
import type { AffineMap, FamilyId, FamilyResult } from './family.ts';
import { INTENSITY_DEFAULTS, type IntensityOptions } from './intensity-options.ts';
import { NDT_DEFAULTS, type NdtOptions } from './ndt-options.ts';
import { PICP_DEFAULTS, type PicpOptions } from './picp-options.ts';
import { GICP_DEFAULTS, type GicpOptions, ROBUST_DEFAULTS, type RobustOptions } from './robust-options.ts';
import { EM_ICP_PAPER, type EmIcpOptions, SOFTASSIGN_PAPER, type SoftassignOptions } from './soft-options.ts';
import type { SurfaceDistance } from './surface-distance.ts';

/** Point cloud to register, in its own frame. */
export interface PointSet {
  readonly count: number;
  /**
   * 3 * count, metres. f64, so that the reference loses nothing; the GPU twin uses coordinates relative to a local
   * origin.
   */
  readonly xyz: Float64Array;
  /**
   * Weight of each point where it is matched as one of a source, w_q of Zabatani and Bronstein eq. 2 and 17; left out:
   * 1. A point of weight 0 counts as left out. For `isWeighting` methods.
   */
  readonly weights?: Float64Array;
  /** Reflectivity of each point in any unit, the same in both clouds; for `icp-intensity`. */
  readonly reflectivity?: Float64Array;
}

/** Reason why an iteration ended. */
export type StopReason =
  /** The change of the error fell below the tolerance. */
  | 'converged'
  /** The error itself fell below the threshold. */
  | 'error-threshold'
  | 'iteration-limit'
  /** The annealing of a soft method was completed. */
  | 'annealed'
  /** No step along the descent direction lowers the error. */
  | 'no-descent'
  /** Fewer correspondences than a rigid transform needs. */
  | 'too-few-matches';

/**
 * Result of a registration method, on every engine. An iteration is one pose step followed by matching under the new
 * pose, so that `rms`, `inliers` and `H` all belong to the returned transform.
 */
export interface RegistrationResult {
  /** `p_target = T_target_source * p_source`. */
  readonly T_target_source: Rigid;
  /** Map of a family that is not rigid; `T_target_source` is then its rigid part. */
  readonly family?: FamilyResult;
  /** Number of pose steps. */
  readonly iterations: number;
  /** Root mean square of the matched distances (of the method's distance) after each iteration, m. */
  readonly rmsPerIteration: readonly number[];
  /** Transform after each iteration if `keepPoses` is set and the engine supports it; otherwise empty. */
  readonly poses: readonly Rigid[];
  /** Root mean square at the returned pose, m. */
  readonly rms: number;
  /** Matched points at the returned pose. */
  readonly inliers: number;
  /**
   * 6x6 normal matrix of the point-to-point or point-to-plane error at the end, row-major: rotation (rad) about the
   * mean of the target's points, then translation (m), both along the axes of the target: `T <- exp(d) T`.
   */
  readonly H: Float64Array;
  /** Eigenvalues of H, ascending. */
  readonly eigenvalues: Float64Array;
  /**
   * Directions that the points do not determine, as unit 6-vectors in the coordinates of H with angles scaled to arc
   * lengths (`angle * spread` of the points, m); empty if all are constrained.
   */
  readonly undetermined: readonly Float64Array[];
  readonly stopped: StopReason;
  /** Wall time by stage. */
  readonly milliseconds: Readonly<Record<'structure' | 'normals' | 'iterations' | 'total', number>>;
}

/** Options of a registration, complete; the common ones have the defaults of the thesis. */
export interface RegistrationOptions {
  readonly method: MethodId;
  /** Nearest-neighbour search of the hard-match methods. */
  readonly search: SearchId;
  /** Initial guess; null: identity. */
  readonly T_target_source: Rigid | null;
  /** Maximum steps of the hard-match methods; the soft ones end with their annealing. */
  readonly maxIterations: number;
  /**
   * Stop when the root mean square changes by less than this between two iterations, m (thesis 3.3.8). Left out: the
   * default, as a share of the target's spread if that is under a metre; the threshold likewise.
   */
  readonly rmsTolerance: number;
  /** Stop when the root mean square falls below this, m (thesis 3.3.8). */
  readonly rmsThreshold: number;
  /** Maximum distance of a matched pair, m; Infinity accepts all, as the papers do. NDT has none: its voxels end. */
  readonly maxDistance: number;
  /** Neighbours, in addition to the point itself, of the principal-component normals (thesis: 4). */
  readonly normalNeighbours: number;
  /** Neighbours, in addition to the point itself, of the quadric for the curvature radii of `newton-second-order`. */
  readonly curvatureNeighbours: number;
  /**
   * Level of the k-d tree whose cells replace the target's points, 0 the root, Infinity the leaves: fewer levels are
   * faster and less accurate. null: the points themselves, except that `icp-approx` uses the leaves.
   */
  readonly cellLevel: number | null;
  /** Factor between trial steps of the Armijo rule, beta in 0..1. */
  readonly armijoShrink: number;
  /** Fraction of the decrease predicted by the slope that a step must achieve (Armijo), sigma in 0..1. */
  readonly armijoDecrease: number;
  /**
   * Longest first step that `newton-point` tries, in Newton steps, from 1, the paper's, on. The processor only: a card
   * tries none longer than 1.
   */
  readonly armijoLongest: number;
  /** Stores the transform of each iteration, for display of the convergence. The GPU stores none. */
  readonly keepPoses: boolean;
  /** Transforms among which `icp-point` seeks; the other methods take rigid ones only. */
  readonly family: FamilyId;
  /** The caller's squared distance, for `newton-custom`. */
  readonly customDistance: SurfaceDistance | null;
  readonly emIcp: EmIcpOptions;
  readonly softassign: SoftassignOptions;
  readonly picp: PicpOptions;
  readonly gicp: GicpOptions;
  readonly ndt: NdtOptions;
  readonly intensity: IntensityOptions;
  /** For `icp-plane`, `gicp` and `vgicp`. */
  readonly robust: RobustOptions;
}

/**
 * Options as a caller chooses them. What is left out has its default; of EM-ICP and softassign it is fitted to the
 * clouds, see `completeOptions`.
 */
export type ChosenOptions = Partial<
  Omit<RegistrationOptions, 'emIcp' | 'softassign' | 'picp' | 'gicp' | 'ndt' | 'intensity' | 'robust'>
> & {
  readonly emIcp?: Partial<EmIcpOptions>;
  readonly softassign?: Partial<SoftassignOptions>;
  readonly picp?: Partial<PicpOptions>;
  readonly gicp?: Partial<GicpOptions>;
  readonly ndt?: Partial<NdtOptions>;
  readonly intensity?: Partial<IntensityOptions>;
  readonly robust?: Partial<RobustOptions>;
};

/**
 * Defaults of the options. Those of EM-ICP and softassign are the paper's, and hold for its bunny: a caller of
 * `register` leaves them out, so that they are fitted.
 */
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
  armijoLongest: 4,
  keepPoses: false,
  family: 'rigid',
  customDistance: null,
  emIcp: EM_ICP_PAPER,
  softassign: SOFTASSIGN_PAPER,
  picp: PICP_DEFAULTS,
  gicp: GICP_DEFAULTS,
  ndt: NDT_DEFAULTS,
  intensity: INTENSITY_DEFAULTS,
  robust: ROBUST_DEFAULTS,
};

/** Input of a registration method: both clouds, each centred on its mean, all points finite. */
export interface RegistrationProblem {
  readonly source: PointSet;
  readonly target: PointSet;
  /** Initial guess. */
  readonly T_target_source: Rigid;
  readonly options: RegistrationOptions;
  readonly cancel: CancelToken;
  readonly onProgress?: RegistrationProgress;
  /** Threads that help with large clouds; left out: none. The result is the same. */
  readonly crew?: Crew;
}

/** How far a running registration is. */
export interface RegistrationStep {
  /** Temperatures of a soft method, in parts where one takes several pose steps; pose steps of the others. */
  readonly done: number;
  /** Temperatures in all; null: the method stops by its tolerance. */
  readonly total: number | null;
  /** Pose steps so far. */
  readonly iterations: number;
  /** Root mean square after the last of them, m; NaN before the first. */
  readonly rms: number;
}

/** Hears of the progress of a registration, on every engine. */
export type RegistrationProgress = (step: RegistrationStep) => void;

/** Result of a method, in the frames of its input; `register` converts it to a `RegistrationResult`. */
export type MethodResult = Omit<
  RegistrationResult,
  'eigenvalues' | 'undetermined' | 'milliseconds' | 'family'
> & {
  /** Of a family that is not rigid. */
  readonly map?: AffineMap;
  readonly milliseconds: Readonly<Record<'structure' | 'normals' | 'iterations', number>>;
};

/** A registration method. */
export type Method = (problem: RegistrationProblem) => MethodResult;
