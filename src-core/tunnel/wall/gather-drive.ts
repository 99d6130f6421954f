import { remark } from '../../messages/remark.ts';
import type { Axis, Stretch } from '../../model/axis.ts';
import { type ChainageOptions, withChainage } from '../../model/axis-chainage.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { SILENT_CONTEXT, type StageContext, type StageResult } from '../../model/context.ts';
import type { InstrumentPosterior } from '../../model/instrument-range.ts';
import type { ObjectCorrection } from '../../model/object-correction.ts';
import type { PageStore } from '../../model/paged-bytes.ts';
import { axisBetween, extendedAxis } from '../axis/axis-extended.ts';
import { axisFromTrajectory } from '../axis/axis-from-trajectory.ts';
import { AxisGeometry } from '../axis/axis-geometry.ts';
import { PassCounter } from '../axis/pass-counter.ts';
import { withSurveyedStretch } from '../axis/path-on-axis.ts';
import { PathPoints } from '../axis/path-points.ts';
import { type ObservedPose, unobservedStretches } from '../axis/unobserved-stretches.ts';
import type { ProfileOptions } from './cells/profile-options.ts';
import { type AccumulatorCounts, type AccumulatorState, ProfileAccumulator } from './profile-accumulator.ts';
import { ForceSum, type Plumb } from './voxels/plumb-up.ts';
import { type WallState, wallOf, wallState } from './wall-state.ts';
import type { WallSurface } from './wall-surface.ts';

/** Sensor positions by scan, map frame, m. */
export interface MeasuredPath {
  readonly poses: readonly ObservedPose[];
}

/** Wall of a drive along its axis: every volume, section and design comparison is measured from it. */
export interface DriveWall {
  /** Axis as far as wall was surveyed, or the robot drove. */
  readonly axis: Axis;
  /** Axis as far as the robot drove: the reliability refers to it. */
  readonly travelledAxis: Axis;
  readonly wall: WallSurface;
  /** Stretch that the path passes, chainages, m; beyond the axis where that is of the map and closed only in part. */
  readonly driven: Stretch;
  /** See `DriveMeasures`. */
  readonly unobserved: readonly Stretch[];
  /** Points that were gathered. */
  readonly points: number;
  /** Errors of the instrument whose mean the wall is without; left out: it is as it was gathered. */
  readonly correctedBy?: InstrumentPosterior;
}

/** A wall as plain values, to be stored or sent; `restoredWall` makes the same again. */
export interface DriveWallState {
  readonly wall: WallState;
  readonly points: number;
}

export function driveWallState({ wall, points }: DriveWall): DriveWallState {
  return { wall: wallState(wall), points };
}

/** Gathered points as plain values, to be stored or sent. */
export interface PointsState {
  readonly accumulator: AccumulatorState;
  /** Sum of the accelerometer's means. */
  readonly force: Plumb;
}

/** Length beyond the sensor path in which wall is searched for, m: a narrow sensor sees the crown that far. */
export const BEYOND_PATH = 20;

/** The same beyond an axis of the map, which ends with the wall but for what its own passes lose at the ends. */
const BEYOND_MAP = 2;

/** Points of a drive along its axis, from which its wall is built, again for other corrections by hand. */
export interface DrivePoints {
  readonly counts: AccumulatorCounts;
  /** The points as plain values, from which `restoredPoints` makes the same again. */
  readonly state: PointsState;
  /** @throws SocavonError too-few-points, usage for a correction that is empty; CancelledError */
  wall(corrections: readonly ObjectCorrection[], context: StageContext): DriveWall;
  /** Gives back the memory of the points, and closes their pages; no other wall is built of them. */
  release(): void;
}

/**
 * Reads every point of the map once, in any order, and stores only the sections.
 *
 * @param clouds one per scan; in order of time, if passes along the drive are to be told apart
 * @param statedAxis null: the axis is derived from the path
 * @param counted chainage datum and direction of such an axis
 * @param store for points that the drive has left behind, closed by `release`; null: all stay in memory
 * @throws SocavonError axis-unusable; CancelledError
 */
