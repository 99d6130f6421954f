import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import type { Scan } from '../../../src-core/model/scan.ts';
import { reflectivityContrast } from '../../../src-core/odometry/frame/reflectivity-contrast.ts';
import type { ScanPoints } from '../../../src-core/odometry/frame/scan-points.ts';

const SEED = 233;
const COUNT = 5000;

/** Returns along x at given ranges, m, and their reflectivity. */
function returnsAt(ranges: ArrayLike<number>, reflectivity: ArrayLike<number>): [Scan, ScanPoints] {
  const count = ranges.length;
  const xyz = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) xyz[3 * i] = ranges[i];
  // Each pixel is another place than its point's, as after the filter.
  const pixel = Uint32Array.from({ length: count }, (_, i) => count - 1 - i);
  const image = new Uint16Array(count);
  for (let i = 0; i < count; i++) image[pixel[i]] = reflectivity[i];
  return [{ reflectivity: image } as unknown as Scan, { count, xyz, pixel }];
}

describe(`reflectivity contrast (seed ${SEED})`, () => {
  it('is the reflectivity over the mean of its class of ranges, each 15 % farther than the last', () => {
    const random = seededRandom(SEED);
    // From the blind zone to beyond the last class, in leaps.
    const ranges = Float32Array.from({ length: COUNT }, () => 0.2 * 1000 ** random.uniform());
    const reflectivity = Uint16Array.from({ length: COUNT }, () => 100 * random.uniform());
    const [scan, points] = returnsAt(ranges, reflectivity);
    const out = new Float32Array(COUNT);
    reflectivityContrast(scan, points, out);
    const classOf = (range: number): number =>
      Math.min(Math.max(Math.floor(Math.log(range / 0.5) / Math.log(1.15)), 0), 39);
    const classes = Array.from(ranges, classOf);
    expect(new Set(classes).size).toBe(40);
    for (let i = 0; i < COUNT; i++) {
      const own = reflectivity.filter((_, k) => classes[k] === classes[i]);
      const usual = own.reduce((sum, value) => sum + value, 0) / own.length;
      const expected = usual > 0 ? Math.min(reflectivity[i] / usual - 1, 2) : 0;
      expect(out[i], `return at ${ranges[i]} m`).toBeCloseTo(expected, 5);
    }
  });

  it('bounds a retro-reflector, and is 0 where nothing reflects', () => {
    const [scan, points] = returnsAt([3, 3, 3, 3, 20, 20], [10, 10, 10, 1000, 0, 0]);
    const out = new Float32Array(6);
    reflectivityContrast(scan, points, out);
    expect(out[3]).toBe(2);
    expect([...out.subarray(4)]).toEqual([0, 0]);
  });
});
