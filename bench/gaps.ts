import type { Command } from 'commander';
import { compose, invert } from '../src-core/math/se3.ts';
import { isUnobserved, type ScanPose } from '../src-core/model/pose.ts';
import type { Rigid } from '../src-core/model/rigid.ts';
import type { ImuSample, Scan } from '../src-core/model/scan.ts';
import { alignmentQuality } from '../src-core/odometry/alignment-quality.ts';
import { Odometry } from '../src-core/odometry/odometry.ts';
import { parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { castScan } from '../src-simulate/cast-scan.ts';
import { type Drive, simulateDrive } from '../src-simulate/drive.ts';
import { ROTATION_HZ, simulatedSensor } from '../src-simulate/os1-16.ts';
import { type PresetName, presetOptions } from '../src-simulate/presets.ts';
import { markdownTable, signed, verdict } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';

interface GapsOptions {
  readonly seed: number;
  readonly write?: boolean;
}

const PRESETS: readonly PresetName[] = ['rough', 'curved', 'smooth'];
const SPEEDS = [1, 2];
/** Seconds without scans. */
const GAPS = [1, 2, 5, 10, 30];
/** Where the recorder stalls, and how much is driven before, m. */
const STALLS_AT = 14;
const BEFORE = 10;
/** Scans after the gap. */
const AFTER = 12;
/** Least ± of a length, m: that of any two scans. */
const LEAST = 0.01;

/** `npm run bench -- gaps` */
export function registerGaps(program: Command): void {
  benchCommand(program, 'gaps', 'recorders that stall while the robot drives: length within its ±, or told')
    .option('--seed <n>', 'of the simulator', parseSeed, 1)
    .action((options: GapsOptions) => present('gaps', options, () => gaps(options)));
}

async function gaps({ seed }: GapsOptions): Promise<BenchReport> {
  const rows: string[][] = [];
  let silent = 0;
  for (const preset of PRESETS)
    for (const speed of SPEEDS) {
      const drive = simulateDrive({ ...presetOptions(preset, 80), speed, stillStart: 1, stillEnd: 0, seed });
      const scans = new Map<number, Scan>();
      for (const seconds of GAPS)
        for (const imu of [true, false]) {
          say(`${preset}, ${speed} m/s, ${seconds} s, ${imu ? 'with' : 'without'} IMU`);
          const {
            off,
            plusMinus,
            metres,
            quality,
            told: isKnown,
          } = await acrossGap(drive, scans, speed, seconds, imu);
          const isWithin = Math.abs(off) <= Math.max(plusMinus, LEAST);
          if (!isWithin || (isUnobserved(quality) && !isKnown)) silent++;
          rows.push([
            preset,
            `${speed}`,
            `${seconds}`,
            imu ? 'yes' : 'no',
            metres.toFixed(2),
            signed(off, 3),
            plusMinus.toFixed(2),
            quality.heldBy,
            isKnown ? 'yes' : 'no',
            isWithin ? 'yes' : 'no',
          ]);
        }
    }
  return {
    title: 'Gaps in the recording',
    body: [
      `Drives of seed ${seed}; the recorder stalls ${STALLS_AT} m in, the IMU with it or not. Length is that of the straight line from the last scan before the gap to the first after it; ± is 95 %.`,
      markdownTable(
        ['drive', 'm/s', 'gap, s', 'IMU', 'length, m', 'off, m', '±, m', 'by', 'warned', 'within'],
        rows,
      ),
      `Length within its ±, and warned of where it was not observed: ${rows.length - silent} of ${rows.length}, ${verdict(silent === 0)}.`,
    ],
    boundsMet: silent === 0,
  };
}

/** Aligns a drive around a gap, and compares the step across it with the truth. */
async function acrossGap(
  drive: Drive,
  scans: Map<number, Scan>,
  speed: number,
  seconds: number,
  withImu: boolean,
) {
  const from = Math.round(ROTATION_HZ * (1 + STALLS_AT / speed));
  const to = from + Math.round(ROTATION_HZ * seconds);
  const odometry = new Odometry(simulatedSensor('legacy16'));
  const poses: ScanPose[] = [];
  for (let index = from - Math.round((ROTATION_HZ * BEFORE) / speed); index < to + AFTER; index++) {
    if (index >= from && index < to) continue;
    const scan = scans.get(index) ?? castScan(drive, index);
    scans.set(index, scan);
    const imu = readingsOf(drive, withImu && index === to ? from : index, index);
    poses.push(...(await odometry.next({ index, scan, imu })));
  }
  poses.push(...odometry.finish());
  const after = poses.findIndex(({ scanIndex }) => scanIndex === to);
  const truth = (scan: number): Rigid => drive.trajectory.poseAt(scan / ROTATION_HZ);
  const metres = distance(truth(from - 1), truth(to));
  const { quality, T_map_sensor } = poses[after];
  return {
    metres,
    off: distance(poses[after - 1].T_map_sensor, T_map_sensor) - metres,
    plusMinus: 1.96 * quality.alongSigma,
    quality,
    told: alignmentQuality({ poses }).warnings.some(({ code }) => code === 'recording-gap'),
  };
}

/** Readings from the first column of one scan to the end of another. */
function readingsOf(drive: Drive, first: number, last: number): ImuSample[] {
  const at = (scan: number): bigint => drive.clockStartNs + BigInt(Math.round((scan * 1e9) / ROTATION_HZ));
  return drive.imu
    .filter(({ gyroStampNs }) => gyroStampNs >= at(first) && gyroStampNs < at(last + 1))
    .map(({ gyroStampNs, accel, gyro }) => ({
      stampNs: gyroStampNs,
      accel: [accel[0], accel[1], accel[2]],
      gyro: [gyro[0], gyro[1], gyro[2]],
    }));
}

function distance(a: Rigid, b: Rigid): number {
  return Math.hypot(...compose(invert(a), b).t);
}
