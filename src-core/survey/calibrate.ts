import { type CalibrationQuestion, InstrumentCalibrator } from '../calibration/instrument-calibrator.ts';
import { RAY_SAMPLE_DEFAULTS } from '../calibration/wall-rays.ts';
import { remark } from '../messages/remark.ts';
import { contradictedBoundWarnings, unappliedBiasOf } from '../model/calibrated-bias.ts';
import { type StageContext, throwIfCancelled } from '../model/context.ts';
import { type InstrumentCalibration, parametersOf } from '../model/instrument-calibration.ts';
import type { PlacedScan, PlacedScans } from '../model/placed-scans.ts';
import type { Trajectory } from '../model/pose.ts';
import { hasTimedClouds } from '../model/sensor.ts';
import type { Warning } from '../model/warnings.ts';
import { controlSightings, type SurveyedTargets } from './control-sightings.ts';
import type { ScanStore } from './scan-store.ts';

export type { SurveyedTargets } from './control-sightings.ts';

/** What a calibration starts from besides the scans. */
export interface CalibrationRequest extends Omit<CalibrationQuestion, 'control'> {
  /** Surveyed targets around the sensor; absent: none. */
  readonly targets?: SurveyedTargets;
}

/** Pairs of consecutive scans that are compared: bounds the time, whatever the length of the drive. */
const PAIRS = 30;
/** Path that one sample of scans covers, m: farther apart, they no longer meet the same wall. */
const STRETCH = 20;
/** Samples along a drive that is longer. */
const STRETCHES = 3;
/** Cubes of wall per metre of a drive of usual size, and the length that is seen beyond the path, m. */
const WALL = { cubesPerMetre: 65, seenBeyond: 25 };

/**
 * Stage poses -> calibration: the instrument by a bounded sample of its own scans, at their poses. Each patch of wall
 * is met by many beams, from many places, at different times; what they disagree by is the instrument's.
 *
 * @returns null: the scans do not show enough of the same wall, or are timed clouds, which have no beams
 * @throws SocavonError 'usage' if the check distance is not that of two walls, or the targets show no offset;
 * errors of the store; CancelledError
 */
export async function calibrate(
  store: ScanStore,
  trajectory: Trajectory,
  { targets, ...question }: CalibrationRequest,
  context: StageContext,
): Promise<InstrumentCalibration | null> {
  const calibrator = await sampleScans(store, trajectory.poses, context);
  if (calibrator === null || targets === undefined) return calibrator?.finish(question) ?? null;
  return calibrator.finish({
    ...question,
    control: await controlSightings(store, trajectory, targets, context),
  });
}

/** As `calibrate`, by the scans alone. */
export async function calibrateByScans(
  store: ScanStore,
  { poses }: { readonly poses: PlacedScans },
  question: Omit<CalibrationRequest, 'targets'>,
  context: StageContext,
): Promise<InstrumentCalibration | null> {
  return (await sampleScans(store, poses, context))?.finish(question) ?? null;
}

/** Reads the sample. @returns null: the scans are timed clouds, which a note says */
async function sampleScans(
  store: ScanStore,
  poses: PlacedScans,
  context: StageContext,
): Promise<InstrumentCalibrator | null> {
  if (hasTimedClouds(store.sensor)) {
    context.emit({ kind: 'note', stage: 'refine', ...remark('calibrate-timed-clouds') });
    return null;
  }
  const sample = sampledPoses(poses);
  const sampled = Math.min(pathOf(poses).at(-1) ?? 0, STRETCHES * STRETCH);
  const cubes = WALL.cubesPerMetre * (sampled + WALL.seenBeyond);
  const calibrator = new InstrumentCalibrator(
    store.sensor,
    Math.min(1, RAY_SAMPLE_DEFAULTS.mostPatches / cubes),
  );
  for (const pose of sample) {
    throwIfCancelled(context.cancel, 'work-calibrate');
    const { scan, imu, release } = await store.read(pose.scanIndex);
    calibrator.add({ scan, imu, pose });
    release?.();
  }
  return calibrator;
}

/** Pairs of consecutive poses, evenly along the path: of all of a short drive, of some stretches of a long one. */
export function sampledPoses(poses: PlacedScans): PlacedScan[] {
  if (poses.length < 2) return [];
  const path = pathOf(poses);
  const length = path[path.length - 1];
  const stretches = length <= STRETCHES * STRETCH ? 1 : STRETCHES;
  const chosen = new Set<number>();
  for (let k = 0; k < stretches; k++) {
    const middle = ((k + 0.5) / stretches) * length;
    const reach = stretches === 1 ? length / 2 : STRETCH / 2;
    const from = path.findIndex((at) => at >= middle - reach);
    const to = path.findLastIndex((at) => at <= middle + reach);
    const pairs = Math.round(PAIRS / stretches);
    for (let pair = 0; pair < pairs; pair++) {
      const at = Math.min(poses.length - 2, from + Math.floor(((to - from) * pair) / pairs));
      chosen.add(at).add(at + 1);
    }
  }
  return [...chosen].sort((a, b) => a - b).map((at) => poses.at(at)!);
}

function pathOf(poses: PlacedScans): Float64Array {
  const path = new Float64Array(poses.length);
  let last: Float64Array | null = null;
  let i = 0;
  for (const { T_map_sensor } of poses) {
    const a: Float64Array = last ?? T_map_sensor.t;
    const b = T_map_sensor.t;
    if (i > 0) path[i] = path[i - 1] + Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    last = b;
    i++;
  }
  return path;
}

/**
 * What a calibration says against the metadata and the options.
 *
 * @param rangeBias bound that a person gave, m; null: none
 */
export function calibrationWarnings(
  calibration: InstrumentCalibration | null,
  rangeBias: number | null,
): Warning[] {
  if (calibration === null) return [];
  const warnings: Warning[] = [];
  if (calibration.isOtherInstrument) {
    const largest = Math.max(...parametersOf(calibration, 'elevation').map(({ value }) => Math.abs(value)));
    warnings.push({
      code: 'beam-table',
      ...remark('beam-table-foreign', {
        serial: calibration.serial,
        degrees: ((180 / Math.PI) * largest).toFixed(2),
      }),
    });
  }
  warnings.push(...contradictedBoundWarnings(unappliedBiasOf(calibration), rangeBias));
  return warnings;
}
