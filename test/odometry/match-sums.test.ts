import { describe, expect, it } from 'vitest';
import { type NormalSystem, normalSystem } from '../../src-core/math/normal-system.ts';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, identity } from '../../src-core/math/se3.ts';
import { hasSimdKernels } from '../../src-core/math/simd-kernels.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { type MatchPoints, MatchSums } from '../../src-core/odometry/match/match-sums.ts';
import { Submap } from '../../src-core/odometry/match/submap.ts';

const SEED = 29;
const LIMITS = { rangeSigma: 0.02, inlierSigmas: 3, maxNormalAngleDeg: 35 };

/** Points on the walls, floor and roof of a drive of 4 m x 3 m, some of them off the wall. */
function drive(random: Random, count: number): Float32Array {
  const xyz = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const along = 20 * random.uniform() - 10;
    const across = 4 * random.uniform() - 2;
    const up = 3 * random.uniform() - 1.2;
    const off = 0.01 * random.normal() + (random.uniform() < 0.05 ? 0.4 : 0);
    const side = random.below(4);
    const y = side === 0 ? -2 + off : side === 1 ? 2 - off : across;
    const z = side === 2 ? -1.2 + off : side === 3 ? 1.8 - off : up;
    xyz.set([along, y, z], 3 * i);
  }
  return xyz;
}

/** Points of a scan with normals that are right, wrong, or not known. */
function points(random: Random, count: number): MatchPoints {
  const xyz = drive(random, count);
  const normal = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const kind = random.uniform();
    if (kind < 0.2) continue;
    const toWall = Math.abs(Math.abs(xyz[3 * i + 1]) - 2) < 0.1;
    normal[3 * i + (toWall === kind < 0.9 ? 1 : 2)] = random.uniform() < 0.5 ? 1 : -1;
  }
  return { count, xyz, normal };
}

function submap(random: Random): Submap {
  const map = new Submap();
  for (let k = 0; k < 6; k++) map.insert(drive(random, 4000), 4000, identity());
  return map;
}

/** A pose some centimetres and a degree off. */
function near(random: Random): Rigid {
  return exp(Float64Array.from({ length: 6 }, (_, k) => (k < 3 ? 0.02 : 0.1) * random.normal()));
}

function sumsAt(sums: MatchSums, scan: MatchPoints, pose: Rigid, kernel: number): NormalSystem {
  const system = normalSystem();
  sums.at(scan, pose, kernel, system);
  return system;
}

describe(`sums of a match in WebAssembly (seed ${SEED})`, () => {
  it('are run here', () => {
    expect(hasSimdKernels()).toBe(true);
  });

  it('are those of TypeScript to the last bit, from step to step, for more points and for fewer', () => {
    const random = seededRandom(SEED);
    const map = submap(random);
    const [simd, plain] = [new MatchSums(LIMITS), new MatchSums(LIMITS, false)];
    for (const count of [400, 1, 5000, 0, 3000, 7001]) {
      const scan = points(random, count);
      for (const sums of [simd, plain]) sums.begin(map, count);
      let pose = near(random);
      for (const kernel of [1, 0.3, 0.1, 0.03, 0]) {
        const expected = sumsAt(plain, scan, pose, kernel);
        expect(sumsAt(simd, scan, pose, kernel)).toEqual(expected);
        if (count > 100) expect(expected.inliers).toBeGreaterThan(0.2 * count);
        if (count > 100) expect(expected.matched).toBeGreaterThan(expected.inliers);
        pose = compose(pose, exp(Float64Array.from({ length: 6 }, () => 0.01 * random.normal())));
      }
      // Another submap under the same points: nothing is remembered of the last.
      map.insert(drive(random, 2000), 2000, identity());
    }
  });

  it('are those of TypeScript for poses far away, and for one that is no number', () => {
    const random = seededRandom(SEED + 1);
    const map = submap(random);
    const scan = points(random, 300);
    const [simd, plain] = [new MatchSums(LIMITS), new MatchSums(LIMITS, false)];
    for (const sums of [simd, plain]) sums.begin(map, scan.count);
    const { R } = identity();
    for (const x of [0, 1e5, -1e5, Number.NaN, 0.01]) {
      const pose = { R, t: Float64Array.of(x, 0, 0) };
      expect(sumsAt(simd, scan, pose, 0.1)).toEqual(sumsAt(plain, scan, pose, 0.1));
    }
  });
});
