import { beforeAll, describe, expect, it } from 'vitest';
import { compose, invert, log } from '../../../src-core/math/se3.ts';
import type { Scan } from '../../../src-core/model/scan.ts';
import { beamGeometry } from '../../../src-core/odometry/frame/beam-geometry.ts';
import {
  columnPosesOf,
  ScanDeskewer,
  type ScanMotion,
} from '../../../src-core/odometry/frame/deskewed-scan.ts';
import { type RateSamples, rateSamples } from '../../../src-core/odometry/frame/gyro-rotation.ts';
import type { ColumnPoses } from '../../../src-core/odometry/frame/motion.ts';
import { scanClock } from '../../../src-core/odometry/frame/scan-clock.ts';
import { RANGE_FILTER_DEFAULTS } from '../../../src-core/odometry/frame/scan-points.ts';
import { castScan, poseOfColumn } from '../../../src-simulate/cast-scan.ts';
import { type Drive, simulateDrive } from '../../../src-simulate/drive.ts';
import { simulatedSensor } from '../../../src-simulate/os1-16.ts';
import { SHORT_DRIVE } from '../../simulate/short-drive.ts';
import { rockGaps, trimmedRms } from './rock-gaps.ts';

const SEED = 59;
/** At the highest speed of the short drive. */
const INDEX = 15;
const SWAY = { frequency: 1.6, rollDeg: 8, pitchDeg: 6, yawDeg: 8, heave: 0.05, lateral: 0.06, weave: 0.3 };
const sensor = simulatedSensor('legacy16');

describe(`a scan taken by a machine that runs and sways (seed ${SEED})`, () => {
  let drive: Drive;
  let exact: Scan;
  let noisy: Scan;
  let rates: RateSamples;
  let truePoses: ColumnPoses;
  let twist: Float64Array;

  beforeAll(() => {
    const imu = { ...SHORT_DRIVE.imu, gyroNoise: 0, gyroBias: 0, gyroWalk: 0 };
    const options = { ...SHORT_DRIVE, seed: SEED, imu, sway: SWAY, dropout: 0 };
    drive = simulateDrive({ ...options, rangeNoise: 0 });
    exact = castScan(drive, INDEX);
    noisy = castScan(simulateDrive({ ...options, rangeNoise: 0.02 }), INDEX);
    const readings = drive.imu.map(({ gyroStampNs, accel, gyro }) => ({
      stampNs: gyroStampNs,
      accel: [accel[0], accel[1], accel[2]] as const,
      gyro: [gyro[0], gyro[1], gyro[2]] as const,
    }));
    rates = rateSamples(readings, sensor.T_sensor_imu.R, scanClock(exact, sensor.rotationHz).firstNs);
    const T_middle_world = invert(middle());
    truePoses = new Float64Array(12 * exact.columns);
    for (let column = 0; column < exact.columns; column++) {
      const { R, t } = compose(T_middle_world, poseOfColumn(drive, INDEX, column));
      truePoses.set(R, 12 * column);
      truePoses.set(t, 12 * column + 9);
    }
    const at = (fraction: number) => drive.trajectory.poseAt((INDEX + fraction) / sensor.rotationHz);
    twist = log(compose(invert(at(0)), at(1)));
  });

  const middle = () => drive.trajectory.poseAt((INDEX + 0.5) / sensor.rotationHz);

  /** Root mean square distance to the rock with each column taken to the middle of the rotation, and that placed true. */
  function offRock(scan: Scan, poses: ColumnPoses): number {
    const deskewer = new ScanDeskewer(beamGeometry(sensor), RANGE_FILTER_DEFAULTS);
    deskewer.read(scan);
    const count = deskewer.deskewAll(poses);
    const world = new Float64Array(3 * count);
    const { R, t } = middle();
    for (let i = 0; i < count; i++) {
      const [x, y, z] = deskewer.xyz.subarray(3 * i, 3 * i + 3);
      for (let k = 0; k < 3; k++)
        world[3 * i + k] = R[3 * k] * x + R[3 * k + 1] * y + R[3 * k + 2] * z + t[k];
    }
    return trimmedRms(rockGaps(drive, world, count));
  }

  const by = (motion: ScanMotion) => columnPosesOf(scanClock(exact, sensor.rotationHz), rates, motion);

  it('is more than a centimetre off the rock as captured, and on it where each column has its true pose', () => {
    expect(offRock(exact, by({ twist: new Float64Array(6), gyroBias: null }))).toBeGreaterThan(0.01);
    expect(offRock(exact, truePoses)).toBeLessThan(5e-4);
  });

  it('lies within 2 mm of the rock by the gyro, better than at constant velocity', () => {
    const byGyro = offRock(exact, by({ twist, gyroBias: [0, 0, 0] }));
    const byTwist = offRock(exact, by({ twist, gyroBias: null }));
    expect(byGyro).toBeLessThan(0.002);
    expect(byTwist).toBeLessThan(0.02);
    expect(byGyro).toBeLessThan(byTwist / 2);
  });

  it('with the noise of a range is as near to the rock as with the true pose of each column', () => {
    const byGyro = offRock(noisy, by({ twist, gyroBias: [0, 0, 0] }));
    const byTruth = offRock(noisy, truePoses);
    expect(byTruth).toBeGreaterThan(0.008);
    expect(Math.abs(byGyro / byTruth - 1)).toBeLessThan(0.01);
  });

  it('is held with returns that were computed before as if they were read, and read where their filter is another', () => {
    const at = by({ twist, gyroBias: null });
    const points = (deskewer: ScanDeskewer): number[] => {
      const count = deskewer.deskewAll(at);
      return [...deskewer.xyz.subarray(0, 3 * count), ...deskewer.raw.pixel.subarray(0, count)];
    };
    const plain = new ScanDeskewer(beamGeometry(sensor), RANGE_FILTER_DEFAULTS);
    const expected = [...plain.contrastOf(noisy).subarray(0, plain.raw.count), ...points(plain)];
    const returns = plain.returnsOf(noisy);
    plain.read(exact);

    const holding = new ScanDeskewer(beamGeometry(sensor), RANGE_FILTER_DEFAULTS);
    holding.hold(exact);
    expect(holding.hold(noisy, returns)).toBe(returns.points);
    expect([...holding.contrastOf(noisy), ...points(holding)]).toEqual(expected);
    holding.read(exact);
    expect(holding.raw).not.toBe(returns.points);
    expect(points(holding)).toEqual(points(plain));

    const near = new ScanDeskewer(beamGeometry(sensor), { ...RANGE_FILTER_DEFAULTS, maxRange: 3 });
    near.hold(noisy, returns);
    expect(near.raw.count).toBeGreaterThan(0);
    expect(near.raw.count).toBeLessThan(returns.points.count);
  });
});
