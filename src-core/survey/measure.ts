import type { Axis } from '../model/axis.ts';
import { type ChainageOptions, withChainage } from '../model/axis-chainage.ts';
import type { PointCloud } from '../model/cloud.ts';
import { type CloudAccuracy, statedReliability } from '../model/cloud-survey.ts';
import type { StageContext, StageResult } from '../model/context.ts';
import { treatmentsOf } from '../model/drive-object.ts';
import { SocavonError } from '../model/errors.ts';
import type { InstrumentRange } from '../model/instrument-range.ts';
import type { PageStore } from '../model/paged-bytes.ts';
import type { Trajectory } from '../model/pose.ts';
import { NO_RELIABILITY, type ReliabilityProfile } from '../model/reliability.ts';
import type { LayeredWall } from '../model/unrolled.ts';
import { optionsOf } from '../question/asked-fields.ts';
import { checkSectionCount } from '../question/check-question.ts';
import {
  type AnsweredQuestion,
  chainageOptionsOf,
  type MeasuredQuestion,
  type MeasureQuestion,
} from '../question/survey-question.ts';
import { axisFromTrajectory } from '../tunnel/axis/axis-from-trajectory.ts';
import { type RefinedAnchors, reliability } from '../tunnel/axis/reliability.ts';
import { type UnrollRequest, unrollWithLayers } from '../tunnel/design/unrolled-layers.ts';
import { correctedDrive } from '../tunnel/uncertainty/instrument-posterior.ts';
import {
  type DriveMeasures,
  MEASURE_DEFAULTS,
  type MeasureOptions,
  measureWall,
} from '../tunnel/volume/measure-drive.ts';
import type { VolumeOptions } from '../tunnel/volume/volume.ts';
import {
  objectsOption,
  PROFILE_DEFAULTS,
  type ProfileOptions,
} from '../tunnel/wall/cells/profile-options.ts';
import {
  type DrivePoints,
  type DriveWall,
  gatherPoints,
  gatherWall,
  type MeasuredPath,
} from '../tunnel/wall/gather-drive.ts';
import type { AccumulatorCounts } from '../tunnel/wall/profile-accumulator.ts';
import { type AxisRequest, surveyAxis } from './measure/survey-axis.ts';

/** Trajectory and axis that a wall is gathered along. */
export interface DrivePath extends MeasuredPath {
  /** Axis from a file or from the map; null: it is derived from the trajectory. */
  readonly axis: Axis | null;
  /** Along the axis; empty while the path is too short for one. */
  readonly reliability: ReliabilityProfile;
}

/**
 * Reliability of a trajectory along its axis; empty while the path is too short for an axis.
 *
 * @param axis null: it is derived from the trajectory
 */
function pathReliability(
  trajectory: Trajectory,
  axis: Axis | null,
  counted: ChainageOptions,
  refined: RefinedAnchors | null,
): ReliabilityProfile {
  try {
    return reliability(trajectory, axis ?? trajectoryAxis(trajectory, counted), refined);
  } catch (error) {
    if (error instanceof SocavonError && error.code === 'axis-unusable') return NO_RELIABILITY;
    throw error;
  }
}

function trajectoryAxis({ poses }: Trajectory, counted: ChainageOptions): Axis {
  const positions = new Float64Array(3 * poses.length);
  poses.forEach(({ T_map_sensor }, i) => {
    positions.set(T_map_sensor.t, 3 * i);
  });
  return withChainage(axisFromTrajectory(positions).value, counted);
}

/**
 * First step of the stage map -> measures: the axis, and the reliability of the trajectory along it.
 *
 * @param clouds the map, streamed again at each call
 * @param evidence result of the pose graph (null: the poses are those of the odometry), or the accuracy that is stated
 *   of a cloud of another program (null: the poses carry their own)
 * @throws errors of `surveyAxis`; CancelledError
 */
export async function drivePath(
  clouds: () => AsyncIterable<PointCloud>,
  trajectory: Trajectory,
  evidence: { readonly anchors: RefinedAnchors | null; readonly stated: CloudAccuracy | null },
  request: AxisRequest,
  profiles: ProfileOptions,
  context: StageContext,
): Promise<DrivePath> {
  const axis = await surveyAxis(clouds, trajectory, request, profiles, context);
  const { anchors, stated } = evidence;
  return {
    poses: trajectory.poses,
    axis,
    reliability:
      stated === null
        ? pathReliability(trajectory, axis, chainageOptionsOf(request.question), anchors)
        : statedReliability(stated, anchors?.anchors),
  };
}

