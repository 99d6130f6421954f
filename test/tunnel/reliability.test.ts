import { describe, expect, it } from 'vitest';
import { EDGE_ERROR_DEFAULTS, edgeCovariance, POSE_SWAY } from '../../src-core/graph/edge-covariance.ts';
import { compose, exp } from '../../src-core/math/se3.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { ALONG_CONSTRAINTS, type PoseQuality, type ScanPose } from '../../src-core/model/pose.ts';
import { NO_RELIABILITY, type ReliabilityProfile } from '../../src-core/model/reliability.ts';
import { alignmentQuality } from '../../src-core/odometry/alignment-quality.ts';
import { axisFromTrajectory } from '../../src-core/tunnel/axis/axis-from-trajectory.ts';
import { type RefinedAnchors, reliability } from '../../src-core/tunnel/axis/reliability.ts';
import {
  alongSigma,
  cellAt,
  constraintStretches,
  lengthSigma,
  stretchedByBias,
} from '../../src-core/tunnel/axis/reliability-lengths.ts';
import { HELD, scanPose } from '../graph/trajectories.ts';

const [EAST, NORTH] = [352_118, 9_001_447];
const STEP = 0.1;
/** 40 m to the north from chainage 200, in a mine grid. */
const AXIS: Axis = {
  chainage: Float64Array.of(200, 240),
  xyz: Float64Array.of(EAST, NORTH, 4200, EAST, NORTH + 40, 4200),
  kind: 'slope',
  source: 'given',
};

/** Scans along the axis, the sensor's x to the north, weak along it; the motion of each from the one before is what it holds. */
function drive(
  metres: readonly number[],
  qualityAt: (metre: number, i: number) => Partial<PoseQuality> = () => ({}),
): ScanPose[] {
  const turn = exp([0, 0, Math.PI / 2, 0, 0, 0]).R;
  return metres.map((metre, i) =>
    scanPose(
      i,
      { R: turn, t: Float64Array.of(EAST + 0.3, NORTH + metre, 4201) },
      {
        ...HELD,
        weakDirection: [0, 1, 0],
        ...qualityAt(metre, i),
      },
    ),
  );
}
const way = (from: number, to: number): number[] =>
  Array.from(
    { length: Math.round(Math.abs(to - from) / STEP) + 1 },
    (_, i) => from + Math.sign(to - from) * i * STEP,
  );
const strip = (poses: readonly ScanPose[], refined: RefinedAnchors | null = null) =>
  reliability({ poses }, AXIS, refined);
const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((a, b) => a + b, 0);
/** Unheld between two metres, by the accelerometer: 2 cm for every metre. */
const bridged =
  (from: number, to: number) =>
  (metre: number): Partial<PoseQuality> =>
    metre > from + 1e-9 && metre <= to + 1e-9
      ? { degenerate: true, heldBy: 'inertial', alongSigma: 0.02 * (metre - from), weakShare: 0.001 }
      : {};

