import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { axisOfLine, withChainage } from '../../src-core/model/axis-chainage.ts';
import { axisAlong, straight } from './solids.ts';

const SEED = 5;

describe('chainage of an axis', () => {
  const ramp = axisAlong(straight(1 / 8), 100, 140, 10);

  it('slope to horizontal is shorter by the cosine of the grade, and back again', () => {
    const plan = withChainage(ramp, { kind: 'horizontal' });
    expect(plan.kind).toBe('horizontal');
    expect(plan.chainage[0]).toBe(100);
    expect(plan.chainage[4]).toBeCloseTo(100 + 40 / Math.hypot(1, 1 / 8), 9);
    expect(withChainage(plan, { kind: 'slope' }).chainage[4]).toBeCloseTo(140, 9);
  });

  it('another start moves every value', () => {
    expect([...withChainage(ramp, { start: 1250.5 }).chainage]).toEqual([
      1250.5, 1260.5, 1270.5, 1280.5, 1290.5,
    ]);
  });

  it('reversed runs from the other end with the same steps', () => {
    const back = withChainage(
      { ...ramp, chainage: Float64Array.of(0, 10, 20.01, 30.01, 41) },
      { reversed: true, start: 0 },
    );
    const steps = [10.99, 10, 10.01, 10];
    expect([...back.chainage].slice(1).map((value, i) => value - back.chainage[i])).toEqual(
      steps.map((step) => expect.closeTo(step, 9)),
    );
    expect([...back.xyz.slice(0, 3)]).toEqual([...ramp.xyz.slice(12)]);
    expect(back.kind).toBe('slope');
  });

  it(`a line without chainage: lengths of its own segments (seed ${SEED})`, () => {
    const random = seededRandom(SEED);
    const xyz = Float64Array.from({ length: 30 }, () => 50 * random.uniform());
    const [slope, plan] = [axisOfLine(xyz, 'a'), axisOfLine(xyz, 'a', { kind: 'horizontal', start: 7 })];
    for (let i = 1; i < 10; i++) {
      const d = [0, 1, 2].map((k) => xyz[3 * i + k] - xyz[3 * i - 3 + k]);
      expect(slope.chainage[i] - slope.chainage[i - 1]).toBeCloseTo(Math.hypot(...d), 9);
      expect(plan.chainage[i] - plan.chainage[i - 1]).toBeCloseTo(Math.hypot(d[0], d[1]), 9);
    }
    expect(plan.chainage[0]).toBe(7);
  });

  it.each<[string, () => Axis, string]>([
    ['no vertex', () => axisOfLine(new Float64Array(0), 'a'), 'no vertex'],
    ['one vertex', () => axisOfLine(Float64Array.of(1, 2, 3), 'a'), 'one vertex'],
    [
      'a repeated vertex',
      () => axisOfLine(Float64Array.of(0, 0, 0, 5, 0, 0, 5, 0, 0), 'a'),
      'vertex 3 repeats',
    ],
    [
      'a millimetre line read as metres',
      () => axisOfLine(Float64Array.of(0, 0, 0, 0.04, 0, 0), 'a'),
      'only 0.040 m',
    ],
    [
      'no number',
      () => axisOfLine(Float64Array.of(0, 0, 0, Number.NaN, 0, 0), 'a'),
      'vertex 2 is not a number',
    ],
    [
      'the plan of a shaft',
      () => axisOfLine(Float64Array.of(0, 0, 0, 0, 0, 9), 'a', { kind: 'horizontal' }),
      'rises vertically',
    ],
    ['no start', () => withChainage(ramp, { start: Number.NaN }), 'NaN is not a chainage'],
  ])('refuses %s', (_, act, part) => {
    expect(act).toThrow(
      expect.objectContaining({ code: 'axis-unusable', message: expect.stringContaining(part) }),
    );
  });
});