/**
 * Second step: the wall along the axis. It reads every point once; the following steps take a fraction of a
 * second, so that another range, interval or design does not read the points again.
 *
 * @param clouds every point of the map, in any order
 * @param withReflectivity true if the unrolled wall is requested too; it changes no other number
 * @throws SocavonError axis-unusable, too-few-points; CancelledError
 */
export function gather(
  clouds: AsyncIterable<PointCloud>,
  path: Pick<DrivePath, 'poses' | 'axis'>,
  question: MeasureQuestion,
  context: StageContext,
  withReflectivity = false,
): Promise<StageResult<DriveWall, AccumulatorCounts>> {
  const options = profilesOf(question, withReflectivity);
  return gatherWall(clouds, path, path.axis, options, context, chainageOptionsOf(question.axis));
}

/**
 * The points of the second step alone: their wall is built by `wall`, again for other corrections by hand, without
 * reading them again. Arguments as for `gather`.
 *
 * @throws SocavonError axis-unusable; CancelledError
 */
export function gatherForCorrections(
  clouds: AsyncIterable<PointCloud>,
  path: Pick<DrivePath, 'poses' | 'axis'>,
  question: MeasureQuestion,
  context: StageContext,
  withReflectivity = false,
  store: PageStore | null = null,
): Promise<DrivePoints> {
  const options = profilesOf(question, withReflectivity);
  return gatherPoints(clouds, path, path.axis, options, context, chainageOptionsOf(question.axis), store);
}

/**
 * Third step: profiles, volume and, with a design, over- and underbreak.
 *
 * @param wall of `wallToMeasure`
 * @param reliability of the trajectory that the wall was gathered along
 * @throws SocavonError chainage-range, design-unusable, usage if there are too many sections
 */
export function measure(
  wall: DriveWall,
  reliability: ReliabilityProfile,
  question: MeasuredQuestion,
  instrument: InstrumentRange,
): DriveMeasures {
  const { from, to } = question.chainage ?? wall.wall.closedRange;
  checkSectionCount(to - from, question.interval);
  return measureWall(wall, reliability, measureOptions(question, instrument));
}

/** The wall less what its own scans show of the errors of the instrument: what is measured. */
export function wallToMeasure(
  wall: DriveWall,
  question: Pick<AnsweredQuestion, 'interval' | 'rangeBias'>,
  instrument: InstrumentRange,
): DriveWall {
  return correctedDrive(wall, volumeOptions(question, instrument));
}

/** All parameters of the measurement: those of the question, of the instrument, and the fixed ones. */
export function measureOptions(question: MeasuredQuestion, instrument: InstrumentRange): MeasureOptions {
  return {
    ...optionsOf(optionsOf(MEASURE_DEFAULTS, question), question.measure),
    design: question.files.design?.programme ?? null,
    volume: volumeOptions(question, instrument),
  };
}

function volumeOptions(
  question: Pick<AnsweredQuestion, 'interval' | 'rangeBias'>,
  instrument: InstrumentRange,
): VolumeOptions {
  const isStated = question.rangeBias !== null;
  const options = { ...MEASURE_DEFAULTS.volume, ...instrument, ...(isStated && { isBiasKnown: true }) };
  return { ...optionsOf(options, question), every: question.interval };
}

/**
 * Options for gathering the wall of a question.
 *
 * @param reflectivity true if reflectivity is gathered too, for the unrolled wall; it changes no other number
 */
export function profilesOf(question: MeasureQuestion, reflectivity = false): ProfileOptions {
  const usual = treatmentsOf(question.objects);
  const treatments = {
    ...usual,
    mesh: question.mesh ?? usual.mesh,
    duct: question.ducts ?? usual.duct,
    vehicle: question.vehicles ?? usual.vehicle,
    muck: question.muck ?? usual.muck,
  };
  const { recessDepth: minDepth, recessLine: line } = question;
  return {
    ...optionsOf(PROFILE_DEFAULTS, question),
    ...objectsOption(treatments),
    recess: { ...PROFILE_DEFAULTS.recess, minDepth, line },
    reflectivity,
  };
}

/** Unrolled wall with every available layer. @throws SocavonError chainage-range */
export function unroll({ wall }: DriveWall, request: UnrollRequest): LayeredWall {
  return unrollWithLayers(wall, request);
}

export { clearanceOf, contourOf, type DriveExtras, driveExtras, gradeOf } from './measure/wall-extras.ts';
