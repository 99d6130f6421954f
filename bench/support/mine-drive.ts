import { parseAxisCsv } from '../../src-core/io/tables/axis-csv.ts';
import { compose, invert } from '../../src-core/math/se3.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { InstrumentCalibration } from '../../src-core/model/instrument-calibration.ts';
import type { ScanPose, Trajectory } from '../../src-core/model/pose.ts';
import { COVERAGE_95, type ReliabilityProfile } from '../../src-core/model/reliability.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { Volume } from '../../src-core/model/tunnel.ts';
import { alignmentQuality } from '../../src-core/odometry/alignment-quality.ts';
import { SURVEY_QUESTION_DEFAULTS } from '../../src-core/question/survey-question.ts';
import { calibrate, calibrationWarnings } from '../../src-core/survey/calibrate.ts';
import { calibratedStore } from '../../src-core/survey/calibrated-store.ts';
import { findDynamicReturns } from '../../src-core/survey/find-dynamic-returns.ts';
import { mapPoints } from '../../src-core/survey/map-points.ts';
import { drivePath, gather, measure, profilesOf } from '../../src-core/survey/measure.ts';
import { instrumentOf } from '../../src-core/survey/survey-request.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { AxisLocator } from '../../src-core/tunnel/axis/axis-locator.ts';
import { cellAt } from '../../src-core/tunnel/axis/reliability-lengths.ts';
import { poseOfColumn, poseOfMap } from '../../src-simulate/cast-scan.ts';
import type { Drive } from '../../src-simulate/drive.ts';
import type { SimulateOptions } from '../../src-simulate/options.ts';
import { type SimulatedScans, simulateScans } from '../../src-simulate/simulate-scans.ts';
import { truthAxisCsv, truthBetween } from '../../src-simulate/truth.ts';
import { odometryOf } from './odometry-of.ts';

/** Metres left out at either end of the trajectory: observed from one side only. */
const MARGIN = { start: 4, end: 2 };
/** A sensor farther from the axis than this has no chainage, m. */
const REACH = 50;
/** Poses this near a chainage give the true chainage that it corresponds to, m. */
const NEIGHBOURHOOD = 1;

/** What one simulated drive came to, measured as `socavon run` measures it, against the rock of the simulator. */
export interface MineRun {
  /** Error of the volume against the true void above the water, and down to the rock under it; shares of the void. */
  readonly error: number;
  readonly rockError: number;
  readonly plusMinus: number;
  /** Distance of the last pose from its truth, share of the path. */
  readonly end: number;
  /** Metres of the path, and those whose position lies within its ± along the axis, to the left and up. */
  readonly metres: number;
  readonly within: readonly [number, number, number];
  /** Codes of the warnings of alignment and volume. */
  readonly warnings: readonly string[];
  /** Components of the ±, one standard deviation, shares of the void. */
  readonly parts: Readonly<Record<string, number>>;
  /** What the volume lists as no rock, and the volume of it, m^3. */
  readonly objects: readonly { readonly class: string; readonly volume: number }[];
}

/**
 * Simulates a drive and measures it with its own poses along its own axis, calibrated by itself, all options at their
 * defaults.
 *
 * @param earlier calibration of the same instrument before; null: none
 */
export async function mineRun(
  options: SimulateOptions,
  earlier: InstrumentCalibration | null,
): Promise<MineRun> {
  const scans = simulateScans(options, SILENT_CONTEXT);
  const trajectory = await odometryOf(scans);
  const calibration = await calibrate(scans, trajectory, { earlier, distance: null }, SILENT_CONTEXT);
  const { volume, axis, strip } = await measured(scans, trajectory, calibration);
  const [from, to] = [volume.chainageFrom, volume.chainageTo];
  const truePoses = await TruePoses.of(scans);
  const correspondence = new TrueChainage(truePoses, trajectory, axis);
  const [trueFrom, trueTo] = [correspondence.of(from), correspondence.of(to)];
  const between = truthBetween(scans.drive, trueFrom, trueTo);
  const truth = between.volumes.void;
  const last = trajectory.poses[trajectory.poses.length - 1];
  return {
    error: (volume.volume.value - (between.aboveWater ?? truth)) / truth,
    rockError: volume.volume.value / truth - 1,
    plusMinus: volume.volume.plusMinus / truth,
    end: Math.hypot(...errorOf(truePoses, last)) / pathLength(trajectory),
    ...stripCoverage(truePoses, trajectory, axis, strip),
    warnings: [
      ...new Set(
        [
          ...alignmentQuality(trajectory).warnings,
          ...calibrationWarnings(calibration, null),
          ...volume.warnings,
        ].map(({ code }) => code),
      ),
    ],
    parts: Object.fromEntries(volume.uncertainty.map(({ source, sigma }) => [source, sigma / truth])),
    objects: volume.objects.map((object) => ({ class: object.class, volume: object.volume.value })),
  };
}

