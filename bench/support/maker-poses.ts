import { compose, invert, logSo3, rigidFromMatrix4, rotateVector } from '../../src-core/math/se3.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { ImuSample } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { poseAtMiddle } from '../../src-core/odometry/frame/deskewed-scan.ts';
import { rateSamples } from '../../src-core/odometry/frame/gyro-rotation.ts';
import { REFERENCE_FRACTION } from '../../src-core/odometry/frame/motion.ts';
import { scanClock } from '../../src-core/odometry/frame/scan-clock.ts';
import { Odometry } from '../../src-core/odometry/odometry.ts';
import type { StoredScan } from '../../src-core/survey/scan-store.ts';
import { markdownTable, signed } from './markdown-table.ts';

const DEGREES = 180 / Math.PI;

/** Pose of the sensor at the middle of a rotation. */
interface MiddlePose {
  readonly seconds: number;
  readonly T_map_sensor: Rigid;
}

/**
 * Aligns some scans and compares each step from scan to scan with that of the maker's SLAM, and both with the
 * inertial unit. Neither used the accelerometer; of the gyro our alignment takes only how the turning was spread
 * within the first rotation, not how far it went: that is the walls' while the bias is not known.
 *
 * @param kitti a 3x4 matrix a line: the sensor frame at the middle of each rotation
 *   (`make_kiss_traj_poses` of the maker's SDK), seen from the first
 * @returns markdown
 */
export async function alignWithMaker(
  sensor: SensorModel,
  scans: readonly StoredScan[],
  kitti: string,
): Promise<string[]> {
  const odometry = new Odometry(sensor);
  const poses: ScanPose[] = [];
  for (const scan of scans) poses.push(...(await odometry.next(scan)));
  poses.push(...odometry.finish());
  const ours = poses.map((pose, i): MiddlePose => {
    const clock = scanClock(scans[i].scan, sensor.rotationHz);
    const rates = rateSamples(scans[i].imu, sensor.T_sensor_imu.R, clock.firstNs);
    return {
      seconds: Number(clock.firstNs) * 1e-9 + REFERENCE_FRACTION * clock.period,
      T_map_sensor: poseAtMiddle(pose, clock, rates),
    };
  });
  const maker = kittiPoses(kitti).map(
    (T_map_sensor, i): MiddlePose => ({ seconds: ours[i].seconds, T_map_sensor }),
  );
  const imu = scans.flatMap((scan) => scan.imu);
  const { R } = sensor.T_sensor_imu;
  const steps = ours.slice(1).map((_, i) => i);
  return [
    markdownTable(
      ['scans', 'ours mm', 'maker mm', 'apart mm', 'apart °', 'pitch ours °', 'maker °', 'gyro °'],
      steps.map((i) => {
        const [a, b] = [step(ours, i), step(maker, i)];
        const apart = compose(invert(b), a);
        const turned = turnedByGyro(imu, R, ours[i].seconds, ours[i + 1].seconds);
        return [
          `${i} to ${i + 1}`,
          millimetres(a.t),
          millimetres(b.t),
          (1000 * Math.hypot(...apart.t)).toFixed(1),
          (DEGREES * Math.hypot(...logSo3(apart.R))).toFixed(3),
          signed(DEGREES * logSo3(a.R)[1], 3),
          signed(DEGREES * logSo3(b.R)[1], 3),
          signed(DEGREES * turned[1], 3),
        ];
      }),
    ),
    'Each step from the middle of one rotation to that of the next; gyro with its bias still in it.',
    ...(steps.length === 2 ? [accelerations(ours, maker, imu, R)] : []),
  ];
}

/** Poses of a file of KITTI: a 3x4 matrix a line, row by row. */
export function kittiPoses(text: string): Rigid[] {
  return text
    .trim()
    .split('\n')
    .map((line) => rigidFromMatrix4([...line.trim().split(/\s+/).map(Number), 0, 0, 0, 1], 1));
}

/** The maker's steps have errors too: how the speed changes over the two steps, against the accelerometer. */
function accelerations(
  ours: readonly MiddlePose[],
  maker: readonly MiddlePose[],
  imu: readonly ImuSample[],
  R: Float64Array,
): string {
  const measured = meanOf(imu, R, ({ accel }) => accel, ours[0].seconds, ours[2].seconds);
  return [
    `Forward acceleration over the two steps: ours ${forward(ours).toFixed(1)}, maker ${forward(maker).toFixed(1)}, accelerometer ${measured[0].toFixed(1)} m/s²`,
    `(its reading of ${Math.hypot(...measured).toFixed(2)} m/s² in all is what a level car that speeds up feels: √(9.81² + ${measured[0].toFixed(1)}²) = ${Math.hypot(9.81, measured[0]).toFixed(2)}).`,
  ].join(' ');
}

function forward(poses: readonly MiddlePose[]): number {
  const speeds = [0, 1].map((i) => step(poses, i).t[0] / (poses[i + 1].seconds - poses[i].seconds));
  return (speeds[1] - speeds[0]) / ((poses[2].seconds - poses[0].seconds) / 2);
}

function step(poses: readonly MiddlePose[], i: number): Rigid {
  return compose(invert(poses[i].T_map_sensor), poses[i + 1].T_map_sensor);
}

function turnedByGyro(imu: readonly ImuSample[], R: Float64Array, from: number, to: number): number[] {
  return meanOf(imu, R, ({ gyro }) => gyro, from, to).map((rate) => rate * (to - from));
}

/** Mean reading between two instants (s, sensor clock), in the sensor frame. */
function meanOf(
  imu: readonly ImuSample[],
  R_sensor_imu: Float64Array,
  reading: (sample: ImuSample) => readonly [number, number, number],
  from: number,
  to: number,
): [number, number, number] {
  const between = imu.filter(({ stampNs }) => {
    const seconds = Number(stampNs) * 1e-9;
    return seconds >= from && seconds < to;
  });
  const mean = [0, 1, 2].map(
    (axis) => between.reduce((sum, sample) => sum + reading(sample)[axis], 0) / between.length,
  );
  return rotateVector(R_sensor_imu, mean[0], mean[1], mean[2]);
}

function millimetres(t: Float64Array): string {
  return [...t].map((value) => (1000 * value).toFixed(1)).join(' ');
}
