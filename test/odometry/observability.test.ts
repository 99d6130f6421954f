import { describe, expect, it } from 'vitest';
import { addRow, type NormalSystem, normalSystem } from '../../src-core/math/normal-system.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { exp, identity } from '../../src-core/math/se3.ts';
import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { OBSERVABILITY_DEFAULTS, observe } from '../../src-core/odometry/match/observability.ts';
import { pointToPlaneJacobian } from '../../src-core/odometry/match/point-to-plane.ts';
import { SCAN_MATCHER_DEFAULTS, ScanMatcher } from '../../src-core/odometry/match/scan-matcher.ts';
import { SUBMAP_DEFAULTS, Submap } from '../../src-core/odometry/match/submap.ts';
import { BAUL, baulRoom, baulTube, type Surface, seenFrom } from './rooms.ts';

const SEED = 67;
const POINTS = 20_000;
const SIGMA = 0.03;
/** Not along any axis of the map, and a long way from its origin. */
const POSE = exp([0.5, -1.1, 2, 40, -60, 8]);

describe(`observability of analytic walls (seed ${SEED})`, () => {
  const random = seededRandom(SEED);

  /**
   * Normal equations of exact points on a surface, about a sensor at the map's origin whose own frame is turned by a
   * pose: `l = R^T n`.
   *
   * @param tilt standard deviation of an error of the normals, rad, known to the system
   */
  function systemOf(surface: Surface, { R }: Rigid, tilt = 0): NormalSystem {
    const system = normalSystem();
    const J = new Float64Array(6);
    const weight = 1 / SIGMA ** 2;
    const intoSensor = (v: readonly number[]) =>
      [0, 1, 2].map((k) => R[k] * v[0] + R[3 + k] * v[1] + R[6 + k] * v[2]);
    for (let i = 0; i < POINTS; i++) {
      const { p, n } = surface(random);
      const off = [0, 1, 2].map(() => tilt * random.normal());
      const along = off[0] * n[0] + off[1] * n[1] + off[2] * n[2];
      const tilted = n.map((value, k) => value + off[k] - along * value);
      const norm = Math.hypot(...tilted);
      const [px, py, pz] = intoSensor(p);
      const l = intoSensor(tilted.map((value) => value / norm));
      pointToPlaneJacobian(px, py, pz, l[0], l[1], l[2], J);
      addRow(system, J, 0, weight);
      for (let a = 0; a < 3; a++)
        for (let b = 0; b <= a; b++)
          system.translation[3 * a + b] += weight * (l[a] * l[b] - (a === b ? tilt * tilt : 0));
    }
    return system;
  }

  const seen = (surface: Surface, tilt = 0) =>
    observe(systemOf(surface, POSE, tilt), POSE.R, OBSERVABILITY_DEFAULTS);

  const floor: Surface = (from) => ({
    p: [10 * from.uniform() - 5, 10 * from.uniform() - 5, -1.7],
    n: [0, 0, 1],
  });

  it('a plane alone holds one direction: the weakest lies in it and has no information', () => {
    const { weakDirection, weakShare, weakSigma, degenerate } = seen(floor);
    expect(Math.abs(weakDirection[2])).toBeLessThan(1e-6);
    expect(weakShare).toBeLessThan(1e-12);
    expect(weakSigma).toBeGreaterThan(1);
    expect(degenerate).toBe(true);
  });

  it('a tube does not hold its axis, whatever the sensor\u2019s own orientation', () => {
    const { weakDirection, weakShare, degenerate } = seen(baulTube);
    expect(Math.abs(weakDirection[0])).toBeCloseTo(1, 9);
    expect(Math.hypot(...weakDirection)).toBeCloseTo(1, 12);
    expect(weakShare).toBeLessThan(1e-12);
    expect(degenerate).toBe(true);
  });

  it('a box holds each direction by the points on the walls across it', () => {
    const shares = [0.05, 0.35, 0.6];
    const box: Surface = (from) => {
      const draw = from.uniform();
      const axis = draw < shares[0] ? 0 : draw < shares[0] + shares[1] ? 1 : 2;
      const p = [0, 1, 2].map(() => 6 * from.uniform() - 3) as [number, number, number];
      const n: [number, number, number] = [0, 0, 0];
      n[axis] = from.below(2) === 0 ? 1 : -1;
      p[axis] = -3 * n[axis];
      return { p, n };
    };
    const { weakDirection, weakShare, weakSigma, degenerate } = seen(box);
    expect(Math.abs(weakDirection[0])).toBeCloseTo(1, 9);
    expect(Math.abs(weakShare / shares[0] - 1)).toBeLessThan(0.15);
    expect(weakSigma).toBeCloseTo(SIGMA / Math.sqrt(weakShare * POINTS), 9);
    expect(degenerate).toBe(false);
  });

  it('a closed drive is held, one with a hundredth of its points on the face is not', () => {
    expect(seen(baulRoom)).toMatchObject({ degenerate: false });
    const nearlyOpen: Surface = (from) =>
      from.uniform() < 0.008 ? { p: [6, from.uniform(), 1], n: [-1, 0, 0] } : baulTube(from);
    const { weakShare, degenerate, weakDirection } = seen(nearlyOpen);
    expect(Math.abs(weakShare - 0.008)).toBeLessThan(0.002);
    expect(Math.abs(weakDirection[0])).toBeCloseTo(1, 3);
    expect(degenerate).toBe(true);
  });

  it('noise of the normals feigns nothing along a tube', () => {
    const tilt = 0.15;
    const system = systemOf(baulTube, POSE, tilt);
    expect(observe(system, POSE.R, OBSERVABILITY_DEFAULTS).weakShare).toBeLessThan(0.004);
    // Without what is taken off, the tilt of 0.15 rad alone would pass for a rough drive.
    const naive = { ...system, translation: Float64Array.of(...block(system)) };
    expect(observe(naive, POSE.R, OBSERVABILITY_DEFAULTS)).toMatchObject({ degenerate: false });
  });

  /** Translation block of the full 6x6 system, which does not know of the noise of normals. */
  function block({ H }: NormalSystem): number[] {
    return [0, 1, 2].flatMap((a) => [0, 1, 2].map((b) => (b <= a ? H[6 * (3 + a) + 3 + b] : 0)));
  }

  it('eigenvalues are those of the 6x6 matrix with rotation scaled by the length, ascending', () => {
    const system = systemOf(baulRoom, POSE);
    const { lengthScale } = OBSERVABILITY_DEFAULTS;
    const full = new Float64Array(36);
    for (let i = 0; i < 6; i++)
      for (let j = 0; j < 6; j++) {
        const value = system.H[6 * Math.max(i, j) + Math.min(i, j)];
        full[6 * i + j] = value / ((i < 3 ? lengthScale : 1) * (j < 3 ? lengthScale : 1));
      }
    const expected = [...symmetricEigen(full, 6).values];
    expect(observe(system, POSE.R, OBSERVABILITY_DEFAULTS).eigenvalues).toEqual(expected);
    expect(expected).toEqual([...expected].sort((a, b) => a - b));
    expect(expected[0]).toBeGreaterThan(0);
  });

  it('nothing matched is degenerate, with an infinite sigma and no NaN', () => {
    const { eigenvalues, weakDirection, ...seenNothing } = observe(
      normalSystem(),
      POSE.R,
      OBSERVABILITY_DEFAULTS,
    );
    expect(seenNothing).toEqual({ weakSigma: Number.POSITIVE_INFINITY, weakShare: 0, degenerate: true });
    expect(eigenvalues).toEqual([0, 0, 0, 0, 0, 0]);
    expect(Math.hypot(...weakDirection)).toBeCloseTo(1, 12);
  });

  it.each<[string, Surface, number, boolean]>([
    ['an open drive, bins of few noisy points', baulTube, 20_000, true],
    ['an open drive, bins of many points', baulTube, 150_000, true],
    ['a closed drive', baulRoom, 40_000, false],
  ])('as the matcher sees it: %s', (_name, surface, points, degenerate) => {
    const submap = new Submap(SUBMAP_DEFAULTS);
    submap.insert(seenFrom(surface, points, identity(), 0.02, random).xyz, points, identity());
    const start = exp([0.2, 0.1, 2.5, BAUL.length / 10, 0.2, 1.7]);
    const frame = seenFrom(surface, 8000, start, 0.02, random);
    const prior = { T_map_sensor: start, rotationSigma: 0.1, translationSigma: 0.1 };
    const matcher = new ScanMatcher(SCAN_MATCHER_DEFAULTS);
    const match = matcher.match(() => frame, submap, start, prior, 0.1, NEVER_CANCELLED);
    const { weakDirection, weakShare, ...rest } = observe(
      match.system,
      match.T_map_sensor.R,
      OBSERVABILITY_DEFAULTS,
    );
    expect(rest.degenerate).toBe(degenerate);
    expect(Math.abs(weakDirection[0])).toBeGreaterThan(0.99);
    if (degenerate) expect(weakShare).toBeLessThan(0.006);
    else expect(weakShare).toBeGreaterThan(0.05);
  });
});
