import type { ScanSource } from '../../../src-core/closing/loops/loop-submap.ts';
import { compose, invert, rotationAngle } from '../../../src-core/math/se3.ts';
import type { ScanPose } from '../../../src-core/model/pose.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import type { Scan } from '../../../src-core/model/scan.ts';
import { Odometry } from '../../../src-core/odometry/odometry.ts';
import { castScan } from '../../../src-simulate/cast-scan.ts';
import { type Drive, simulateDrive } from '../../../src-simulate/drive.ts';
import type { SimulateOptions } from '../../../src-simulate/options.ts';
import { ROTATION_HZ, simulatedSensor } from '../../../src-simulate/os1-16.ts';
import { type PresetName, presetOptions } from '../../../src-simulate/presets.ts';
import { scanPose } from '../../graph/trajectories.ts';

/** A capture of a drive, of which only scans that are asked for are cast. */
export interface Survey {
  readonly drive: Drive;
  readonly source: ScanSource;
  /** True pose of the sensor at the first column of a scan. */
  truth(scan: number): Rigid;
}

/** Two surveys of one working: from 4 m to 24 m, and another day from 14 m on; all but the rock is another's. */
export function twoSurveys(preset: PresetName, seed: number, others: Partial<SimulateOptions> = {}) {
  const options = { ...presetOptions(preset, 40), speed: 2, stillStart: 1, stillEnd: 0.3 };
  const first = simulateDrive({ ...options, start: 4, standoff: 16, seed });
  const second = simulateDrive({
    ...options,
    start: 14,
    standoff: 10,
    lateralOffset: -0.25,
    ...others,
    seed: seed + 1000,
  });
  return { first: surveyOf(first, first), second: surveyOf(second, first) };
}

/** A survey by the robot, noise and clock of one drive within the rock of another. */
export function surveyOf(own: Drive, { scene, caster, albedo }: Drive): Survey {
  const drive = { ...own, scene, caster, albedo };
  const truth = (scan: number): Rigid => drive.trajectory.poseAt(scan / ROTATION_HZ);
  let next = 0;
  const imu: Drive['imu'][number][][] = Array.from({ length: drive.scans }, (_, scan) => {
    const endNs = drive.clockStartNs + BigInt(Math.round(((scan + 1) * 1e9) / ROTATION_HZ));
    const from = next;
    while (next < drive.imu.length && drive.imu[next].gyroStampNs < endNs) next++;
    return drive.imu.slice(from, next);
  });
  const cast = new Map<number, Scan>();
  const scanAt = (index: number): Scan => {
    const scan = cast.get(index) ?? castScan(drive, index);
    cast.set(index, scan);
    return scan;
  };
  return {
    drive,
    truth,
    source: {
      sensor: simulatedSensor('legacy16'),
      read: async (scan) => ({
        scan: scanAt(scan),
        imu: imu[scan].map(({ gyroStampNs, accel, gyro }) => ({
          stampNs: gyroStampNs,
          accel: [accel[0], accel[1], accel[2]],
          gyro: [gyro[0], gyro[1], gyro[2]],
        })),
      }),
    },
  };
}

/** Poses as a perfect odometry gives them, in the frame of the first scan. */
export function truePoses({ drive, truth }: Survey, from = 0, to = drive.scans): ScanPose[] {
  const T_map_world = invert(truth(from));
  return Array.from({ length: to - from }, (_, k) => {
    const scan = from + k;
    const T_first_last = compose(invert(truth(scan)), truth(scan + 1));
    return { ...scanPose(scan, compose(T_map_world, truth(scan))), T_first_last };
  });
}

/** Poses by the program's own odometry. */
export async function foundPoses({ drive, source }: Survey): Promise<ScanPose[]> {
  const odometry = new Odometry(source.sensor);
  const poses: ScanPose[] = [];
  for (let index = 0; index < drive.scans; index++)
    poses.push(...(await odometry.next({ index, ...(await source.read(index)) })));
  return [...poses, ...odometry.finish()];
}

/** Error of a scan of the second survey in the map of the first, whose first pose is at its first scan. */
export function joinError(
  first: Survey,
  second: Survey,
  scan: number,
  T_map1_sensor: Rigid,
): { metres: number; degrees: number } {
  const error = compose(invert(compose(invert(first.truth(0)), second.truth(scan))), T_map1_sensor);
  return { metres: Math.hypot(...error.t), degrees: (180 / Math.PI) * rotationAngle(error.R) };
}
