import { JOIN_DEFAULTS } from '../../src-core/closing/joins/join-question.ts';
import { compose, exp, invert } from '../../src-core/math/se3.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import { NO_RELIABILITY } from '../../src-core/model/reliability.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { SessionJoin } from '../../src-core/model/session-join.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import { ScanDeskewer } from '../../src-core/odometry/frame/deskewed-scan.ts';
import { RANGE_FILTER_DEFAULTS } from '../../src-core/odometry/frame/scan-points.ts';
import { joinSessions } from '../../src-core/survey/join-sessions.ts';
import { PosedScans } from '../../src-core/survey/map-points.ts';
import type { SurveyedEpoch } from '../../src-core/tunnel/epochs/epoch-options.ts';
import { type GatheredEpoch, gatherEpoch } from '../../src-core/tunnel/epochs/gather-epoch.ts';
import { poseOfColumn } from '../../src-simulate/cast-scan.ts';
import type { Drive } from '../../src-simulate/drive.ts';
import type { SimulatedScans } from '../../src-simulate/simulate-scans.ts';
import { odometryOf } from './odometry-of.ts';

/** A survey as it would be stored, but for wall and face. */
const SURVEY = {
  date: null,
  instrument: '122201000999',
  grid: 'mine-grid',
  placedBy: 'pose',
  strip: NO_RELIABILITY,
  controlSigma: 0,
} as const satisfies Omit<SurveyedEpoch, 'name' | 'wall' | 'face'>;

/** The line of a simulated drive, from the portal to beyond its face. */
export function lineOf({ scene, options }: Drive): Axis {
  const count = 2 * Math.floor(options.length + 2) + 1;
  const chainage = Float64Array.from({ length: count }, (_, i) => i / 2);
  const xyz = new Float64Array(3 * count);
  chainage.forEach((s, i) => {
    xyz.set(scene.line.pointAt(s, 0, 0), 3 * i);
  });
  return { chainage, xyz, kind: 'slope', source: 'given' };
}

/** A survey with every column of every scan at its true pose. */
export async function epochAtTruth(scans: SimulatedScans, axis: Axis, name: string): Promise<SurveyedEpoch> {
  const deskewer = new ScanDeskewer(beamGeometry(scans.sensor), RANGE_FILTER_DEFAULTS);
  async function* clouds() {
    for (let index = 0; index < scans.count; index++) {
      const { scan } = await scans.read(index);
      deskewer.read(scan);
      const poses = new Float64Array(12 * scan.columns);
      const origin = [...poseOfColumn(scans.drive, index, 0).t].map(Math.round) as [number, number, number];
      for (let column = 0; column < scan.columns; column++) {
        const { R, t } = poseOfColumn(scans.drive, index, column);
        poses.set(R, 12 * column);
        poses.set(
          t.map((at, k) => at - origin[k]),
          12 * column + 9,
        );
      }
      yield { xyz: deskewer.xyz, origin, count: deskewer.deskewAll(poses) };
    }
  }
  const path = Array.from({ length: scans.count }, (_, index) => poseOfColumn(scans.drive, index, 0));
  return { ...SURVEY, name, ...(await gathered(clouds(), path, axis)) };
}

/** Two surveys with estimated poses. */
interface AlignedEpochs {
  readonly earlier: SurveyedEpoch;
  readonly later: SurveyedEpoch;
  /** Standard deviation of the later map against the earlier one along, left and up at the end of its trajectory, m. */
  readonly relative: readonly [number, number, number];
}

/** The earlier by its odometry from its true first pose on, the later joined to it. */
export async function alignedEpochs(
  earlier: SimulatedScans,
  later: SimulatedScans,
  axis: Axis,
): Promise<AlignedEpochs> {
  const [{ poses: first }, { poses: second }] = [await odometryOf(earlier), await odometryOf(later)];
  const T_world_map = poseOfColumn(earlier.drive, 0, 0);
  // As a person would point it out: within decimetres and a degree or two.
  const rough = compose(
    poseOfColumn(later.drive, 0, 0),
    exp(Float64Array.of(0.01, -0.01, 0.02, 0.3, -0.2, 0.1)),
  );
  const { value: join } = await joinSessions(
    { source: earlier, poses: first },
    { source: later, poses: second },
    { kind: 'pose', T_map1_sensor: compose(invert(T_world_map), rough) },
    JOIN_DEFAULTS,
    SILENT_CONTEXT,
  );
  const joined = second.map((pose, i) => ({ ...pose, T_map_sensor: join.poses[i].T_map1_sensor }));
  return {
    earlier: await epochAt(earlier, first, T_world_map, axis, 'earlier'),
    later: await epochAt(later, joined, T_world_map, axis, 'later'),
    relative: sigmasAtEnd(join, T_world_map, later.drive),
  };
}

async function epochAt(
  scans: SimulatedScans,
  actual: readonly ScanPose[],
  T_world_map: Rigid,
  axis: Axis,
  name: string,
): Promise<SurveyedEpoch> {
  const posed = new PosedScans(scans.sensor);
  const poses = actual.map((pose) => ({ ...pose, T_map_sensor: compose(T_world_map, pose.T_map_sensor) }));
  async function* clouds() {
    for (const pose of poses) yield posed.cloudOf(await scans.read(pose.scanIndex), pose);
  }
  const path = poses.map(({ T_map_sensor }) => T_map_sensor);
  return { ...SURVEY, name, ...(await gathered(clouds(), path, axis)) };
}

function gathered(
  clouds: Parameters<typeof gatherEpoch>[0],
  path: readonly Rigid[],
  axis: Axis,
): Promise<GatheredEpoch> {
  const poses = path.map((T_map_sensor) => ({
    T_map_sensor,
    quality: { heldBy: 'walls' as const, matched: 1 },
  }));
  return gatherEpoch(clouds, { poses }, axis, { profiles: {}, face: {} }, SILENT_CONTEXT);
}

/** Of the last pose that the join gives with its covariance, in the directions of the drive there. */
function sigmasAtEnd(join: SessionJoin, T_world_map: Rigid, drive: Drive): [number, number, number] {
  const { T_map_sensor, covariance } = join.anchors[join.anchors.length - 1];
  const { R } = compose(T_world_map, T_map_sensor);
  const { T, N, B } = drive.scene.line.frameAt(drive.surveyed.to);
  const [along, left, up] = [T, N, B].map((direction) => {
    const inSensor = [0, 1, 2].map(
      (k) => R[k] * direction[0] + R[3 + k] * direction[1] + R[6 + k] * direction[2],
    );
    let variance = 0;
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) variance += inSensor[i] * covariance[6 * (i + 3) + j + 3] * inSensor[j];
    return Math.sqrt(variance);
  });
  return [along, left, up];
}
