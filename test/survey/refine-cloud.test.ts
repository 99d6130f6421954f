import { describe, expect, it } from 'vitest';
import { applyToPoint, compose, exp } from '../../src-core/math/se3.ts';
import type { CloudAccuracy } from '../../src-core/model/cloud-survey.ts';
import type { PickedPoint } from '../../src-core/model/picked-point.ts';
import { fitsOf, observationsOf } from '../../src-core/survey/picked-points.ts';
import { refineCloud } from '../../src-core/survey/refine-cloud.ts';
import { scanPose } from '../graph/trajectories.ts';

const HALF = 6;
/** Corners of a square about a place of the cloud. */
const CENTRE = [100, -40, 7] as const;
const CORNERS = [
  [HALF, HALF],
  [-HALF, HALF],
  [-HALF, -HALF],
  [HALF, -HALF],
].map(([x, y]): [number, number, number] => [CENTRE[0] + x, CENTRE[1] + y, CENTRE[2]]);
const T_GRID_CLOUD = exp([0, 0, 0.9, 0, 0, 0]);
T_GRID_CLOUD.t.set([352_118.25, 9_001_447.5, 4200]);
const LIST_SIGMA = 0.004;
const ACCURACY = { placeSigma: 0.006, lengthShare: 0.001 } as CloudAccuracy;

const names = ['A', 'B', 'C', 'D'];
const picks = CORNERS.map(
  (place, i): PickedPoint => ({ name: names[i], place, feature: 'point', size: null }),
);
const listed = (off: readonly number[] = [0, 0, 0]) =>
  CORNERS.map((place, i) => {
    const [e, n, u] = applyToPoint(T_GRID_CLOUD, ...place).map((value, k) => value + (i === 0 ? off[k] : 0));
    return {
      name: names[i],
      role: 'control' as const,
      easting: e,
      northing: n,
      elevation: u,
      sigma: LIST_SIGMA,
    };
  });
async function* none(): AsyncGenerator<never> {}
/** Poses of the path at places from the centre, turned by some angle about the vertical. */
const path = [
  [0, 0, 0],
  [20, 0, 0],
  [0, 10, 0],
].map(([x, y, z], k) => {
  const T = exp([0, 0, 0, CENTRE[0] + x, CENTRE[1] + y, CENTRE[2] + z]);
  return scanPose(k, k === 2 ? compose(T, exp([0, 0, Math.PI / 2, 0, 0, 0])) : T);
});

describe('a cloud placed by four picked points in a square', async () => {
  const { refinement, fits } = await refineCloud(
    none(),
    path,
    { list: 'list.csv', points: listed(), picks },
    ACCURACY,
  );
  const sigma = Math.hypot(LIST_SIGMA, fits[0].sigma, 0.006, 0.001 * HALF * Math.SQRT2);

  it('is where the list has them, with nothing left over and six degrees of freedom', () => {
    const { T_grid_map, graph } = refinement;
    for (const place of CORNERS) {
      const [a, b] = [T_grid_map!, T_GRID_CLOUD].map((T) => applyToPoint(T, ...place));
      for (let k = 0; k < 3; k++) expect(Math.abs(a[k] - b[k])).toBeLessThan(1e-6);
    }
    expect(graph.chi2).toBeLessThan(1e-6);
    expect(graph.degreesOfFreedom).toBe(6);
    expect(graph.leftOut).toEqual([]);
    expect(graph.residuals).toHaveLength(4);
    // The corner of A stands nearest to the pose that is ten metres to its left of the middle.
    expect(graph.residuals.map(({ name, scanIndex }) => [name, scanIndex])).toEqual([
      ...[
        ['A', 2],
        ['B', 2],
        ['C', 0],
        ['D', 0],
      ],
    ]);
  });

  it('has the variance of a mean of four in the middle, and grows by the turn of the square and the share of a length', () => {
    const [middle, ahead, aside] = refinement.graph.anchors.map(({ covariance }) =>
      [0, 1, 2, 3, 4, 5].map((i) => covariance[7 * i]),
    );
    // Turns about the two axes in the plane of the square and about that across it.
    const [lean, swing] = [sigma ** 2 / (4 * HALF ** 2), sigma ** 2 / (8 * HALF ** 2)];
    const mean = sigma ** 2 / 4;
    const stated = (distance: number): number => 0.006 ** 2 + (0.001 * distance) ** 2;
    const expectAll = (found: readonly number[], expected: readonly number[]): void =>
      found.forEach((value, i) => {
        expect(value / expected[i]).toBeCloseTo(1, 6);
      });
    expectAll(middle, [lean, lean, swing, ...Array<number>(3).fill(mean + stated(0))]);
    // 20 m along its own x: swings across, leans up.
    expectAll(ahead, [
      ...[lean, lean, swing, mean + stated(20)],
      ...[mean + 400 * swing + stated(20), mean + 400 * lean + stated(20)],
    ]);
    // 10 m to the left, itself turned to look that way: its own x is that direction.
    expectAll(aside, [
      ...[lean, lean, swing, mean + stated(10)],
      ...[mean + 100 * swing + stated(10), mean + 100 * lean + stated(10)],
    ]);
  });

  it('leaves out a point that contradicts the others, and says how far it is off', async () => {
    const { refinement: robust } = await refineCloud(
      none(),
      path,
      { list: 'list.csv', points: listed([0.5, 0, 0]), picks },
      ACCURACY,
    );
    expect(robust.graph.leftOut).toEqual([{ name: 'A', scanIndex: 2 }]);
    expect(robust.graph.degreesOfFreedom).toBe(3);
    const { error, distance } = robust.graph.residuals.find(({ name }) => name === 'A')!;
    expect(error[0]).toBeCloseTo(-0.5, 6);
    expect(distance).toBeCloseTo(0.5, 6);
  });
});

it('a picked point is an observation of its scan, with the covariance and sigma of its fit', () => {
  const covariance = Float64Array.of(1, 0, 0, 0, 2, 0, 0, 0, 3);
  const fit = { place: [1, 2, 3] as const, covariance, sigma: 0.25, rms: null, points: 0 };
  const pick: PickedPoint = { name: 'A', place: [1, 2, 2.9], scan: 7, feature: 'point', size: null };
  expect(observationsOf(fitsOf([{ pick, fit, fault: null } as never]))).toEqual([
    {
      ...{ scanIndex: 7, name: 'A', pSensor: [1, 2, 3], covariance, sigma: 0.25, source: 'hand' },
      ...{ firstScan: 7, lastScan: 7, scans: 1, returns: 1 },
    },
  ]);
});
