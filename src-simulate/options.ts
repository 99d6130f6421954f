import type { AlbedoOptions } from './albedo.ts';
import type { Manoeuvre } from './drive-schedule.ts';
import type { InstrumentOptions } from './instrument.ts';
import type { AlignmentElement } from './motion/drive-alignment.ts';
import { IMU_DEFAULTS, type ImuOptions } from './motion/imu.ts';
import type { ImuErrorOptions } from './motion/imu-errors.ts';
import type { JoltOptions } from './motion/jolts.ts';
import { SWAY_DEFAULTS, type SwayOptions } from './motion/trajectory.ts';
import type { RecorderOptions } from './recording.ts';
import type { RecessBox } from './rock/recess.ts';
import { ROUGH_ROCK, type RoughnessOptions } from './rock/roughness.ts';
import { SECTION_DEFAULTS, type SectionOptions } from './rock/section.ts';
import type { TargetOptions } from './targets.ts';
import type { BoltOptions } from './things/bolts.ts';
import type { DustOptions } from './things/dust.ts';
import type { MeshOptions } from './things/mesh.ts';
import type { MuckOptions } from './things/muck.ts';
import type { DuctOptions, StandingOptions } from './things/obstacles.ts';
import type { CableOptions } from './things/pipes.ts';
import type { WalkerOptions } from './things/walker.ts';
import type { PoolOptions } from './things/water.ts';
import type { WallChange } from './wall-change.ts';

/** Options of a simulation: the drive, the objects in it, the robot's motion and the sensor's errors. */
export interface SimulateOptions {
  /** Seed of rock and survey: the same seed gives the same bytes. */
  readonly seed: number;
  /**
   * Seed of what differs between surveys of the same rock: the robot's sway, the errors of its sensor; absent:
   * `seed`.
   */
  readonly surveySeed?: number;
  /**
   * Length from the portal (chainage 0) to the face, m along the line; 0: the sum of `alignment`. The portal is
   * open: rays that leave through it are lost.
   */
  readonly length: number;
  /** Cruising speed, m/s. */
  readonly speed: number;
  readonly section: SectionOptions;
  /** Elements of the line; scaled in length so that the total is `length`, radii unchanged. */
  readonly alignment: readonly AlignmentElement[];
  readonly roughness: RoughnessOptions;
  /** 'rough': the drive ends in rock; 'open': it continues, and rays that leave it at the end are lost. */
  readonly face: 'rough' | 'open';
  /** Standard deviation of the face's relief, m. */
  readonly faceRelief: number;
  /**
   * Chainage of the face at the time of the survey, m: an earlier epoch of the same working, with the line and the
   * rock of the whole. Absent: all of `length` is excavated.
   */
  readonly faceAt?: number;
  /** Changes of the wall since an earlier survey; absent: none. */
  readonly wallChanges?: readonly WallChange[];
  readonly recesses: readonly RecessBox[];
  readonly duct: DuctOptions | null;
  readonly vehicles: readonly StandingOptions[];
  readonly persons: readonly StandingOptions[];
  /** Albedo of the rock; absent: 'rock'. */
  readonly albedo?: AlbedoOptions;
  /** Retro-reflective targets on the walls, surveyed; absent: none. */
  readonly targets?: readonly TargetOptions[];
  /** Person who walks ahead of the robot all the time; absent: none. */
  readonly walker?: WalkerOptions;
  /** Standing water on the floor; absent: none. */
  readonly pools?: readonly PoolOptions[];
  /** Wire mesh before the rock; absent: none. */
  readonly mesh?: readonly MeshOptions[];
  /** Rock bolts with plates; absent: none. */
  readonly bolts?: BoltOptions;
  /** Stretches with dust in the air; absent: none. */
  readonly dust?: readonly DustOptions[];
  /** Heaps of muck on the floor; absent: none. */
  readonly muck?: readonly MuckOptions[];
  /** Cables and pipes along the walls; absent: none. */
  readonly cables?: readonly CableOptions[];
  /** Ventilation ducts beside `duct`; absent: none. */
  readonly furtherDucts?: readonly DuctOptions[];
  /** World position of the axis at chainage 0, m; may be mine-grid coordinates. */
  readonly portal: readonly [number, number, number];
  /** Direction of the drive at the portal, degrees counter-clockwise from +x (east). */
  readonly headingDeg: number;

  /** Chainage where the sensor starts, m. */
  readonly start: number;
  /** Distance at which it stops before the face at the time of the survey, m. */
  readonly standoff: number;
  /** Turn round at the end and return to the start. */
  readonly outAndBack: boolean;
  /** Manoeuvres of the robot on its way in; absent: none. */
  readonly manoeuvres?: readonly Manoeuvre[];
  /** The capture begins while the robot is already at full speed; `stillStart` is then ignored. Absent: false. */
  readonly startInMotion?: boolean;
  /** Duration of standing still before and after, s. */
  readonly stillStart: number;
  readonly stillEnd: number;
  /** Height of the sensor's own origin over the nominal floor, m. */
  readonly sensorHeight: number;
  /** Offset of the robot's path to the left of the axis, m. */
  readonly lateralOffset: number;
  readonly sway: SwayOptions;

  /** Standard deviation of a range, m. */
  readonly rangeNoise: number;
  /** Range bias: every range is too long by this, m; absent: 0. */
  readonly rangeBias?: number;
  /** Share of returns lost at random, in addition to grazing and weak ones. */
  readonly dropout: number;
  readonly minRange: number;
  readonly maxRange: number;
  readonly imu: ImuOptions;
  /** Errors of one individual sensor; 'drawn': realistic ones by the seed; absent: it is as its metadata say. */
  readonly instrument?: InstrumentOptions | 'drawn';
  /** Errors of one individual IMU beyond bias and noise; 'drawn': realistic ones by the seed; absent: none. */
  readonly imuErrors?: ImuErrorOptions | 'drawn';
  /** Knocks that tilt the sensor; absent: none. */
  readonly jolts?: readonly JoltOptions[];
  /** Holes in the recording, lost packets, a covered sensor; absent: none. */
  readonly recorder?: RecorderOptions;
}

export const SIMULATE_DEFAULTS: SimulateOptions = {
  seed: 1,
  length: 0,
  speed: 1,
  section: SECTION_DEFAULTS,
  alignment: [{ length: 60, radius: null, grade: 0.05 }],
  roughness: ROUGH_ROCK,
  face: 'rough',
  faceRelief: 0.12,
  recesses: [],
  duct: null,
  vehicles: [],
  persons: [],
  portal: [0, 0, 0],
  headingDeg: 0,
  start: 4,
  standoff: 8,
  outAndBack: false,
  stillStart: 1.5,
  stillEnd: 1,
  sensorHeight: 1.7,
  lateralOffset: 0.15,
  sway: SWAY_DEFAULTS,
  rangeNoise: 0.02,
  dropout: 0.02,
  minRange: 0.8,
  maxRange: 120,
  imu: IMU_DEFAULTS,
};

/** Options of a drive whose instruments are drawn. */
export interface DriveOptions extends SimulateOptions {
  readonly instrument?: InstrumentOptions;
  readonly imuErrors?: ImuErrorOptions;
}

/** Chainage of the face at the time of the survey, m. */
export function excavatedLength({ length, faceAt }: SimulateOptions): number {
  return faceAt ?? length;
}
