import { describe, expect, it } from 'vitest';
import { adjustGraph } from '../../src-core/graph/adjust.ts';
import { ANCHOR_DEFAULTS, chooseAnchors, pathLengths } from '../../src-core/graph/anchors.ts';
import { carryCorrections } from '../../src-core/graph/carry-corrections.ts';
import { EDGE_ERROR_DEFAULTS, edgeCovariance } from '../../src-core/graph/edge-covariance.ts';
import { relativeCovariance } from '../../src-core/graph/relative-covariance.ts';
import { trajectoryGraph } from '../../src-core/graph/trajectory-graph.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, identity, invert, log } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { NO_CONTROL } from '../../src-core/model/control.ts';
import { farthest } from './graphs.ts';
import { drifted, HELD, outAndBack, scanPose } from './trajectories.ts';

const SEED = 8;
const OPTIONS = { anchors: ANCHOR_DEFAULTS, edges: EDGE_ERROR_DEFAULTS };
const truth = outAndBack(30);

describe('anchors', () => {
  const poses = truth.map((T, k) => scanPose(k, T));

  it('stand a metre and a half apart, and closer where the robot turns', () => {
    const anchors = chooseAnchors(poses);
    expect(anchors[0]).toBe(0);
    expect(anchors.at(-1)).toBe(poses.length - 1);
    expect(anchors.slice(1, 20).map((index, k) => index - anchors[k])).toEqual(new Array(19).fill(6));
    const turning = anchors.filter((index) => index >= 120 && index < 130);
    expect(turning.length).toBeGreaterThan(3);
  });

  it('take in those that are wanted', () => {
    expect(chooseAnchors(poses, ANCHOR_DEFAULTS, new Set([7, 8]))).toEqual(expect.arrayContaining([7, 8]));
  });

  it('are one for one pose and none for none', () => {
    expect(chooseAnchors(poses.slice(0, 1))).toEqual([0]);
    expect(chooseAnchors([])).toEqual([]);
  });
});

describe('covariance of the odometry between two scans', () => {
  const straight = (count: number, quality = HELD) =>
    Array.from({ length: count }, (_, k) => scanPose(k, exp([0, 0, 0, 0.25 * k, 0, 0]), quality));
  const along = (C: Float64Array): number => Math.sqrt(C[21]);

  it('grows along the way with its root, by scan and scale as stated', () => {
    const { scanFactor, renewalLength, scaleSigma, scaleLength, acrossWalk } = EDGE_ERROR_DEFAULTS;
    const perMetre =
      (scanFactor ** 2 * HELD.covariance[21]) / renewalLength +
      scaleSigma ** 2 * scaleLength +
      acrossWalk ** 2;
    for (const metres of [10, 40]) {
      const C = edgeCovariance(straight(4 * metres + 1));
      expect(along(C)).toBeCloseTo(Math.sqrt(perMetre * metres), 5);
    }
  });

  it('carries the turn of early steps to the end of a lever', () => {
    const C = edgeCovariance(straight(161));
    // A random walk of the heading over 40 m: variance of the position across, 40^3 / 3 of it per metre.
    const yaw =
      (EDGE_ERROR_DEFAULTS.scanFactor ** 2 * HELD.covariance[14]) / 8 + EDGE_ERROR_DEFAULTS.rotationWalk ** 2;
    const lever = Math.sqrt((yaw * 40 ** 3) / 3);
    expect(Math.sqrt(C[28]) / lever).toBeGreaterThan(0.95);
    expect(Math.sqrt(C[28]) / lever).toBeLessThan(1.15);
  });

  it('is what the odometry was wrong by, where nothing held it along the way', () => {
    const poses = straight(41).map((pose, k) =>
      k < 11 || k > 30
        ? pose
        : {
            ...pose,
            quality: { ...HELD, degenerate: true, heldBy: 'assumed' as const, alongSigma: 0.1 * (k - 10) },
          },
    );
    expect(along(edgeCovariance(poses))).toBeCloseTo(2, 2);
    expect(along(edgeCovariance(poses.slice(0, 21)))).toBeCloseTo(1, 2);
    expect(Math.sqrt(edgeCovariance(poses)[28])).toBeLessThan(0.02);
  });

  it('is definite where the robot stands', () => {
    const still = [0, 1, 2].map((k) => scanPose(k, identity()));
    expect(edgeCovariance(still)[21]).toBeGreaterThan(0);
  });

  it('of two nodes in a graph is that of the way between them', () => {
    const poses = truth.map((T, k) => scanPose(k, T));
    const { graph, anchors } = trajectoryGraph(poses, NO_CONTROL, [0, 0, 0], OPTIONS);
    const { equations, poses: nodes } = adjustGraph(graph, NEVER_CANCELLED);
    const [i, j] = [4, 30];
    const C = relativeCovariance(equations.jointCovariance([i, j]), nodes[i], nodes[j]);
    const direct = edgeCovariance(poses.slice(anchors[i], anchors[j] + 1));
    for (let k = 0; k < 36; k++)
      expect(Math.abs(C[k] - direct[k])).toBeLessThan(
        1e-6 * Math.sqrt(direct[7 * Math.floor(k / 6)] * direct[7 * (k % 6)]),
      );
  });

  it(`covers what an odometry of such errors is off by (seed ${SEED})`, () => {
    const random = seededRandom(SEED);
    const exact = truth.map((T, k) => scanPose(k, T));
    const C = edgeCovariance(exact);
    let squared = 0;
    for (let run = 0; run < 60; run++) {
      const end = drifted(truth, random).at(-1);
      const away = log(compose(invert(truth[truth.length - 1]), end?.T_map_sensor ?? identity()));
      squared += away[3] ** 2 + away[4] ** 2 + away[5] ** 2;
    }
    const ratio = Math.sqrt(squared / 60 / (C[21] + C[28] + C[35]));
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.25);
  });
});

describe('carrying corrections to all scans', () => {
  const poses = drifted(truth, seededRandom(SEED));
  const anchors = chooseAnchors(poses);

  it('leaves scans where they are when no anchor moved', () => {
    const carried = carryCorrections(
      poses,
      anchors,
      anchors.map((index) => poses[index].T_map_sensor),
    );
    expect(
      farthest(
        carried,
        poses.map(({ T_map_sensor }) => T_map_sensor),
      ).metres,
    ).toBeLessThan(1e-12);
  });

  it('moves all as one when all anchors did, also far from the origin', () => {
    const T = exp([0.3, -0.2, 1, 350, 8_700, -20]);
    const carried = carryCorrections(
      poses,
      anchors,
      anchors.map((index) => compose(T, poses[index].T_map_sensor)),
    );
    expect(
      farthest(
        carried,
        poses.map(({ T_map_sensor }) => compose(T, T_map_sensor)),
      ).metres,
    ).toBeLessThan(1e-8);
  });

  it('meets each anchor and bends without a step between', () => {
    // A centimetre a metre along the path, as a scale that was wrong would ask for.
    const path = pathLengths(poses);
    const moved = anchors.map((index) =>
      compose(exp([0, 0, 0, 0.01 * path[index], 0, 0]), poses[index].T_map_sensor),
    );
    const carried = carryCorrections(poses, anchors, moved);
    expect(
      farthest(
        anchors.map((index) => carried[index]),
        moved,
      ).metres,
    ).toBe(0);
    for (let i = 1; i < poses.length; i++) {
      const before = log(compose(invert(poses[i - 1].T_map_sensor), poses[i].T_map_sensor));
      const after = log(compose(invert(carried[i - 1]), carried[i]));
      for (let k = 0; k < 6; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(0.005);
    }
  });
});
