import type { Rigid } from './rigid.ts';

/** Names one point for good within a survey: as the surveyor's list spells it, blanks at the ends taken off. */
export type ControlName = string;

/** A point of known coordinates in the mine grid, metres, f64: its northing has seven digits before the point. */
export interface ControlPoint {
  readonly name: ControlName;
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number;
  /** Standard deviation of each coordinate, m: what the survey that gave it is worth. */
  readonly sigma: number;
  /** 'control' holds the trajectory; 'check' never does: it only tells how good the result is. */
  readonly role: 'control' | 'check';
}

/** 'square': hung with its edges level and plumb. */
export const TARGET_SHAPES = ['disc', 'square'] as const;

/** What the targets of a survey are, all of one kind. */
export interface TargetKind {
  readonly shape: (typeof TARGET_SHAPES)[number];
  /** Diameter of a disc, side of a square, m. */
  readonly size: number;
}

/** What targets are where nobody says it. */
export const TARGET_KIND_DEFAULT: TargetKind = { shape: 'disc', size: 0.3 };

/** Smaller ones no line of a sensor surely crosses, larger ones nobody hangs, m. */
export const TARGET_SIZES = { least: 0.05, most: 2 } as const;

/**
 * A point of the world as one scan saw it, such as the centre of a target, with what it is worth.
 *
 * `pSensor` is in the sensor frame at the instant of that scan's first column, `ScanPose.stampNs`, so that
 * `p_map = T_map_sensor * pSensor` with the pose of the same scan: its own motion is already taken out. Where several
 * scans saw the point, it is their mean, brought into the frame of `scanIndex` by the odometry between them.
 */
export interface ControlObservation {
  readonly scanIndex: number;
  /** Point of the surveyor's list that it is; null while nobody has said. */
  readonly name: ControlName | null;
  /** Metres. */
  readonly pSensor: readonly [number, number, number];
  /** 3x3, row-major, m^2, axes of `pSensor`; positive definite. */
  readonly covariance: Float64Array;
  /** Root of the mean variance of the three axes, m: one figure for a table. */
  readonly sigma: number;
  /** 'target': found in the reflectivity image; 'hand': pointed out by a person. */
  readonly source: 'target' | 'hand';
  /** First and last scan that saw it, inclusive; both `scanIndex` where a single one did. */
  readonly firstScan: number;
  readonly lastScan: number;
  /** Scans that saw it, and returns of it in all of them; a point given by hand has 1 and 1. */
  readonly scans: number;
  readonly returns: number;
}

/** Which way is up, from the accelerometer while the sensor stood. */
export interface GravityObservation {
  /** Scan in the middle of the stillness. */
  readonly scanIndex: number;
  /** Unit vector against gravity, sensor frame, at the instant of that scan's first column (`ScanPose.stampNs`). */
  readonly up: readonly [number, number, number];
  /** Standard deviation of its tilt about either level axis, rad; the accelerometer's bias is part of it. */
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

/** Length of the sensor's way between two scans, known from a tape or from the chainages of the drive. */
export interface KnownLength {
  readonly fromScan: number;
  readonly toScan: number;
  /** Along the sensor's path, m. */
  readonly length: number;
  /** m. */
  readonly sigma: number;
}

/** All that is known about a trajectory besides its own scans. Any list may be empty. */
export interface Control {
  readonly points: readonly ControlPoint[];
  /** Only those whose `name` is one of `points` hold anything. */
  readonly observations: readonly ControlObservation[];
  readonly gravity: readonly GravityObservation[];
  readonly knownPoses: readonly KnownPose[];
  readonly knownLengths: readonly KnownLength[];
}

export const NO_CONTROL: Control = {
  points: [],
  observations: [],
  gravity: [],
  knownPoses: [],
  knownLengths: [],
};

/**
 * What a person says of something that shone. It is known by its place: `pSensor` seen from `scan`, as an observation is, so
 * that it also holds where the poses move a little and the same thing is found from the scan beside.
 */
export interface TargetDecision {
  readonly scan: number;
  readonly pSensor: readonly [number, number, number];
  /** 'accept' also takes what the rules refuse; 'refuse' leaves it out. */
  readonly verdict: 'accept' | 'refuse';
  /** Point of the list that it is; null: as its distances tell. */
  readonly name: ControlName | null;
}

/** How far an observed point lies from where the list has it, in the mine grid. */
export interface ControlResidual {
  readonly name: ControlName;
  readonly role: ControlPoint['role'];
  readonly scanIndex: number;
  /** Observed less surveyed: east, north, up; m. */
  readonly error: readonly [number, number, number];
  /** Length of `error`, m. */
  readonly distance: number;
}
