import { describe, expect, it } from 'vitest';
import { adjustGraph } from '../../src-core/graph/adjust.ts';
import { factorOf, linearised, whiten } from '../../src-core/graph/factor.ts';
import { pointSighting } from '../../src-core/graph/factors/control-factors.ts';
import { gravityDirection } from '../../src-core/graph/factors/gravity-direction.ts';
import { linearisePathLength } from '../../src-core/graph/factors/path-length.ts';
import type { PoseGraph } from '../../src-core/graph/pose-graph.ts';
import { relativePose } from '../../src-core/graph/relative-pose.ts';
import { CHI2_999 } from '../../src-core/graph/whitening.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, compose, exp, identity, invert, rotateVector } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';
import {
  anyPose,
  deadReckoned,
  EDGE,
  edge,
  farthest,
  information,
  measured,
  noise,
  prior,
  ringTruth,
} from './graphs.ts';

const SEED = 3;

/** Minimum and inverse of the whole normal matrix by Gauss-Jordan elimination: nothing sparse, nothing ordered. */
function denseReference({ poses: start, factors, lengths }: PoseGraph): {
  poses: Rigid[];
  inverse: Float64Array;
} {
  const n = 6 * start.length;
  let poses = [...start];
  let inverse: Float64Array = new Float64Array(n * n);
  const room = linearised();
  for (let iteration = 0; iteration < 15; iteration++) {
    const H = new Float64Array(n * n);
    const b = new Float64Array(n);
    const add = (row: Float64Array, r: number): void => {
      for (let i = 0; i < n; i++) {
        b[i] -= row[i] * r;
        for (let j = 0; j < n; j++) H[n * i + j] += row[i] * row[j];
      }
    };
    for (const factor of factors) {
      whiten(factor, poses, room);
      for (let k = 0; k < factor.residual.dimension; k++) {
        const row = new Float64Array(n);
        factor.residual.nodes.forEach((node, at) => {
          row.set(room.J[at].subarray(6 * k, 6 * k + 6), 6 * node);
        });
        add(row, room.r[k]);
      }
    }
    for (const length of lengths) {
      const row = new Float64Array(n);
      add(row, linearisePathLength(length, poses, row));
    }
    inverse = inverted(H, n);
    const d = new Float64Array(n);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) d[i] += inverse[n * i + j] * b[j];
    poses = poses.map((pose, k) => compose(pose, exp(d.subarray(6 * k, 6 * k + 6))));
  }
  return { poses, inverse };
}

function inverted(matrix: Float64Array, n: number): Float64Array {
  const a = matrix.slice();
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) out[n * i + i] = 1;
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[n * i + k]) > Math.abs(a[n * pivot + k])) pivot = i;
    for (let j = 0; j < n; j++) {
      [a[n * k + j], a[n * pivot + j]] = [a[n * pivot + j], a[n * k + j]];
      [out[n * k + j], out[n * pivot + j]] = [out[n * pivot + j], out[n * k + j]];
    }
    const scale = 1 / a[n * k + k];
    for (let j = 0; j < n; j++) {
      a[n * k + j] *= scale;
      out[n * k + j] *= scale;
    }
    for (let i = 0; i < n; i++) {
      const factor = i === k ? 0 : a[n * i + k];
      if (factor === 0) continue;
      for (let j = 0; j < n; j++) {
        a[n * i + j] -= factor * a[n * k + j];
        out[n * i + j] -= factor * out[n * k + j];
      }
    }
  }
  return out;
}

/** A chain with loops, points, gravity and a known length: one of each kind. */
function mixedGraph(random = seededRandom(SEED)): { graph: PoseGraph; truth: Rigid[] } {
  const steps = Array.from({ length: 11 }, () =>
    compose(exp([0.05, -0.1, 0.3, 0, 0, 0]), exp([0, 0, 0, 1.5, 0.1, 0])),
  );
  const truth = deadReckoned(anyPose(random, 1), steps);
  const poses = steps.map((step) => compose(step, exp(noise(random, EDGE.rotation, EDGE.translation))));
  const weights = information(EDGE.rotation, EDGE.translation);
  const P: [number, number, number] = [4, 5, 6];
  const up: [number, number, number] = [0, 0, 1];
  const offset = anyPose(random, 0.1, 0.3);
  const scan = compose(truth[7], offset);
  const factors = [
    prior(0, truth[0]),
    ...poses.map((step, k) => factorOf(relativePose(k, k + 1, step), weights)),
    edge(truth, 9, 1, random),
    edge(truth, 2, 10, random),
    edge(truth, 2, 10, random),
    factorOf(
      pointSighting(7, applyToPoint(invert(scan), ...P), P, offset),
      [1e4, 0, 0, 0, 1e4, 0, 0, 0, 1e4],
    ),
    factorOf(gravityDirection(5, rotateVector(invert(truth[5]).R, ...up), up), [1e6, 0, 0, 1e6]),
  ];
  const length = steps.reduce((sum, { t }, k) => (k >= 2 && k < 9 ? sum + Math.hypot(...t) : sum), 0);
  const lengths = [{ from: 2, to: 9, length, sigma: 0.003 }];
  return { graph: { poses: deadReckoned(truth[0], poses), factors, lengths }, truth };
}

