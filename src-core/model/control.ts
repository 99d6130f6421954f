import type { Rigid } from './rigid.ts';

/** Unique name of a point within a survey: as the surveyor's list spells it, trimmed. */
export type ControlName = string;

/**
 * A point of known coordinates in the mine grid, metres, f64: a northing has seven digits before the decimal point.
 */
export interface ControlPoint {
  readonly name: ControlName;
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number;
  /** Standard deviation of each coordinate, m, from the survey that determined it. */
  readonly sigma: number;
  /** 'control' constrains the trajectory; 'check' never does: it only shows the error of the result. */
  readonly role: 'control' | 'check';
}

/** 'square': hung with its edges level and plumb. */
export const TARGET_SHAPES = ['disc', 'square'] as const;

/** Kind of the targets in a survey, the same for all. */
export interface TargetKind {
  readonly shape: (typeof TARGET_SHAPES)[number];
  /** Diameter of a disc, side of a square, m. */
  readonly size: number;
}

/** Default kind of target. */
export const TARGET_KIND_DEFAULT: TargetKind = { shape: 'disc', size: 0.3 };

/** Size limits of targets, m: no scan line reliably crosses a smaller one, and larger ones are not in use. */
export const TARGET_SIZES = { least: 0.05, most: 2 } as const;

/**
 * Observation of a point by one scan, such as the centre of a target, with its covariance.
 *
 * `pSensor` is in the sensor frame at the instant of that scan's first column, `ScanPose.stampNs`, so that
 * `p_map = T_map_sensor * pSensor` with the pose of the same scan: it is already de-skewed. If several scans saw the point,
 * it is their mean, transformed into the frame of `scanIndex` by the odometry between them.
 */
export interface ControlObservation {
  readonly scanIndex: number;
  /** Point of the surveyor's list that it is; null until identified. */
  readonly name: ControlName | null;
  /** Metres. */
  readonly pSensor: readonly [number, number, number];
  /** 3x3, row-major, m^2, axes of `pSensor`; positive definite. */
  readonly covariance: Float64Array;
  /** Root of the mean variance of the three axes, m: one figure for a table. */
  readonly sigma: number;
  /** 'target': found in the reflectivity image; 'hand': picked by the user. */
  readonly source: 'target' | 'hand';
  /** First and last scan that saw it, inclusive; both equal `scanIndex` for a single scan. */
  readonly firstScan: number;
  readonly lastScan: number;
  /** Scans that saw it, and its returns in all of them; a manually picked point has 1 and 1. */
  readonly scans: number;
  readonly returns: number;
}

/** Levelling observation: the up direction from the accelerometer while the sensor was stationary. */
export interface GravityObservation {
  /** Scan in the middle of the stop. */
  readonly scanIndex: number;
  /** Unit vector against gravity, sensor frame, at the instant of that scan's first column (`ScanPose.stampNs`). */
  readonly up: readonly [number, number, number];
  /** Standard deviation of its tilt about either level axis, rad; includes the accelerometer's bias. */
  readonly sigma: number;
  readonly firstScan: number;
  readonly lastScan: number;
  /** Readings that it is the mean of, and the seconds they span. */
  readonly readings: number;
  readonly seconds: number;
}

/** A pose in the mine grid that is known beforehand, such as that of a tripod at the start. */
export interface KnownPose {
  readonly scanIndex: number;
  /** `T_grid_sensor` at the instant of that scan's first column. */
  readonly T_grid_sensor: Rigid;
  /** Standard deviation of each rotation axis, rad, and of each coordinate, m. */
  readonly rotationSigma: number;
  readonly positionSigma: number;
}

/** A pose of a scan in the frame of the survey by a scan of another instrument that counts as fixed, such as a static one. */
export interface ReferencePose {
  readonly scanIndex: number;
  readonly T_map_sensor: Rigid;
  /** 6x6, row-major, rotation (rad) first, right perturbation. */
  readonly covariance: Float64Array;
}

/** Path length of the sensor between two scans, known from a tape or from the chainages of the drive. */
export interface KnownLength {
  readonly fromScan: number;
  readonly toScan: number;
  /** Along the sensor's path, m. */
  readonly length: number;
  /** m. */
  readonly sigma: number;
}

/** All prior information on a trajectory besides its own scans. Any list may be empty. */
export interface Control {
  readonly points: readonly ControlPoint[];
  /** Only those whose `name` is one of `points` constrain the trajectory. */
  readonly observations: readonly ControlObservation[];
  readonly gravity: readonly GravityObservation[];
  readonly knownPoses: readonly KnownPose[];
  readonly knownLengths: readonly KnownLength[];
  /** Ties to a reference scan; absent: none. */
  readonly references?: readonly ReferencePose[];
}

export const NO_CONTROL: Control = {
  points: [],
  observations: [],
  gravity: [],
  knownPoses: [],
  knownLengths: [],
};

/**
 * The user's decision on a detected target. The target is identified by its position, `pSensor` in the frame of
 * `scan`, as in an observation, so that the decision still applies if the poses change a little and the target is
 * detected from a neighbouring scan.
 */
export interface TargetDecision {
  readonly scan: number;
  readonly pSensor: readonly [number, number, number];
  /** 'accept' also overrides a rejection by the rules; 'refuse' leaves it out. */
  readonly verdict: 'accept' | 'refuse';
  /** Point of the list that it is; null: identified by distances. */
  readonly name: ControlName | null;
}

/** Residual of an observed point against the surveyor's list, in the mine grid. */
export interface ControlResidual {
  readonly name: ControlName;
  readonly role: ControlPoint['role'];
  readonly scanIndex: number;
  /** Observed less surveyed: east, north, up; m. */
  readonly error: readonly [number, number, number];
  /** Length of `error`, m. */
  readonly distance: number;
  /**
   * Of a check point after the adjustment: its uncertainty (95 %) in the direction of `error`, m, by list, sighting and
   * pose; absent: not a check point, not adjusted, or of an earlier version.
   */
  readonly plusMinus?: number;
}