describe('reliability strip of a drive that is held all along', () => {
  const poses = drive(way(1.3, 31.3));
  const reliability = strip(poses);

  it('has a cell for every metre of chainage between the ends of the way', () => {
    expect(reliability.edges[0]).toBeCloseTo(201.3, 6);
    expect(reliability.edges.at(-1)).toBeCloseTo(231.3, 6);
    expect([...reliability.edges.slice(1, -1)]).toEqual(Array.from({ length: 30 }, (_, k) => 202 + k));
    for (const column of [reliability.heldBy, reliability.weakShare, reliability.lengthVariance])
      expect(column).toHaveLength(31);
    expect([...reliability.heldBy].every((code) => code === 0)).toBe(true);
    expect(reliability.reference).toBe('start');
  });

  it('counts every step where it passes, once where it stays within a metre', () => {
    // Each of the 300 steps touches one cell, those across an edge two.
    expect(sum(reliability.scans)).toBeGreaterThanOrEqual(300);
    expect(sum(reliability.scans)).toBeLessThanOrEqual(300 + 30);
  });

  it('gives to each metre its share of the renewal, the scale and the random walk, and the whole to the sum', () => {
    const { scanFactor, renewalLength, scaleSigma, scaleLength, acrossWalk } = EDGE_ERROR_DEFAULTS;
    const metre = (scanFactor * 0.002) ** 2 / renewalLength + scaleSigma ** 2 * scaleLength + acrossWalk ** 2;
    for (const variance of reliability.lengthVariance.slice(1, -1))
      expect(variance / metre).toBeCloseTo(1, 2);
    expect(lengthSigma(reliability, 205, 225) / Math.sqrt(20 * metre)).toBeCloseTo(1, 2);
    expect(lengthSigma(reliability, 205.5, 206) / Math.sqrt(0.5 * metre)).toBeCloseTo(1, 2);
    expect(alignmentQuality({ poses }).alongSigma / lengthSigma(reliability, 201.3, 231.3)).toBeCloseTo(1, 6);
  });

  it('gives the positions that the edges of the pose graph give', () => {
    for (const chainage of [205.9, 215.9, 230.9]) {
      const at = poses.findIndex(
        ({ T_map_sensor: { t } }) => Math.abs(t[1] - NORTH - (chainage - 200)) < 0.051,
      );
      const edge = edgeCovariance(poses.slice(0, at + 1));
      const k = cellAt(reliability, chainage);
      // The first pose sways, and is seen from this far: its turn about left and up is a lever.
      const lever = POSE_SWAY.rotation * (chainage - 201.3);
      const expected = [0, lever, lever].map((metres, i) =>
        Math.hypot(Math.sqrt(edge[21 + 7 * i]), metres, POSE_SWAY.translation, POSE_SWAY.translation),
      );
      [0, 1, 2].forEach((direction) => {
        expect(reliability.position[3 * k + direction] / expected[direction]).toBeCloseTo(1, 1);
      });
    }
  });

  it('takes what lies beyond the ends as seen from them: the scale alone', () => {
    const beyond = EDGE_ERROR_DEFAULTS.scaleSigma ** 2 * EDGE_ERROR_DEFAULTS.scaleLength;
    expect(lengthSigma(reliability, 233, 237) / Math.sqrt(4 * beyond)).toBeCloseTo(1, 9);
    expect(alongSigma(reliability, 235)).toBeGreaterThan(reliability.position[3 * 30]);
  });
});

describe('reliability strip over a stretch that no wall holds', () => {
  const poses = drive(way(0, 40), bridged(15, 25));
  const reliability = strip(poses);

  it('tells it, metre by metre, with how little the walls gave', () => {
    expect(constraintStretches(reliability)).toEqual([
      { from: 200, to: 215, heldBy: 0 },
      { from: 215, to: 225, heldBy: ALONG_CONSTRAINTS.indexOf('inertial') },
      { from: 225, to: 240, heldBy: 0 },
    ]);
    expect(reliability.weakShare[20]).toBe(0.001);
    expect(reliability.weakShare[10]).toBe(HELD.weakShare);
  });

  it('makes a length over it as uncertain as it has grown, and none beside it', () => {
    expect(lengthSigma(reliability, 215, 225)).toBeCloseTo(0.2, 2);
    expect(lengthSigma(reliability, 210, 240)).toBeCloseTo(0.2, 2);
    expect(lengthSigma(reliability, 200, 214)).toBeLessThan(0.02);
    expect(lengthSigma(reliability, 226, 240)).toBeLessThan(0.02);
    // What lies behind it stands at a place that is as uncertain.
    expect(alongSigma(reliability, 235)).toBeCloseTo(0.2, 2);
    expect(alongSigma(reliability, 210)).toBeLessThan(0.02);
  });

  it('takes back what the robot was found to have gone by when it stood', () => {
    // 20 cm at 25 m, of which standing there leaves 5 cm.
    const standing = Array.from({ length: 20 }, () => 25);
    const stood = drive([...way(0, 25), ...standing, ...way(25, 40).slice(1)], (metre, i) =>
      i > 250 && i <= 270 ? { ...bridged(15, 25)(25), alongSigma: 0.05 } : bridged(15, 25)(metre),
    );
    const after = strip(stood);
    expect(alongSigma(after, 235)).toBeCloseTo(0.05, 2);
    expect(alongSigma(after, 224)).toBeGreaterThan(0.15);
    expect(lengthSigma(after, 201, 239)).toBeLessThan(0.1);
    expect(alignmentQuality({ poses: stood }).alongSigma).toBeCloseTo(
      Math.hypot(0.05, lengthSigma(strip(drive(way(0, 40))), 200, 240)),
      2,
    );
  });

  it('adds two such stretches in squares', () => {
    const twice = strip(
      drive(way(0, 40), (metre) => ({ ...bridged(5, 15)(metre), ...bridged(25, 35)(metre) })),
    );
    expect(lengthSigma(twice, 200, 240)).toBeCloseTo(Math.hypot(0.2, 0.2), 2);
  });

  it('says nothing of what texture holds but that it does', () => {
    const textured = strip(drive(way(0, 40), () => ({ degenerate: true, heldBy: 'reflectivity' })));
    expect([...textured.heldBy].every((code) => code === 1)).toBe(true);
    expect(lengthSigma(textured, 200, 240)).toBeLessThan(0.03);
  });
});

