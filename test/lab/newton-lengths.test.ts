import { describe, expect, it } from 'vitest';
import { bumpySurface } from '../../bench/papers/clouds.ts';
import { exp, identity } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { Matches } from '../../src-lab/methods/matches.ts';
import { NewtonMinimiser, type QuadraticAt } from '../../src-lab/methods/newton-minimiser.ts';
import {
  type PointSet,
  REGISTRATION_DEFAULTS,
  type RegistrationOptions,
} from '../../src-lab/problem/method.ts';
import { register } from '../../src-lab/register/register.ts';
import { transformed } from './clouds.ts';

/** Corners of a cube about the origin, so that a shift of all turns none. */
const CUBE: PointSet = {
  count: 8,
  xyz: Float64Array.from({ length: 24 }, (_, at) => ((Math.floor(at / 3) >> (at % 3)) & 1 ? 1 : -1)),
};
const SHIFT = [0.3, -0.2, 0.1] as const;

/** Distance whose square is u.u / k, with a quadratic as steep as u.u: Newton's whole step is a k-th of the way. */
function creeping(k: number): QuadraticAt {
  return (_element, x, y, z, out) => {
    const rest = 1 - 1 / k;
    out.set([1, 0, 0, 1, 0, 1, rest * x, rest * y, rest * z, rest * (x * x + y * y + z * z)]);
  };
}

/** Part of the shift that is left after each step. */
function left(distance: QuadraticAt, longest: number, steps: number): number[] {
  const template = { xyz: CUBE.xyz, find: (x: number, y: number, z: number) => cornerAt(x, y, z) };
  const matches = new Matches(CUBE, template);
  const minimiser = new NewtonMinimiser(matches, distance, REGISTRATION_DEFAULTS, longest);
  let at: Rigid = minimiser.evaluate(exp([0, 0, 0, ...SHIFT])).T_target_source;
  return Array.from({ length: steps }, () => {
    const next = minimiser.step();
    if (typeof next === 'string') throw new Error(next);
    at = next.T_target_source;
    return at.t[0] / SHIFT[0];
  });
}

function cornerAt(x: number, y: number, z: number): number {
  return (x > 0 ? 1 : 0) + (y > 0 ? 2 : 0) + (z > 0 ? 4 : 0);
}

function expectParts(actual: readonly number[], parts: readonly number[]): void {
  expect(actual).toEqual(parts.map((part) => expect.closeTo(part, 12)));
}

describe('the length of a Newton step', () => {
  it('is whole at first, and then what would have brought the last one to its minimum', () => {
    // Two slopes of a parabola give its minimum: a third of the way, and then all of it.
    expectParts(left(creeping(3), 4, 2), [2 / 3, 0]);
  });

  it('is the longest at most, and stays so while the steps creep', () => {
    expectParts(left(creeping(10), 4, 4), [0.9, 0.9 * 0.6, 0.9 * 0.6 ** 2, 0.9 * 0.6 ** 3]);
  });

  it("is whole where none longer is asked for, as in the paper's algorithm 1", () => {
    expectParts(left(creeping(3), 1, 3), [2 / 3, (2 / 3) ** 2, (2 / 3) ** 3]);
  });

  it('is not lengthened where a whole step ends at the minimum', () => {
    expectParts(left(creeping(1), 4, 1), [0]);
  });

  it('is halved from there while the distance does not fall', () => {
    // Nearer than 0.7 of the shift it is large: the step of 4, to 0.54, is refused, and that of 2 taken.
    const wall: QuadraticAt = (element, x, y, z, out, point) => {
      creeping(10)(element, x, y, z, out, point);
      if (x < 0.7 * SHIFT[0]) out[9] += 100;
    };
    expectParts(left(wall, 4, 2), [0.9, 0.9 * 0.8]);
  });
});

describe('newton-point between two samples of a surface (seeds 3 and 4)', () => {
  const target = bumpySurface(3000, 3);
  const source = bumpySurface(3000, 4);
  const run = (
    more: Partial<RegistrationOptions>,
    start: Rigid = exp([0.2, -0.25, 0.15, 0.1, -0.12, 0.08]),
  ) =>
    register(source, target, {
      T_target_source: start,
      rmsTolerance: 1e-7,
      rmsThreshold: 0,
      maxIterations: 300,
      ...more,
    });
  const exact = run({ method: 'icp-point' });

  it('takes as many iterations as icp-point where its steps are whole at most', () => {
    const { iterations } = run({ method: 'newton-point', armijoLongest: 1 });
    expect(Math.abs(iterations - exact.iterations)).toBeLessThanOrEqual(0.1 * exact.iterations);
  });

  it('takes half of them with longer steps, to a pose that fits no worse', () => {
    const { iterations, rms } = run({ method: 'newton-point' });
    expect(iterations).toBeLessThanOrEqual(exact.iterations / 2);
    // Icp-point creeps, and ends where its step changes the error by less than the tolerance.
    expect(rms).toBeLessThan(exact.rms + 1e-6);
  });

  it('finds the same at any scale under a metre, where its limits are shares of the spread', () => {
    // By powers of two, so that only exponents change.
    const at = (scale: number) => {
      const scaled = ({ count, xyz }: PointSet): PointSet => ({
        count,
        xyz: xyz.map((value) => scale * value),
      });
      const T_target_source = exp([0.2, -0.25, 0.15, scale * 0.125, scale * -0.125, 0]);
      const {
        T_target_source: T,
        iterations,
        rms,
      } = register(scaled(source), scaled(target), {
        method: 'newton-point',
        T_target_source,
      });
      return { R: T.R, t: T.t.map((value) => value / scale), rms: rms / scale, iterations };
    };
    const usual = at(2 ** -2);
    const small = at(2 ** -12);
    expect(small.iterations).toBe(usual.iterations);
    expect(small.rms).toBeCloseTo(usual.rms, 12);
    expect([...small.R, ...small.t]).toEqual([...usual.R, ...usual.t].map((v) => expect.closeTo(v, 12)));
  });

  it('finds a copy of the target exactly', () => {
    const truth = exp([0.1, -0.08, 0.06, 0.05, 0.04, -0.06]);
    const copy = transformed(truth, target);
    const { T_target_source, rms } = register(copy, target, {
      method: 'newton-point',
      T_target_source: identity(),
    });
    const back = transformed(T_target_source, copy).xyz;
    expect(Math.max(...back.map((value, at) => Math.abs(value - target.xyz[at])))).toBeLessThan(1e-6);
    expect(rms).toBeLessThan(1e-6);
  });
});
