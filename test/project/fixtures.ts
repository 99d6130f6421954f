import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { newCaptureHealth } from '../../src-core/io/capture/capture-health.ts';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import { exp } from '../../src-core/math/se3.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import type { CaptureHealth, CaptureItem, ImuSample, Scan } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import type { CaptureFile } from '../../src-main/project/captures.ts';

/** A folder that goes when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'socavon-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A made-up sensor with every kind of field set. */
export function sensor(beams = 16, columns = 1024): SensorModel {
  const unit = { R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), t: Float64Array.of(0.1, 1 / 3, -0.03618) };
  return {
    productLine: 'OS-1-16-A0',
    serial: '991',
    firmware: 'v1.13.0',
    lidarMode: '1024x10',
    profile: 'LEGACY',
    initId: null,
    beams,
    columnsPerFrame: columns,
    columnsPerPacket: 16,
    rotationHz: 10,
    columnWindow: [0, columns - 1],
    beamAltitudeDeg: Float64Array.from({ length: beams }, (_, i) => 16.6 - (33.2 * i) / (beams - 1)),
    beamAzimuthDeg: Float64Array.from({ length: beams }, (_, i) => -3.387 + 0.01 * i),
    pixelShiftByRow: Int32Array.from({ length: beams }, (_, i) => -i),
    beamOriginMm: 15.806,
    T_sensor_lidar: unit,
    T_sensor_imu: unit,
    packetSlots: 64,
    slotOfBeam: Int32Array.from({ length: beams }, (_, i) => 4 * i + 3),
    udpPortLidar: 7502,
    udpPortImu: 7503,
    assumptions: [{ message: 'The beam origin is taken as 15.806 mm.' }],
  };
}

/** A scan as a tunnel gives it: smooth walls with noise, holes, streaks, a few columns lost. */
export function tunnelScan(random: Random, index: number, beams = 16, columns = 1024): Scan {
  const scan = emptyScan(beams, columns, index & 0xffff);
  const startNs = 1_700_000_000_000_000_000n + BigInt(index) * 100_000_000n;
  for (let c = 0; c < columns; c++) {
    if (random.uniform() < 0.01) continue;
    scan.columnValid[c] = 1;
    scan.stampNs[c] = startNs + BigInt(c) * 97_656n + BigInt(Math.floor(random.uniform() * 200));
    for (let b = 0; b < beams; b++) {
      const pixel = b * columns + c;
      const wall = 2250 + 1500 * Math.abs(Math.sin((8 * c) / columns + b / 9 + index / 50));
      if (random.uniform() > 0.02) scan.rangeMm[pixel] = wall + 20 * random.normal();
      scan.reflectivity[pixel] = 900 + 300 * Math.sin(c / 30) + 40 * random.normal();
      scan.signal[pixel] = 300 + 30 * random.normal();
      scan.nearIr[pixel] = 12 + 3 * Math.abs(random.normal());
    }
  }
  return scan;
}

export function emptyScan(beams: number, columns: number, frameId = 0): Scan {
  const pixels = beams * columns;
  return {
    frameId,
    beams,
    columns,
    rangeMm: new Uint32Array(pixels),
    reflectivity: new Uint16Array(pixels),
    signal: new Uint16Array(pixels),
    nearIr: new Uint16Array(pixels),
    stampNs: new BigUint64Array(columns),
    columnValid: new Uint8Array(columns),
  };
}

export function imuSample(stampNs: bigint, random: Random): ImuSample {
  return {
    stampNs,
    accel: [random.normal(), random.normal(), 9.81 + random.normal()],
    gyro: [random.normal(), 1e-3 * random.normal(), random.normal()],
  };
}

/** `scans` rotations with ten inertial readings each, in the order of the sensor clock. */
export async function* captureItems(seed: number, scans: number, beams = 16, columns = 1024) {
  const random = seededRandom(seed);
  for (let i = 0; i < scans; i++) {
    const scan = tunnelScan(random, i, beams, columns);
    const startNs = 1_700_000_000_000_000_000n + BigInt(i) * 100_000_000n;
    for (let k = 0; k < 10; k++)
      yield {
        kind: 'imu',
        sample: imuSample(startNs + BigInt(k) * 10_000_000n, random),
      } satisfies CaptureItem;
    yield { kind: 'scan', scan } satisfies CaptureItem;
  }
}

export function health(scans: number): CaptureHealth {
  return {
    ...newCaptureHealth(),
    lidarPackets: 64 * scans,
    scans,
    otherPackets: new Map([['68:300', 2]]),
    firstStampNs: 1_700_000_000_000_000_000n,
    lastStampNs: 2n ** 64n - 1n,
    warnings: [{ message: '2 packets came twice.' }],
  };
}

export function captureFile(name: string, sha256 = name.padEnd(64, '0')): CaptureFile {
  return { name, sizeBytes: 5_000_000_000, sha256, modifiedAt: '2024-03-01T12:00:00.000Z' };
}

export function scanPose(random: Random, scanIndex: number): ScanPose {
  const twist = () => Array.from({ length: 6 }, () => random.normal());
  return {
    scanIndex,
    frameId: 65530 + scanIndex,
    stampNs: 1_700_000_000_123_456_789n + BigInt(scanIndex),
    T_map_sensor: exp(twist()),
    T_first_last: exp(twist()),
    gyroBias: scanIndex % 2 === 0 ? null : [1e-3, -1 / 3, 0],
    isKeyframe: scanIndex % 3 === 0,
    quality: {
      eigenvalues: [0.1, 1, 2, 3, 4, 1e9 / 3],
      weakDirection: [1, 0, 0],
      weakSigma: scanIndex === 0 ? Number.POSITIVE_INFINITY : random.uniform(),
      weakShare: 0.12,
      degenerate: scanIndex % 2 === 1,
      heldBy: scanIndex % 2 === 1 ? 'assumed' : 'reflectivity',
      alongSigma: random.uniform(),
      byGyro: scanIndex % 2 === 1,
      covariance: Array.from({ length: 36 }, () => random.normal()),
      inliers: 900,
      matched: 1000,
      rms: 0.021,
      iterations: 7,
      converged: true,
    },
  };
}