export async function gatherPoints(
  clouds: AsyncIterable<PointCloud>,
  path: MeasuredPath,
  statedAxis: Axis | null,
  options: ProfileOptions,
  context: StageContext,
  counted: ChainageOptions = {},
  store: PageStore | null = null,
): Promise<DrivePoints> {
  try {
    const axes = gatheredAxes(path, statedAxis, context, counted);
    const accumulator = new ProfileAccumulator(axes.long, options, store);
    const forces = await accumulate(clouds, path, accumulator, context);
    return pointsAlong(axes, path, accumulator, forces, store);
  } catch (error) {
    store?.close();
    throw error;
  }
}

/** Reads every point of the map. @returns sum of the accelerometer's means */
async function accumulate(
  clouds: AsyncIterable<PointCloud>,
  path: MeasuredPath,
  accumulator: ProfileAccumulator,
  context: StageContext,
): Promise<ForceSum> {
  const places = new PathPoints(path.poses.map(({ T_map_sensor }) => T_map_sensor.t));
  const passes = new PassCounter(accumulator.geometry);
  const forces = new ForceSum();
  let done = 0;
  for await (const cloud of clouds) {
    forces.add(cloud.force);
    const sensor = places.sensorOf(cloud);
    accumulator.add(cloud.xyz, cloud.origin, cloud.count, cloud.reflectivity, sensor, {
      beam: cloud.beam ?? null,
      scan: cloud.scanIndex?.[0] ?? done,
      pass: passes.at(cloud.seenFrom ?? cloud.origin),
    });
    done++;
    const total = Math.max(done, path.poses.length);
    context.emit({ kind: 'progress', stage: 'measure', done, total, unit: 'scans' });
  }
  return forces;
}

/**
 * The points that an earlier `gatherPoints` with the same arguments read, from their `state`.
 *
 * @param store as for `gatherPoints`
 * @throws SocavonError axis-unusable
 */
export function restoredPoints(
  { accumulator: state, force }: PointsState,
  path: MeasuredPath,
  axis: Axis | null,
  options: ProfileOptions,
  context: StageContext,
  counted: ChainageOptions = {},
  store: PageStore | null = null,
): DrivePoints {
  try {
    const axes = gatheredAxes(path, axis, context, counted);
    const accumulator = new ProfileAccumulator(axes.long, options, store);
    accumulator.state = state;
    const forces = new ForceSum();
    forces.sum = force;
    return pointsAlong(axes, path, accumulator, forces, store);
  } catch (error) {
    store?.close();
    throw error;
  }
}

/**
 * The wall that earlier points with the same arguments gave, from its state.
 *
 * @throws SocavonError axis-unusable
 */
export function restoredWall(
  { wall, points }: DriveWallState,
  path: MeasuredPath,
  axis: Axis | null,
  context: StageContext,
  counted: ChainageOptions = {},
): DriveWall {
  const axes = gatheredAxes(path, axis, context, counted);
  const geometry = new AxisGeometry(axes.long, wall.options.sections);
  return wallAlong(axes, path, wallOf(wall, geometry), points);
}

/** Axes of a gathering: as it was given or travelled, and as far as wall is searched for. */
interface GatheredAxes {
  readonly axis: Axis | null;
  readonly travelled: Axis;
  readonly long: Axis;
  readonly driven: Stretch;
}

function gatheredAxes(
  path: MeasuredPath,
  axis: Axis | null,
  context: StageContext,
  counted: ChainageOptions,
): GatheredAxes {
  const travelled = axis ?? pathAxis(path, context, counted);
  const long = longAxis(travelled, axis, path);
  return { axis, travelled, long, driven: drivenStretch(long, path, counted) };
}