async function measured(
  scans: SimulatedScans,
  trajectory: Trajectory,
  calibration: InstrumentCalibration | null,
): Promise<{ volume: Volume; axis: Axis; strip: ReliabilityProfile }> {
  const question = SURVEY_QUESTION_DEFAULTS;
  const dynamic = await findDynamicReturns(scans, trajectory, SILENT_CONTEXT);
  const calibrated = calibratedStore(scans, calibration);
  const points = () => mapPoints(calibrated, trajectory, SILENT_CONTEXT.cancel, dynamic);
  const path = await drivePath(
    points,
    trajectory,
    { anchors: null, stated: null },
    { given: null, question: question.measure.axis },
    profilesOf(question.measure),
    SILENT_CONTEXT,
  );
  const { value: wall } = await gather(points(), path, question.measure, SILENT_CONTEXT);
  const { travelled } = wall.axis;
  if (travelled === undefined) throw new Error('an axis from a trajectory has a travelled stretch');
  const chainage = { from: travelled.from + MARGIN.start, to: travelled.to - MARGIN.end };
  const asked = { ...question, chainage, files: { design: null } };
  const { volume } = measure(wall, path.reliability, asked, instrumentOf(scans.sensor, calibration));
  return { volume, axis: wall.axis, strip: path.reliability };
}

/**
 * True chainage of a place that has one along the survey's own axis, from the poses near it: where the robot truly was
 * when the survey had it there. A section is measured there, wherever the survey thinks it is.
 */
class TrueChainage {
  readonly #pairs: { readonly own: number; readonly truth: number }[] = [];

  constructor(truePoses: TruePoses, { poses }: Trajectory, axis: Axis) {
    const own = new ChainageOfPoint(axis);
    const truth = new ChainageOfPoint(parseAxisCsv(truthAxisCsv(truePoses.drive), 'truth').axis);
    for (const { T_map_sensor, scanIndex } of poses)
      this.#pairs.push({
        own: own.of(T_map_sensor.t),
        truth: truth.of(truePoses.inWorld(scanIndex).t),
      });
  }

  of(chainage: number): number {
    const near = this.#pairs.filter(({ own }) => Math.abs(own - chainage) < NEIGHBOURHOOD);
    if (near.length === 0) throw new Error(`no pose near chainage ${chainage}`);
    return chainage + near.reduce((sum, { own, truth }) => sum + truth - own, 0) / near.length;
  }
}

class ChainageOfPoint {
  readonly #locator: AxisLocator;
  readonly #origin: readonly number[];

  constructor(axis: Axis) {
    const geometry = new AxisGeometry(axis);
    this.#origin = [...geometry.origin];
    this.#locator = new AxisLocator(geometry, REACH);
  }

  /** NaN if it is away from the axis. */
  of(t: ArrayLike<number>): number {
    const [x, y, z] = this.#origin;
    return this.#locator.locate(t[0] - x, t[1] - y, t[2] - z) ? this.#locator.chainage : Number.NaN;
  }
}

/** True poses of the scans of a recording, which may have holes. */
class TruePoses {
  readonly drive: Drive;
  readonly #rotations: readonly number[];
  readonly #T_map_world: Rigid;

  private constructor(drive: Drive, rotations: readonly number[]) {
    this.drive = drive;
    this.#rotations = rotations;
    this.#T_map_world = invert(poseOfMap(drive));
  }

  static async of({ drive, count, read }: SimulatedScans): Promise<TruePoses> {
    const scans = await Promise.all(Array.from({ length: count }, (_, index) => read(index)));
    return new TruePoses(
      drive,
      scans.map(({ rotation }) => rotation),
    );
  }

  inWorld(scanIndex: number): Rigid {
    return poseOfColumn(this.drive, this.#rotations[scanIndex], 0);
  }

  inMap(scanIndex: number): Rigid {
    return compose(this.#T_map_world, this.inWorld(scanIndex));
  }
}

/** Error of a pose in the frame of the map, m. */
function errorOf(truePoses: TruePoses, { T_map_sensor, scanIndex }: ScanPose): readonly number[] {
  const truth = truePoses.inMap(scanIndex).t;
  return [0, 1, 2].map((k) => T_map_sensor.t[k] - truth[k]);
}

function pathLength({ poses }: Trajectory): number {
  let sum = 0;
  for (let i = 1; i < poses.length; i++) {
    const [a, b] = [poses[i - 1].T_map_sensor.t, poses[i].T_map_sensor.t];
    sum += Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  }
  return sum;
}

/** Metres of the strip whose poses all lie within its ±. */
function stripCoverage(
  truePoses: TruePoses,
  { poses }: Trajectory,
  axis: Axis,
  strip: ReliabilityProfile,
): Pick<MineRun, 'metres' | 'within'> {
  const geometry = new AxisGeometry(axis);
  const locate = new ChainageOfPoint(axis);
  const cells = strip.edges.length - 1;
  const largest = [0, 1, 2].map(() => new Float64Array(cells).fill(Number.NaN));
  for (const pose of poses) {
    const chainage = locate.of(pose.T_map_sensor.t);
    if (!Number.isFinite(chainage)) continue;
    const cell = cellAt(strip, chainage);
    const { tangent, left, up } = geometry.frameAt(chainage);
    const error = errorOf(truePoses, pose);
    [tangent, left, up].forEach((u, k) => {
      const off = Math.abs(u[0] * error[0] + u[1] * error[1] + u[2] * error[2]);
      const share = off / (COVERAGE_95 * strip.position[3 * cell + k]);
      if (!(largest[k][cell] >= share)) largest[k][cell] = share;
    });
  }
  const seen = largest[0].filter((share) => !Number.isNaN(share)).length;
  const [along, left, up] = largest.map((shares) => shares.filter((share) => share <= 1).length);
  return { metres: seen, within: [along, left, up] };
}
