import { describe, expect, it } from 'vitest';
import { POSE_SWAY } from '../../src-core/graph/edge-covariance.ts';
import { linearised, whiten } from '../../src-core/graph/factor.ts';
import { controlFactors, type NodeOfScan } from '../../src-core/graph/factors/control-factors.ts';
import { exp, identity, invert, rotateVector } from '../../src-core/math/se3.ts';
import { type Control, type ControlObservation, NO_CONTROL } from '../../src-core/model/control.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';

const ORIGIN = [352_000, 9_001_000, 4200] as const;
/** Turned by 90° to the left: its x is the map's y, its y the map's -x. */
const POSE = exp([0, 0, Math.PI / 2, 0, 0, 0]);
POSE.t.set([5, 6, 7]);

const nodeAt =
  (T: Rigid) =>
  (scanIndex: number): NodeOfScan | null =>
    scanIndex === 99 ? null : { node: 0, T_node_scan: null, T_map_scan: T };
/** Squared whitened residual of each factor with its node off by some metres. */
const squaredOf = (control: Partial<Control>, off: readonly number[] = [0, 0, 0], T = POSE): number[] => {
  const moved = { R: T.R, t: T.t.map((value, k) => value + off[k]) };
  return controlFactors({ ...NO_CONTROL, ...control }, ORIGIN, nodeAt(T)).factors.map((factor) =>
    whiten(factor, [moved], linearised()),
  );
};

describe('the weight of control in the graph', () => {
  const point = {
    ...{ name: 'A', role: 'control' as const, sigma: 0.006 },
    ...{ easting: ORIGIN[0] + 5 - 2, northing: ORIGIN[1] + 6 + 3, elevation: ORIGIN[2] + 7 + 1 },
  };
  const seen = [0.003, 0.004, 0.012];
  const observation = {
    ...{ scanIndex: 1, name: 'A', pSensor: [3, 2, 1], sigma: 0.01, source: 'target' },
    covariance: Float64Array.of(seen[0] ** 2, 0, 0, 0, seen[1] ** 2, 0, 0, 0, seen[2] ** 2),
  } as unknown as ControlObservation;

  it('of a sighting is that of list, sighting and sway together, in the axes of the grid', () => {
    const of = (off: readonly number[]) =>
      squaredOf({ points: [point], observations: [observation] }, off)[0];
    expect(of([0, 0, 0])).toBeLessThan(1e-9);
    // The sensor's y is across its x: along the map's x it counts with the sigma of its y.
    [seen[1], seen[0], seen[2]].forEach((sigma, k) => {
      const off = [0, 0, 0];
      off[k] = 0.01;
      const variance = sigma ** 2 + 0.006 ** 2 + POSE_SWAY.translation ** 2;
      expect(of(off) / (1e-4 / variance)).toBeCloseTo(1, 6);
    });
  });

  it('of a known pose is that of its turn and its place', () => {
    const T_grid_sensor = { R: POSE.R, t: POSE.t.map((value, k) => value + ORIGIN[k]) };
    const known = { scanIndex: 1, T_grid_sensor, rotationSigma: 0.001, positionSigma: 0.02 };
    expect(squaredOf({ knownPoses: [known as never] }, [0.01, 0, 0])[0]).toBeCloseTo(0.25, 6);
    const { factors } = controlFactors({ ...NO_CONTROL, knownPoses: [known as never] }, ORIGIN, nodeAt(POSE));
    const turned = { R: exp([0, 0, Math.PI / 2 + 0.002, 0, 0, 0]).R, t: POSE.t };
    expect(whiten(factors[0], [turned], linearised())).toBeCloseTo(4, 3);
    expect(factors[0].gate).toBeNull();
  });

  it('of check points, points that were not named and points off the list is none', () => {
    const others = [
      { ...observation, name: null },
      { ...observation, name: 'B' },
      { ...observation, name: 'C' },
    ];
    const points = [point, { ...point, name: 'C', role: 'check' as const }];
    const result = controlFactors({ ...NO_CONTROL, points, observations: others }, ORIGIN, nodeAt(POSE));
    expect(result).toEqual({ factors: [], observations: [] });
  });

  it('cannot be given by a scan without a pose', () => {
    const lost = { ...observation, scanIndex: 99 };
    expect(() => squaredOf({ points: [point], observations: [lost] })).toThrow(/99/);
  });
});

describe('gravity in the graph', () => {
  const tilted = (angle: number, sigma: number) => ({
    ...{ scanIndex: 1, sigma, firstScan: 1, lastScan: 1 },
    up: rotateVector(invert(exp([angle, 0, 0, 0, 0, 0])).R, 0, 0, 1),
  });
  const square = (gravity: readonly ReturnType<typeof tilted>[], points: Control['points'] = []) =>
    squaredOf({ gravity: gravity as never, points }, [0, 0, 0], identity());

  it('is the z of a map that control levels', () => {
    const point = { name: 'A', role: 'control' as const, easting: 0, northing: 0, elevation: 0, sigma: 1 };
    const [first] = square([tilted(0.02, 0.01)], [point]);
    expect(first).toBeCloseTo(4, 6);
  });

  it('is else the mean of all that was seen, by their weights, and nothing of a single one', () => {
    expect(square([tilted(0.02, 0.01)])).toEqual([]);
    // Weights 16 to 1: the mean leans by 1/17 of the 0.017 between them.
    const [fine, coarse] = square([tilted(0, 0.001), tilted(0.017, 0.004)]);
    expect(Math.sqrt(fine) * 0.001).toBeCloseTo(0.001, 6);
    expect(Math.sqrt(coarse) * 0.004).toBeCloseTo(0.016, 5);
  });
});