describe(`adjustment of a pose graph (seed ${SEED})`, () => {
  it('gives the poses and covariances of a dense solver', () => {
    const { graph } = mixedGraph();
    const adjustment = adjustGraph(graph, NEVER_CANCELLED);
    const dense = denseReference(graph);
    expect(adjustment.converged).toBe(true);
    const { metres, radians } = farthest(adjustment.poses, dense.poses);
    expect(metres).toBeLessThan(1e-8);
    expect(radians).toBeLessThan(1e-8);
    const n = 6 * graph.poses.length;
    const entry = (i: number, j: number): number => dense.inverse[n * i + j];
    for (let node = 0; node < graph.poses.length; node++) {
      for (let i = 0; i < 6; i++) {
        for (let j = 0; j < 6; j++)
          expect(adjustment.equations.covarianceOf([node])[6 * i + j]).toBeCloseTo(
            entry(6 * node + i, 6 * node + j),
            12,
          );
      }
    }
    const expectJoint = (joint: Float64Array, a: number, b: number): void => {
      for (let i = 0; i < 12; i++) {
        for (let j = 0; j < 12; j++) {
          const at = (k: number): number => (k < 6 ? 6 * a + k : 6 * b + k - 6);
          expect(joint[12 * i + j]).toBeCloseTo(entry(at(i), at(j)), 12);
        }
      }
    };
    expectJoint(adjustment.equations.jointCovariance([8, 3]), 8, 3);
    expectJoint(adjustment.equations.covarianceOf([10, 2]), 10, 2);
    expectJoint(adjustment.equations.covarianceOf([4, 5]), 4, 5);
  });

  it('closes a ring of 100 nodes with the chi-square that its noise has', () => {
    const truth = ringTruth(100);
    const ratios: number[] = [];
    const errors: number[] = [];
    for (let seed = 1; seed <= 8; seed++) {
      const random = seededRandom(seed);
      const edges = truth.map((_, k) => edge(truth, k, (k + 1) % 100, random));
      const chords = [0, 15, 30, 45].map((k) => edge(truth, k, k + 50, random));
      const steps = truth.slice(1).map((_, k) => measured(truth, k, k + 1, noise(random, 0.01, 0.05)));
      const poses = deadReckoned(truth[0], steps);
      const adjustment = adjustGraph(
        { poses, factors: [prior(0, truth[0]), ...edges, ...chords], lengths: [] },
        NEVER_CANCELLED,
      );
      expect(adjustment.converged).toBe(true);
      expect(adjustment.degreesOfFreedom).toBe(6 * 5);
      ratios.push(adjustment.chi2 / adjustment.degreesOfFreedom);
      // Squared errors over their stated covariance, one node far from the start.
      const apart = farthest([adjustment.poses[50]], [truth[50]]);
      const C = adjustment.equations.covarianceOf([50]);
      errors.push(apart.metres ** 2 / (C[21] + C[28] + C[35]));
    }
    const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
    // 240 degrees of freedom in all: 1 within four standard deviations of sqrt(2 / 240).
    expect(Math.abs(mean(ratios) - 1)).toBeLessThan(4 * Math.sqrt(2 / 240));
    expect(mean(errors)).toBeGreaterThan(0.3);
    expect(mean(errors)).toBeLessThan(2.5);
  });

  it('leaves out loops that are wrong, also one alone that the odometry would bend to', () => {
    const random = seededRandom(SEED);
    const truth = ringTruth(60).slice(0, 40);
    const steps = truth
      .slice(1)
      .map((_, k) => measured(truth, k, k + 1, noise(random, EDGE.rotation, EDGE.translation)));
    const chain = steps.map((step, k) =>
      factorOf(relativePose(k, k + 1, step), information(EDGE.rotation, EDGE.translation)),
    );
    const tight = { rotation: 0.0005, translation: 0.003 };
    const good = [
      [0, 39],
      [4, 35],
      [10, 30],
    ].map(([i, j]) => edge(truth, i, j, random, CHI2_999[6], tight));
    const wrong = compose(measured(truth, 5, 33, [0, 0, 0, 0, 0, 0]), exp([0, 0, 0.05, 1.2, 0.3, 0]));
    const bad = factorOf(
      relativePose(5, 33, wrong),
      information(tight.rotation, tight.translation),
      CHI2_999[6],
    );
    const start = { poses: deadReckoned(truth[0], steps), lengths: [] };
    const first = prior(0, truth[0]);
    const clean = adjustGraph({ ...start, factors: [first, ...chain, ...good] }, NEVER_CANCELLED);
    for (const loops of [
      [...good, bad],
      [bad, ...good],
    ]) {
      const adjustment = adjustGraph({ ...start, factors: [first, ...chain, ...loops] }, NEVER_CANCELLED);
      const weights = [...adjustment.weights.subarray(1 + chain.length)];
      expect(weights).toEqual(loops.map((loop) => (loop === bad ? 0 : 1)));
      expect(farthest(adjustment.poses, clean.poses).metres).toBeLessThan(1e-6);
    }
    const alone = adjustGraph({ ...start, factors: [first, ...chain, bad] }, NEVER_CANCELLED);
    expect(alone.weights.at(-1)).toBe(0);
    expect(alone.fromOthers.at(-1)).toBeGreaterThan(CHI2_999[6]);
    expect(farthest(alone.poses, start.poses).metres).toBeLessThan(1e-6);
  });

  it('adjusts the anchors of a long capture in seconds', () => {
    const random = seededRandom(SEED);
    const half = 2000;
    const out = Array.from({ length: half }, (_, k) => exp([0, 0, 0, 1.5 * k, 3 * Math.sin(k / 40), 0]));
    const truth = [
      ...out,
      ...out.toReversed().map((pose) => compose(pose, exp([0, 0, Math.PI - 1e-3, 0, 0, 0]))),
    ];
    const steps = truth
      .slice(1)
      .map((_, k) => measured(truth, k, k + 1, noise(random, EDGE.rotation / 10, EDGE.translation)));
    const chain = steps.map((step, k) =>
      factorOf(relativePose(k, k + 1, step), information(EDGE.rotation / 10, EDGE.translation)),
    );
    const loops = Array.from({ length: 250 }, (_, k) =>
      edge(truth, 8 * k, 2 * half - 1 - 8 * k, random, CHI2_999[6]),
    );
    const started = cpuMilliseconds();
    const adjustment = adjustGraph(
      {
        poses: deadReckoned(truth[0], steps),
        factors: [prior(0, truth[0]), ...chain, ...loops],
        lengths: [],
      },
      NEVER_CANCELLED,
    );
    expect(adjustment.converged).toBe(true);
    expect([...adjustment.weights].filter((weight) => weight === 0).length).toBeLessThan(3);
    // Seconds on one core of a laptop; twenty times that says that something became cubic.
    expect(cpuMilliseconds() - started).toBeLessThan(60_000);
  });
});

