import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { rowsOfPoints, TIME_SLICES, timedCloudScan } from '../../src-core/model/timed-cloud.ts';
import { scanClock } from '../../src-core/odometry/frame/scan-clock.ts';
import { decodeScan, encodeScan } from '../../src-main/project/codecs/scan-codec.ts';

const SEED = 5;

function points(count: number, hasTimes = true) {
  const { uniform, normal } = seededRandom(SEED + count);
  return {
    count,
    xyz: Float32Array.from({ length: 3 * count }, () => 20 * normal()),
    reflectivity: Uint16Array.from({ length: count }, () => Math.floor(1 + 60_000 * uniform())),
    // In no order, with clumps.
    seconds: hasTimes
      ? Float64Array.from({ length: count }, () => (0.1 * Math.round(40 * uniform()) ** 2) / 1600)
      : null,
    stampNs: 123_456_789_000n,
  };
}

/** Points of a scan as text, in order. */
function listOf(
  xyz: ArrayLike<number>,
  reflectivity: ArrayLike<number>,
  has: (i: number) => boolean,
): string[] {
  return Array.from(reflectivity, (value, i) => ({ value, i }))
    .filter(({ i }) => has(i))
    .map(({ value, i }) => `${[0, 1, 2].map((k) => Math.round(1e4 * xyz[3 * i + k])).join(' ')} ${value}`)
    .sort();
}

describe(`scans of timed clouds, seed ${SEED}`, () => {
  it.each([0, 1, 3, 1000, TIME_SLICES, TIME_SLICES + 1, 20_011])(
    'keep each of %i points to 0.05 mm',
    (count) => {
      const input = points(count);
      const scan = timedCloudScan(input, 7, rowsOfPoints(count) + 1);
      expect(listOf(scan.xyz!, scan.reflectivity, (i) => scan.rangeMm[i] > 0)).toEqual(
        listOf(input.xyz, input.reflectivity, () => true),
      );
    },
  );

  it('have points in slices of time, each within its slice of the frame', () => {
    const input = points(20_011);
    const scan = timedCloudScan(input, 0, rowsOfPoints(20_011));
    const clock = scanClock(scan, 10);
    const sorted = Float64Array.from(input.seconds!).sort();
    // A slice has the points of a 1024th of the frame, in order, and their mean time.
    for (let column = 0, from = 0; column < TIME_SLICES; column++) {
      const to = Math.ceil(((column + 1) * 20_011) / TIME_SLICES);
      const mean = sorted.subarray(from, to).reduce((sum, time) => sum + time, 0) / (to - from);
      const known = Number(clock.firstNs - input.stampNs) * 1e-9 + clock.fraction[column] * clock.period;
      expect(Math.abs(known - mean)).toBeLessThan(2e-9);
      from = to;
    }
  });

  it('of one instant take no time', () => {
    const scan = timedCloudScan(points(5000, false), 0, 5);
    const clock = scanClock(scan, 10);
    expect(clock.period).toBeLessThan(1e-5);
    expect(new Set(clock.fraction)).toEqual(new Set([0.5]));
  });

  it('come back from the project to the bit, and damaged bytes are refused', () => {
    const scan = timedCloudScan(points(20_011), 65_535, rowsOfPoints(20_011) + 2);
    const bytes = encodeScan(scan);
    expect(decodeScan(bytes)).toEqual(scan);
    for (let cut = 0; cut < bytes.length; cut += 997)
      expect(() => decodeScan(bytes.subarray(0, cut))).toThrow();
  });
});
