import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import { exp, expSo3 } from '../../../src-core/math/se3.ts';
import { hasSimdKernels } from '../../../src-core/math/simd-kernels.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { deskew } from '../../../src-core/odometry/frame/deskew.ts';
import { constantVelocityColumns } from '../../../src-core/odometry/frame/motion.ts';
import type { ScanPoints } from '../../../src-core/odometry/frame/scan-points.ts';
import { CellRunFinder, RUN_STRIDE } from '../../../src-core/odometry/match/cell-runs.ts';
import { ReflectivityMap } from '../../../src-core/odometry/match/reflectivity-map.ts';

const SEED = 911;
const [BEAMS, COLUMNS, CELL] = [8, 96, 0.15];
const PIXELS = BEAMS * COLUMNS;

/** Some returns of a wavy tube around the sensor, ring by ring. */
function returns(random: ReturnType<typeof seededRandom>, share: number): ScanPoints {
  const points: ScanPoints = { count: 0, xyz: new Float32Array(3 * PIXELS), pixel: new Uint32Array(PIXELS) };
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    if (random.uniform() > share) continue;
    const angle = (2 * Math.PI * (pixel % COLUMNS)) / COLUMNS;
    const r = 2 + Math.sin(5 * angle) + 0.02 * random.normal();
    const height = 0.4 * (Math.floor(pixel / COLUMNS) - BEAMS / 2);
    points.xyz.set([r * Math.cos(angle), r * Math.sin(angle), height], 3 * points.count);
    points.pixel[points.count++] = pixel;
  }
  return points;
}

function placed({ xyz, pixel, count }: ScanPoints, poses: Float64Array, { R, t }: Rigid): Float64Array {
  const seen = new Float32Array(3 * count);
  deskew(xyz, pixel, count, COLUMNS, poses, seen);
  return Float64Array.from({ length: 3 * count }, (_, at) => {
    const [p, row] = [3 * Math.floor(at / 3), 3 * (at % 3)];
    return R[row] * seen[p] + R[row + 1] * seen[p + 1] + R[row + 2] * seen[p + 2] + t[at % 3];
  });
}

const clock = {
  firstNs: 0n,
  period: 0.1,
  fraction: Float64Array.from({ length: COLUMNS }, (_, c) => c / COLUMNS),
};

describe(`cells that the returns of a scan fall into (seed ${SEED})`, () => {
  it.each<[string, number[], number]>([
    ['at the origin', [0, 0, 0], 1],
    ['at a northing of the country', [273_000.25, 8_600_000.5, 4_100], 0.8],
    ['on the other side of all axes', [-310.3, -42.1, -7.7], 0.35],
    ['of two returns', [1, 2, 3], 0.003],
  ])('are those of the placed points, with and without SIMD: %s', (_name, t, share) => {
    const random = seededRandom(SEED);
    expect(hasSimdKernels()).toBe(true);
    const [simd, plain] = [true, false].map((fast) => new CellRunFinder(PIXELS, COLUMNS, fast));
    const [one, by] = [new ReflectivityMap(CELL, 4), new ReflectivityMap(CELL, 4)];
    for (let scan = 0; scan < 12; scan++) {
      const points = returns(random, share);
      const contrast = Float32Array.from({ length: points.count }, () => random.normal());
      const poses = constantVelocityColumns(
        clock,
        [1, 2, 3, 4, 5, 6].map(() => 0.1 * random.normal()),
      );
      const pose = {
        R: expSo3(random.normal(), random.normal(), random.normal()),
        t: Float64Array.from(t, (value) => value + 0.1 * scan),
      };
      const runs = plain.of(points, poses, pose, CELL);
      const fast = simd.of(points, poses, pose, CELL);
      expect(fast.count).toBe(runs.count);
      const used = RUN_STRIDE * runs.count;
      expect([...fast.runs.subarray(0, used)]).toEqual([...runs.runs.subarray(0, used)]);
      const xyz = placed(points, poses, pose);
      by.add(xyz, points.count, contrast);
      one.addRuns(fast, contrast);
      expect(one.count).toBe(by.count);
      for (let at = 0; at < xyz.length; at += 3) {
        const [x, y, z] = xyz.subarray(at, at + 3);
        expect(one.at(x, y, z)).toBe(by.at(x, y, z));
      }
    }
  });

  it('are told exactly at their very faces', () => {
    const [simd, plain] = [true, false].map((fast) => new CellRunFinder(PIXELS, COLUMNS, fast));
    const standing = constantVelocityColumns(clock, [0, 0, 0, 0, 0, 0]);
    const points: ScanPoints = {
      count: PIXELS,
      xyz: Float32Array.from({ length: 3 * PIXELS }, (_, at) => Math.fround((at - PIXELS) * CELL)),
      pixel: Uint32Array.from({ length: PIXELS }, (_, pixel) => pixel),
    };
    for (const size of [CELL, 0.1, 0.25, 1 / 3]) {
      const runs = plain.of(points, standing, exp([0, 0, 0, 0, 0, 0]), size);
      const fast = simd.of(points, standing, exp([0, 0, 0, 0, 0, 0]), size);
      expect(fast.count).toBe(runs.count);
      const used = RUN_STRIDE * runs.count;
      expect([...fast.runs.subarray(0, used)]).toEqual([...runs.runs.subarray(0, used)]);
    }
  });
});