describe('graphs that cannot be adjusted', () => {
  const random = seededRandom(SEED);
  const truth = ringTruth(12);
  const edges = truth.map((_, k) => edge(truth, k, (k + 1) % 12, random));

  it.each([
    ['no known pose or point', edges, /node 0 .* tied to no known pose or point/],
    ['a node without a factor', [prior(0, truth[0]), edges[0], edges[1]], /nothing was measured of node 3/],
    [
      'a single known point',
      [...edges, factorOf(pointSighting(3, [1, 0, 0], [1, 2, 3]), [1e4, 0, 0, 0, 1e4, 0, 0, 0, 1e4])],
      /free to move/,
    ],
  ])('refuses %s', (_name, factors, message) => {
    const graph = { poses: truth, factors, lengths: [] };
    expect(() => adjustGraph(graph, NEVER_CANCELLED)).toThrow(message as RegExp);
    expect(() => adjustGraph(graph, NEVER_CANCELLED)).toThrow(
      expect.objectContaining({ code: 'not-determined' }),
    );
  });

  it('is none of them: a long chain that is sure across and hardly held along', () => {
    const chain = Array.from({ length: 2000 }, (_, k) => exp([0, 0, 0.001 * k, 1.5 * k, 0, 0]));
    const loose = information(1e-4, 3e-4);
    loose[21] = 1;
    const factors = chain
      .slice(1)
      .map((_, k) => factorOf(relativePose(k, k + 1, measured(chain, k, k + 1, [0, 0, 0, 0, 0, 0])), loose));
    const { equations } = adjustGraph(
      { poses: chain, factors: [prior(0, chain[0], 1e-6), ...factors], lengths: [] },
      NEVER_CANCELLED,
    );
    const C = equations.covarianceOf([1999]);
    expect(Math.sqrt(C[21])).toBeGreaterThan(20);
    expect(Math.sqrt(C[21])).toBeLessThan(45);
  });

  it('stops when asked to', () => {
    const graph = { poses: truth, factors: [prior(0, identity()), ...edges], lengths: [] };
    expect(() => adjustGraph(graph, { cancelled: true })).toThrow(CancelledError);
  });

  it('refuses information that is none', () => {
    const none = new Float64Array(36);
    expect(() => factorOf(relativePose(0, 1, identity()), none)).toThrow(/not positive definite/);
  });
});
