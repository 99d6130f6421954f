import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, compose, exp, invert, log } from '../../src-core/math/se3.ts';
import { cellMeans } from '../../src-lab/clouds/thin-cloud.ts';
import { CliqueSearch, coreNumbers } from '../../src-lab/global/cliques.ts';
import type { ConsistencyGraph } from '../../src-lab/global/consistency-graph.ts';
import { FEATURE_LENGTH, pointFeatures } from '../../src-lab/global/fpfh.ts';
import { radiusNeighbours } from '../../src-lab/global/radius-neighbours.ts';
import { surfaceOf } from '../../src-lab/global/surface.ts';
import { truncatedPose } from '../../src-lab/global/truncated-pose.ts';
import { filledWith, saddle, transformed } from './clouds.ts';

function graphOf(count: number, edges: readonly (readonly [number, number])[]): ConsistencyGraph {
  const words = Math.ceil(count / 32);
  const bits = new Uint32Array(words * count);
  const degree = new Int32Array(count);
  for (const [a, b] of edges) {
    bits[words * a + (b >>> 5)] |= 1 << (b & 31);
    bits[words * b + (a >>> 5)] |= 1 << (a & 31);
    degree[a]++;
    degree[b]++;
  }
  return { count, words, bits, degree };
}

/** Random edges, and a clique among the first vertices. */
function randomGraph(count: number, share: number, clique: number, seed: number): [number, number][] {
  const random = seededRandom(seed);
  const edges: [number, number][] = [];
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < a; b++) if (a < clique || random.uniform() < share) edges.push([a, b]);
  }
  return edges;
}

describe('the graph of consistent pairs', () => {
  it.each([1, 2, 3])('has the core numbers of peeling one vertex after another, seed %d', (seed) => {
    const edges = randomGraph(70, 0.15, 6, seed);
    const peeled = new Int32Array(70);
    const left = new Set(peeled.keys());
    for (let k = 0; left.size > 0; k++) {
      for (let again = true; again; ) {
        again = false;
        for (const v of left) {
          const degree = edges.filter(
            ([a, b]) => (a === v && left.has(b)) || (b === v && left.has(a)),
          ).length;
          if (degree > k) continue;
          peeled[v] = k;
          left.delete(v);
          again = true;
        }
      }
    }
    expect([...coreNumbers(graphOf(70, edges))]).toEqual([...peeled]);
  });

  it('yields a clique of 12 among 200 vertices first, and cliques only, seed 4', () => {
    const edges = randomGraph(200, 0.1, 12, 4);
    const has = new Set(edges.map(([a, b]) => `${Math.max(a, b)} ${Math.min(a, b)}`));
    const search = new CliqueSearch(graphOf(200, edges));
    expect(search.next()!.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => i));
    for (let clique = search.next(); clique !== null; clique = search.next()) {
      for (const a of clique) for (const b of clique) if (a > b) expect(has.has(`${a} ${b}`)).toBe(true);
    }
  });
});

describe('truncatedPose', () => {
  it('finds the pose of 40 pairs among 100, and the exact one of pairs without noise, seed 5', () => {
    const random = seededRandom(5);
    const truth = exp([1, -0.5, 2, 3, 4, -5]);
    const points = filledWith(100, () =>
      [random.normal(), random.normal(), random.normal()].map((v) => 5 * v),
    );
    const moved = transformed(truth, points).xyz;
    for (let at = 3 * 40; at < 300; at++) moved[at] = 20 * random.normal();
    const pose = truncatedPose(points.xyz, moved, 0.1)!;
    expect(Math.hypot(...log(compose(pose, invert(truth))))).toBeLessThan(1e-9);
  });
});

describe('radiusNeighbours', () => {
  it.each([0.3, 1, 20])('are those of comparing all points within %d m, seed 6', (radius) => {
    const random = seededRandom(6);
    const points = filledWith(150, () => [
      4 * random.uniform() - 2,
      4 * random.uniform() - 2,
      random.uniform(),
    ]);
    const { start, index } = radiusNeighbours(points, radius);
    for (let i = 0; i < 150; i++) {
      const near: number[] = [];
      for (let n = 0; n < 150; n++) {
        const apart = [0, 1, 2].map((a) => points.xyz[3 * n + a] - points.xyz[3 * i + a]);
        if (n !== i && Math.hypot(...apart) <= radius) near.push(n);
      }
      expect([...index.subarray(start[i], start[i + 1])].sort((a, b) => a - b)).toEqual(near);
    }
  });
});

describe('cellMeans', () => {
  it('have the mean and the number of the points of every cell, seed 7', () => {
    const random = seededRandom(7);
    const points = filledWith(2000, () => [6 * random.uniform(), 6 * random.uniform(), 6 * random.uniform()]);
    const { count, xyz, weight } = cellMeans(points, 1.5);
    expect(weight.reduce((sum, w) => sum + w, 0)).toBe(2000);
    for (let a = 0; a < 3; a++) {
      let [mean, truth] = [0, 0];
      for (let cell = 0; cell < count; cell++) mean += weight[cell] * xyz[3 * cell + a];
      for (let i = 0; i < 2000; i++) truth += points.xyz[3 * i + a];
      expect(mean).toBeCloseTo(truth, 6);
    }
  });
});

describe('pointFeatures', () => {
  const surface = surfaceOf(saddle(60), 0.15);

  it('stay the same under a rigid motion and under normals of the other sign', () => {
    const T = exp([0.7, -1.2, 2.5, 10, -20, 5]);
    const turned = { R: T.R, t: new Float64Array(3) };
    const normals = surface.normals.slice();
    for (let i = 0; i < surface.count; i++) {
      const n = applyToPoint(turned, normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]);
      normals.set(i % 3 === 0 ? n.map((v) => -v) : n, 3 * i);
    }
    const before = pointFeatures(surface);
    const after = pointFeatures({ ...surface, xyz: transformed(T, surface).xyz, normals });
    // Points in whose neighbourhood the bend is nothing but rounding may turn either way.
    let changed = 0;
    for (let i = 0; i < surface.count; i++) {
      let squared = 0;
      for (let b = 0; b < FEATURE_LENGTH; b++)
        squared += (before[FEATURE_LENGTH * i + b] - after[FEATURE_LENGTH * i + b]) ** 2;
      if (squared > 1e-6) changed++;
    }
    expect(changed).toBeLessThan(0.02 * surface.count);
    expect(surface.count).toBeGreaterThan(300);
  });

  it('are shares: the squares of the three histograms add up to one each', () => {
    const features = pointFeatures(surface);
    for (let part = 0; part < 3; part++) {
      let sum = 0;
      for (let b = 0; b < 11; b++) sum += features[FEATURE_LENGTH * 40 + 11 * part + b] ** 2;
      expect(sum).toBeCloseTo(1, 5);
    }
  });
});