/** An axis as far as wall is searched for: beyond a path, some metres beyond one of the map, along a given one as it is. */
function longAxis(travelled: Axis, axis: Axis | null, { poses }: MeasuredPath): Axis {
  if (axis === null) return extendedAxis(travelled, BEYOND_PATH);
  return withSurveyedStretch(axis.source === 'map' ? extendedAxis(axis, BEYOND_MAP) : axis, poses);
}

/** The stretch of an axis that the path passes. One of the map counts as the path does, and may be shorter. */
function drivenStretch(axis: Axis, path: MeasuredPath, counted: ChainageOptions): Stretch {
  const whole = ({ chainage }: Axis): Stretch => ({ from: chainage[0], to: chainage[chainage.length - 1] });
  return axis.source === 'map'
    ? whole(pathAxis(path, SILENT_CONTEXT, counted))
    : (axis.travelled ?? whole(axis));
}

function pointsAlong(
  axes: GatheredAxes,
  path: MeasuredPath,
  accumulator: ProfileAccumulator,
  forces: ForceSum,
  store: PageStore | null,
): DrivePoints {
  return {
    counts: accumulator.counts,
    get state() {
      return { accumulator: accumulator.state, force: forces.sum };
    },
    wall: (corrections, stage) =>
      wallAlong(axes, path, accumulator.wall(stage, forces.up, corrections), accumulator.counts.inside),
    release() {
      accumulator.release();
      store?.close();
    },
  };
}

function wallAlong(
  { axis: statedAxis, travelled, long, driven }: GatheredAxes,
  { poses }: MeasuredPath,
  wall: WallSurface,
  points: number,
): DriveWall {
  return {
    axis: statedAxis !== null && statedAxis.source !== 'map' ? statedAxis : surveyedPart(long, wall),
    travelledAxis: travelled,
    wall,
    driven,
    unobserved: unobservedStretches(poses, wall.geometry),
    points,
  };
}

/**
 * Stage map -> wall: the wall of the points, with the corrections of its options. Arguments as for `gatherPoints`.
 *
 * @throws SocavonError axis-unusable, too-few-points, usage for a correction that is empty; CancelledError
 */
export async function gatherWall(
  clouds: AsyncIterable<PointCloud>,
  path: MeasuredPath,
  axis: Axis | null,
  options: ProfileOptions,
  context: StageContext,
  counted: ChainageOptions = {},
): Promise<StageResult<DriveWall, AccumulatorCounts>> {
  const points = await gatherPoints(clouds, path, axis, options, context, counted);
  try {
    return { value: points.wall(options.corrections, context), diagnostics: points.counts };
  } finally {
    points.release();
  }
}

/** Stretch of an axis that covers the sensor path and the surveyed wall beyond it. */
function surveyedPart(axis: Axis, { surveyedFrom, surveyedTo }: WallSurface): Axis {
  const { from, to } = axis.travelled ?? { from: surveyedFrom, to: surveyedTo };
  return axisBetween(axis, Math.min(from, surveyedFrom), Math.max(to, surveyedTo));
}

/** Share of the path away from the axis above which a warning reports branches that were left out. */
const TOLERATED_ASIDE = 0.02;

/**
 * Axis from a path, as far as the robot drove.
 *
 * @throws SocavonError axis-unusable
 */
export function pathAxis(path: MeasuredPath, context: StageContext, counted: ChainageOptions = {}): Axis {
  const { value, diagnostics } = axisFromTrajectory(positionsOf(path));
  const aside = (100 * diagnostics.asideShare).toFixed(0);
  if (diagnostics.asideShare > TOLERATED_ASIDE)
    context.emit({
      kind: 'warning',
      stage: 'measure',
      code: 'path-aside',
      ...remark('path-aside', { percent: aside }),
    });
  return withChainage(value, counted);
}

function positionsOf({ poses }: MeasuredPath): Float64Array {
  const positions = new Float64Array(3 * poses.length);
  poses.forEach(({ T_map_sensor }, i) => {
    positions.set(T_map_sensor.t, 3 * i);
  });
  return positions;
}