describe('reliability strip of a drive out and back', () => {
  const out = way(0, 40);
  const back = way(40, 0).slice(1);
  const poses = drive([...out, ...back], (metre, i) => (i >= out.length ? bridged(-1, 41)(metre) : {}));

  it('counts the first pass while nothing ties the two, with the worst holder of both', () => {
    const reliability = strip(poses);
    const once = strip(poses.slice(0, out.length));
    expect([...reliability.lengthVariance]).toEqual([...once.lengthVariance]);
    expect([...reliability.position]).toEqual([...once.position]);
    expect([...reliability.heldBy].every((code) => code === 2)).toBe(true);
    for (let k = 0; k < 40; k++)
      expect(Math.min(reliability.scans[4 * k], reliability.scans[4 * k + 2])).toBeGreaterThanOrEqual(10);
  });

  it('counts the first pass too where the robot stood still before it came back', () => {
    const still = Array.from({ length: 5 }, () => 40);
    const stood = drive([...out, ...still, ...back], (metre, i) =>
      i >= out.length + still.length ? bridged(-1, 41)(metre) : {},
    );
    const reliability = strip(stood);
    const once = strip(stood.slice(0, out.length));
    expect([...reliability.lengthVariance]).toEqual([...once.lengthVariance]);
    expect([...reliability.position]).toEqual([...once.position]);
  });

  it('lets both passes help once a graph ties them', () => {
    const held = drive([...out, ...back]);
    const covariance = new Float64Array(36);
    for (let i = 0; i < 36; i += 7) covariance[i] = i < 21 ? 1e-8 : 0.03 ** 2;
    const anchors = held.filter((_, i) => i % 15 === 0).map(({ scanIndex }) => ({ scanIndex, covariance }));
    const tied = strip(held, { anchors, reference: 'control' });
    const loose = strip(held);
    const scale = EDGE_ERROR_DEFAULTS.scaleSigma ** 2 * EDGE_ERROR_DEFAULTS.scaleLength;
    for (let k = 1; k < 38; k++)
      expect((tied.lengthVariance[k] - scale) / (loose.lengthVariance[k] - scale)).toBeCloseTo(0.5, 1);
    expect(tied.reference).toBe('control');
    expect(alongSigma(tied, 220)).toBeCloseTo(Math.hypot(0.03, POSE_SWAY.translation), 9);
  });

  it('never holds a length to be worse than control leaves its two ends', () => {
    const lost = drive(way(0, 40), bridged(0, 40));
    const covariance = new Float64Array(36);
    for (let i = 21; i < 36; i += 7) covariance[i] = 0.01 ** 2;
    const anchors = lost.map(({ scanIndex }) => ({ scanIndex, covariance }));
    expect(lengthSigma(strip(lost), 200, 240)).toBeCloseTo(0.8, 1);
    expect(lengthSigma(strip(lost, { anchors, reference: 'control' }), 202, 238)).toBeLessThan(0.021);
  });
});

