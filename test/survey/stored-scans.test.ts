import { describe, expect, it } from 'vitest';
import type { InstrumentCalibration } from '../../src-core/model/instrument-calibration.ts';
import type { CaptureItem, ImuSample, Scan } from '../../src-core/model/scan.ts';
import { calibratedStore } from '../../src-core/survey/calibrated-store.ts';
import type { ScanStore } from '../../src-core/survey/scan-store.ts';
import { firstStampNs, lastStampNs, storedScans } from '../../src-core/survey/stored-scans.ts';
import { boxedDrive, boxSensor } from '../calibration/boxed-drive.ts';

const reading = (stampNs: bigint): ImuSample => ({ stampNs, accel: [0, 0, 9.81], gyro: [0, 0, 0] });
const scanOf = (...stampNs: bigint[]): Scan => ({ stampNs: BigUint64Array.from(stampNs) }) as Scan;

async function stored(items: readonly CaptureItem[]) {
  async function* all() {
    yield* items;
  }
  const found: { index: number; scan: Scan; imu: bigint[] }[] = [];
  for await (const { index, scan, imu } of storedScans(all()))
    found.push({ index, scan, imu: imu.map(({ stampNs }) => stampNs) });
  return found;
}

describe('scans of a capture with their readings', () => {
  const imu = (stampNs: bigint): CaptureItem => ({ kind: 'imu', sample: reading(stampNs) });
  const [first, second] = [scanOf(0n, 100n, 150n, 0n), scanOf(200n, 250n)];

  it('have those up to their last column in order of time, each reading once, the rest left for the next', async () => {
    const found = await stored([
      ...[imu(160n), imu(120n), imu(150n), imu(90n), { kind: 'scan', scan: first } as const],
      ...[imu(240n), imu(300n), { kind: 'scan', scan: second } as const, imu(310n)],
    ]);
    expect(found).toEqual([
      { index: 0, scan: first, imu: [90n, 120n, 150n] },
      { index: 1, scan: second, imu: [160n, 240n] },
    ]);
  });

  it('begin and end with their first and last column that came', () => {
    expect([firstStampNs(first), lastStampNs(first)]).toEqual([100n, 150n]);
    expect([firstStampNs(scanOf(0n, 0n)), lastStampNs(scanOf(0n, 0n))]).toEqual([0n, 0n]);
  });
});

describe('a store of a calibrated instrument', () => {
  const sensor = boxSensor();
  const [{ scan }] = boxedDrive({ seed: 1, scans: 1, step: 0.1, noise: 0, errors: {} });
  // 10 mm longer after 10 s than at the first scan; readings 4 ms late.
  const parameter = { index: 0, sigma: 1e-4, isObserved: true, isApplied: true };
  const calibration = {
    ...{ serial: '1', productLine: 'OS-1-16-A0', beams: 16, knotSeconds: [0, 10], medianSignal: 300 },
    parameters: [
      { ...parameter, kind: 'warm-up', index: 1, value: 0.01 },
      { ...parameter, kind: 'imu-delay', value: 0.004 },
    ],
  } as unknown as InstrumentCalibration;
  const at = (seconds: number): Scan => ({
    ...scan,
    stampNs: scan.stampNs.map(() => 5_000_000_000n + BigInt(1e9 * seconds)),
  });
  const scans = [at(0), at(5), at(10), { ...scan, stampNs: new BigUint64Array(scan.columns) }];
  const released: number[] = [];
  const store: ScanStore = {
    ...{ sensor, count: scans.length },
    read: async (index) => ({
      ...{ index, scan: scans[index], imu: [reading(1_000_000_000n)] },
      release: () => void released.push(index),
    }),
  };
  const meanShortening = (corrected: Scan): number => {
    let [sum, count] = [0, 0];
    corrected.rangeMm.forEach((range, pixel) => {
      if (scan.rangeMm[pixel] === 0) return;
      sum += scan.rangeMm[pixel] - range;
      count++;
    });
    return sum / count;
  };

  it.each([
    [0, 0],
    [1, 5],
    [2, 10],
    // One without a stamp is taken for the first.
    [3, 0],
  ])(
    'reads scan %i shorter by its warm-up since the first scan, %i mm, whichever is read first',
    async (index, mm) => {
      const calibrated = calibratedStore(store, calibration);
      expect(calibrated.count).toBe(scans.length);
      const read = await calibrated.read(index);
      expect(read.index).toBe(index);
      // Ranges are whole millimetres, rounded so that their mean is not.
      expect(meanShortening(read.scan)).toBeCloseTo(mm, 1);
      expect(read.imu[0].stampNs).toBe(996_000_000n);
      released.length = 0;
      read.release?.();
      expect(released).toEqual([index]);
    },
  );
});
