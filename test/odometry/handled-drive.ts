import {
  compose,
  expSo3,
  invert,
  logSo3,
  multiply3,
  rigidFromMatrix4,
  transpose3,
} from '../../src-core/math/se3.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import { Odometry } from '../../src-core/odometry/odometry.ts';
import type { OdometryInput } from '../../src-core/odometry/prepared-scan.ts';
import { type Drive, simulateDrive } from '../../src-simulate/drive.ts';
import { simulateImu } from '../../src-simulate/motion/imu.ts';
import type { SensorMotion, SensorTrajectory } from '../../src-simulate/motion/trajectory.ts';
import type { SimulateOptions } from '../../src-simulate/options.ts';
import { IMU_TO_SENSOR } from '../../src-simulate/os1-16.ts';
import { type Survey, surveyOf } from '../closing/joins/two-sessions.ts';

/** What a hand or a stone does to the sensor, besides the motion of the robot. */
type Handling = (seconds: number) => {
  /** Turn about the sensor's axes (rotation vector), rad. */
  readonly turn: readonly [number, number, number];
  /** Lift in the world, m. */
  readonly up: number;
};

/** Rises from 0 to 1 and falls again within a span, with smooth ends. */
export function bump(seconds: number, from: number, span: number): number {
  const at = (seconds - from) / span;
  return at <= 0 || at >= 1 ? 0 : Math.sin(Math.PI * at) ** 2;
}

/** Rises from 0 to 1 within a span, with smooth ends. */
export function ramp(seconds: number, from: number, span: number): number {
  const at = Math.min(Math.max((seconds - from) / span, 0), 1);
  return at * at * at * (10 + at * (6 * at - 15));
}

/** A simulated drive whose sensor is handled: poses, scans and readings alike. */
export function handledDrive(options: SimulateOptions, handling: Handling): Survey {
  const drive = simulateDrive(options);
  const trajectory = handled(drive.trajectory, handling);
  const { imu, seed } = options;
  const T_sensor_imu = rigidFromMatrix4(IMU_TO_SENSOR, 1e-3);
  const readings = simulateImu(trajectory, T_sensor_imu, imu, drive.clockStartNs, seed);
  const own: Drive = { ...drive, trajectory, imu: readings };
  return surveyOf(own, own);
}

/** Step of the derivatives, s: far below the shortest motion. */
const STEP = 2e-3;

function handled(robot: SensorTrajectory, handling: Handling): SensorTrajectory {
  const poseAt = (t: number): Rigid => {
    const { turn, up } = handling(t);
    const T_world_robot = robot.poseAt(t);
    const { R, t: place } = compose(T_world_robot, { R: expSo3(...turn), t: new Float64Array(3) });
    return { R, t: Float64Array.of(place[0], place[1], place[2] + up) };
  };
  const rateAt = (t: number): Float64Array => {
    const [before, after] = [poseAt(t - STEP), poseAt(t + STEP)];
    return Float64Array.from(logSo3(multiply3(transpose3(before.R), after.R)), (angle) => angle / (2 * STEP));
  };
  const motionAt = (t: number): SensorMotion => {
    const [before, now, after] = [-1, 0, 1].map((k) => poseAt(t + k * STEP).t);
    const [slower, faster] = [rateAt(t - STEP), rateAt(t + STEP)];
    return {
      T_world_sensor: poseAt(t),
      acceleration: now.map((value, i) => (before[i] - 2 * value + after[i]) / STEP ** 2),
      angularVelocity: rateAt(t),
      angularAcceleration: faster.map((value, i) => (value - slower[i]) / (2 * STEP)),
    };
  };
  const poseInto = (t: number, out: Rigid): void => {
    const { R, t: place } = poseAt(t);
    out.R.set(R);
    out.t.set(place);
  };
  return { duration: robot.duration, poseAt, poseInto, motionAt } as unknown as SensorTrajectory;
}

/** All scans of a survey, with their readings. */
export async function scansOf({ drive, source }: Survey): Promise<OdometryInput[]> {
  const scans: OdometryInput[] = [];
  for (let index = 0; index < drive.scans; index++) scans.push({ index, ...(await source.read(index)) });
  return scans;
}

/** A scan through a covered window: no returns. */
export function covered(scan: Scan): Scan {
  return {
    ...scan,
    rangeMm: new Uint32Array(scan.rangeMm.length),
    signal: new Uint16Array(scan.signal.length),
    reflectivity: new Uint16Array(scan.reflectivity.length),
  };
}

/** The scan and its readings by a clock that began anew: stamps and frame ids of a sensor that was restarted. */
export function restarted(
  { index, scan, imu }: OdometryInput,
  originNs: bigint,
  frames: number,
): OdometryInput {
  return {
    index,
    scan: {
      ...scan,
      frameId: frames & 0xffff,
      stampNs: scan.stampNs.map((stamp) => (stamp === 0n ? 0n : stamp - originNs)),
    },
    imu: imu.map((sample) => ({ ...sample, stampNs: sample.stampNs - originNs })),
  };
}

/** Poses of scans, placed one after another. */
export async function placed({ source }: Survey, scans: readonly OdometryInput[]): Promise<ScanPose[]> {
  const odometry = new Odometry(source.sensor);
  const poses: ScanPose[] = [];
  for (const scan of scans) poses.push(...(await odometry.next(scan)));
  return [...poses, ...odometry.finish()];
}

/** Error of a pose seen from the first one. */
export function errorAt(
  { truth }: Survey,
  first: ScanPose,
  pose: ScanPose,
): { readonly metres: number; readonly degrees: number } {
  const T_first_sensor = compose(invert(truth(first.scanIndex)), truth(pose.scanIndex));
  const actual = compose(invert(first.T_map_sensor), pose.T_map_sensor);
  const { R, t } = compose(invert(T_first_sensor), actual);
  return { metres: Math.hypot(...t), degrees: (180 / Math.PI) * Math.hypot(...logSo3(R)) };
}