describe('reliability strip in nasty places', () => {
  const tied = {
    anchors: [{ scanIndex: 0, covariance: new Float64Array(36) }],
    reference: 'start' as const,
  };
  it.each([
    ['on its own', 20, null],
    ['on its own', 20.5, null],
    ['tied by a graph', 20, tied],
    ['tied by a graph', 20.5, tied],
  ])('does not take standing and swaying for passes: %s, at %d m', (_, at, refined) => {
    const sway = Array.from({ length: 200 }, (_, i) => at + 0.05 * Math.sin(i));
    const poses = drive([...way(0, at), ...sway, ...way(at, 40)]);
    const straight = strip(drive(way(0, 40)), refined);
    const swayed = strip(poses, refined);
    expect(swayed.edges).toEqual(straight.edges);
    for (let k = 0; k < 40; k++)
      expect(swayed.lengthVariance[k]).toBeGreaterThan(0.9 * straight.lengthVariance[k]);
  });

  it('adds what was lost where the robot stood, and nothing was seen to move', () => {
    const stood = Array.from({ length: 50 }, () => 20);
    const poses = drive([...way(0, 20), ...stood, ...way(20, 40)], (_, i) =>
      i > 200 && i <= 250 ? { degenerate: true, heldBy: 'assumed', alongSigma: 0.06 * (i - 200) } : {},
    );
    const reliability = strip(poses);
    expect(lengthSigma(reliability, 200, 240)).toBeCloseTo(3, 1);
    expect(lengthSigma(reliability, 200, 219)).toBeLessThan(0.02);
    expect(lengthSigma(reliability, 222, 240)).toBeLessThan(0.02);
  });

  it.each([
    ['none', []],
    ['one', [5]],
    ['some at one place', [5, 5, 5]],
  ])('is empty of %s', (_, metres) => {
    const reliability = strip(drive(metres));
    expect(reliability.heldBy).toHaveLength(0);
    expect(lengthSigma(reliability, 200, 210)).toBe(0);
    expect(constraintStretches(reliability)).toEqual([]);
  });

  it('follows an axis of its own round a curve, where along and across change places', () => {
    const poses: ScanPose[] = [];
    let T = exp([0, 0, 0, 500_000, 8_600_000, 4300]);
    for (let i = 0; i <= 400; i++) {
      const { R } = T;
      const along: [number, number, number] = [R[0], R[3], R[6]];
      const lost = i > 150 && i <= 200 ? { heldBy: 'inertial' as const, alongSigma: 0.004 * (i - 150) } : {};
      poses.push(scanPose(i, T, { ...HELD, weakDirection: along, ...lost }));
      T = compose(T, exp([0, 0, STEP / 25, STEP, 0, 0]));
    }
    const positions = Float64Array.from(poses.flatMap(({ T_map_sensor: { t } }) => [...t]));
    const axis = axisFromTrajectory(positions).value;
    const actual = reliability({ poses }, axis);
    const end = axis.chainage[axis.chainage.length - 1];
    expect(lengthSigma(actual, 14, 21)).toBeCloseTo(0.2, 1);
    // 22.5 m after it on a radius of 25 m the drive has turned by 52 degrees: most of the error lies across it.
    const k = cellAt(actual, end - 0.5);
    const turned = (end - 0.5 - 17.5) / 25;
    expect(actual.position[3 * k]).toBeCloseTo(0.2 * Math.cos(turned), 1);
    expect(actual.position[3 * k + 1]).toBeCloseTo(0.2 * Math.sin(turned), 1);
    expect(actual.position[3 * k + 2]).toBeLessThan(0.03);
  });
});

describe('a length that only the brightness of the walls holds', () => {
  const strip = (heldBy: readonly number[]): ReliabilityProfile => ({
    ...NO_RELIABILITY,
    edges: Float64Array.from({ length: heldBy.length + 1 }, (_, k) => k),
    heldBy: Uint8Array.from(heldBy),
    position: new Float64Array(3 * heldBy.length).fill(10),
    lengthVariance: new Float64Array(heldBy.length).fill(1e-6),
  });

  it('is stretched by a fifth of a bias of 3 mm a metre, as a share of the metres that it holds', () => {
    const held = strip([1, 1, 1, 1, 0, 0, 0, 0, 1, 1]);
    for (const [from, to, texture] of [
      [0, 4, 4],
      [2, 6, 2],
      [1.5, 9, 3.5],
      [4, 8, 0],
    ]) {
      const stretched = stretchedByBias(held, from, to, 0.003);
      const expected = Math.hypot(Math.sqrt(1e-6 * (to - from)), 0.2 * 0.003 * texture);
      expect(lengthSigma(stretched, from, to)).toBeCloseTo(expected, 12);
    }
  });

  it('keeps a share that is stated, and is as it was where the shape of the walls holds it', () => {
    const stated = { ...strip([1, 1]), lengthShare: 0.001 };
    expect(stretchedByBias(stated, 0, 2, 0.003).lengthShare).toBeCloseTo(Math.hypot(0.001, 0.0006), 12);
    const shape = strip([0, 0]);
    expect(stretchedByBias(shape, 0, 2, 0.003)).toBe(shape);
  });
});
