import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import { expSo3, logSo3, multiply3, rotationAngle, transpose3 } from '../../../src-core/math/se3.ts';
import type { ImuSample } from '../../../src-core/model/scan.ts';
import {
  covers,
  integrateRates,
  type RateSamples,
  rateSamples,
} from '../../../src-core/odometry/frame/gyro-rotation.ts';

const SEED = 37;
const NONE = [0, 0, 0];
const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

type Rate = (t: number) => [number, number, number];

/** A walking machine on a rough floor: three axes out of step, so that rotations do not commute. */
const SWAYING: Rate = (t) => [
  0.8 * Math.sin(10 * t),
  0.6 * Math.cos(13 * t + 1),
  0.5 + 0.4 * Math.sin(7 * t + 2),
];

/** Rotation of a rate over a span by very many tiny steps. */
function byTinySteps(rate: Rate, from: number, to: number, steps = 20_000): Float64Array {
  let R: Float64Array = IDENTITY;
  const dt = (to - from) / steps;
  for (let i = 0; i < steps; i++) {
    const [x, y, z] = rate(from + (i + 0.5) * dt);
    R = multiply3(R, expSo3(x * dt, y * dt, z * dt));
  }
  return R;
}

function sampled(rate: Rate, times: readonly number[]): RateSamples {
  return { times, rates: times.map(rate) };
}

const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);

const apart = (a: Float64Array, b: Float64Array) => rotationAngle(multiply3(transpose3(a), b));

describe(`rotation by the gyro (seed ${SEED})`, () => {
  const random = seededRandom(SEED);

  it('of a smooth motion read at 100 Hz is right to 0.1 mrad over a rotation', () => {
    const samples = sampled(SWAYING, every(0.01, -0.013, 0.15));
    const times = every(0.1 / 64, 0, 0.1);
    const result = integrateRates(samples, NONE, 0, times);
    // Straight lines between readings cut the curve by dt^2 / 12 of what its slope changes.
    for (const [k, time] of times.entries())
      expect(apart(result.slice(9 * k, 9 * k + 9), byTinySteps(SWAYING, 0, time, 2000))).toBeLessThan(1e-4);
  });

  it('is that of the rates read in a straight line from reading to reading, wherever they stand', () => {
    for (let trial = 0; trial < 10; trial++) {
      const times = Array.from({ length: 14 }, () => 0.3 * random.uniform() - 0.1).sort((a, b) => a - b);
      const samples: RateSamples = {
        times,
        rates: times.map(() => [0.5 * random.normal(), 0.5 * random.normal(), 0.5 * random.normal()]),
      };
      const straight: Rate = (t) => {
        if (t <= times[0]) return [...samples.rates[0]];
        const next = times.findIndex((time) => time > t);
        if (next < 0) return [...samples.rates[times.length - 1]];
        const f = (t - times[next - 1]) / (times[next] - times[next - 1]);
        return [0, 1, 2].map((k) => samples.rates[next - 1][k] * (1 - f) + samples.rates[next][k] * f) as [
          number,
          number,
          number,
        ];
      };
      const [from, to] = [-0.12, 0.25];
      const result = integrateRates(samples, NONE, from, [to]);
      // What is left is one turn's order against another's within a step of up to 0.1 s at 1 rad/s: dt^2 / 12 |w1 x w2|.
      expect(apart(result, byTinySteps(straight, from, to))).toBeLessThan(1e-3);
    }
  });

  it('of a constant rate is exact, also between two readings and at the start itself', () => {
    const rate: Rate = () => [0.3, -0.7, 1.1];
    const result = integrateRates(sampled(rate, [0, 0.01, 0.02]), NONE, 0.001, [0.001, 0.004, 0.0045, 0.019]);
    for (const [k, seconds] of [0, 0.003, 0.0035, 0.018].entries()) {
      const truth = expSo3(0.3 * seconds, -0.7 * seconds, 1.1 * seconds);
      expect(apart(result.slice(9 * k, 9 * k + 9), truth)).toBeLessThan(1e-12);
    }
  });

  it('takes the bias off every reading', () => {
    const bias: [number, number, number] = [0.02, -0.01, 0.03];
    const biased: Rate = (t) => SWAYING(t).map((value, k) => value + bias[k]) as [number, number, number];
    const times = every(0.01, -0.01, 0.12);
    const clean = integrateRates(sampled(SWAYING, times), NONE, 0, [0.1]);
    const freed = integrateRates(sampled(biased, times), bias, 0, [0.1]);
    expect(apart(clean, freed)).toBeLessThan(1e-12);
  });

  it('is held before the first and after the last reading', () => {
    const samples = sampled((t) => [t, 0, 0], [0.02, 0.05]);
    const [x] = logSo3(integrateRates(samples, NONE, 0, [0.1]).slice(0, 9));
    expect(x).toBeCloseTo(0.02 * 0.02 + 0.03 * 0.035 + 0.05 * 0.05, 12);
  });

  it('of one reading is that rate throughout', () => {
    const samples = sampled(() => [0, 0.5, 0], [0.03]);
    expect(logSo3(integrateRates(samples, NONE, 0, [0.1]))[1]).toBeCloseTo(0.05, 12);
  });

  it('has one answer a time, however many times are asked for at once', () => {
    const samples = sampled(SWAYING, every(0.01, -0.02, 0.12));
    const times = [0.01, 0.02, 0.0333, 0.1];
    const together = integrateRates(samples, NONE, 0, times);
    for (const [k, time] of times.entries())
      expect(apart(together.slice(9 * k, 9 * k + 9), integrateRates(samples, NONE, 0, [time]))).toBeLessThan(
        1e-6,
      );
  });
});

describe('readings of the inertial unit', () => {
  const ORIGIN = 1_700_000_000_000_000_000n;
  const reading = (ms: number, gyro: [number, number, number] = [0, 0, 0]): ImuSample => ({
    stampNs: ORIGIN + BigInt(Math.round(ms * 1e6)),
    accel: [0, 0, 9.81],
    gyro,
  });

  it('are turned into the sensor frame, on a clock of the caller', () => {
    const turned = Float64Array.of(0, -1, 0, 1, 0, 0, 0, 0, 1);
    const { times, rates } = rateSamples([reading(-20, [1, 2, 3]), reading(10, [4, 5, 6])], turned, ORIGIN);
    expect(times[0]).toBeCloseTo(-0.02, 12);
    expect(times[1]).toBeCloseTo(0.01, 12);
    expect(rates).toEqual([
      [-2, 1, 3],
      [-5, 4, 6],
    ]);
  });

  it('out of order or repeated are left out, and those after them kept', () => {
    const samples = [0, 10, 5, 10, 10, 20, 15, 30].map((ms) => reading(ms));
    const { times } = rateSamples(samples, IDENTITY, ORIGIN);
    expect(times.map((time) => Math.round(time * 1000))).toEqual([0, 10, 20, 30]);
  });

  const at = (ms: readonly number[]): RateSamples => ({
    times: ms.map((value) => value / 1000),
    rates: ms.map(() => [0, 0, 0]),
  });

  it.each<[string, number[], boolean]>([
    ['100 Hz all over', every(10, -10, 110), true],
    ['100 Hz from within the slack to within the slack', every(10, 30, 70), true],
    ['one missing', every(10, 0, 100).filter((ms) => ms !== 50), true],
    ['five missing in a row', every(10, 0, 100).filter((ms) => ms < 30 || ms > 70), true],
    ['six missing in a row', every(10, 0, 100).filter((ms) => ms < 30 || ms > 80), false],
    ['starts too late', every(10, 31, 101), false],
    ['ends too early', every(10, -1, 69), false],
    ['a gap across the start', [-50, 20, 30, 40, 50, 60, 70, 80, 90, 100], false],
    ['a gap that ends at the start', [-500, 0, ...every(10, 10, 100)], true],
    ['a gap that starts at the end', [...every(10, 0, 100), 500], true],
    ['a gap across the end', [...every(10, 0, 80), 200], false],
    ['two readings far around', [-1000, 1000], false],
    ['one reading', [50], false],
    ['none', [], false],
  ])('cover a rotation or not: %s', (_name, ms, expected) => {
    expect(covers(at(ms), 0, 0.1)).toBe(expected);
  });

  it('that cover a span have one within the slack of every instant of it', () => {
    const random = seededRandom(SEED);
    let covering = 0;
    for (let trial = 0; trial < 2000; trial++) {
      const ms = Array.from({ length: 2 + random.below(12) }, () => 160 * random.uniform() - 30);
      const samples = at(ms.sort((a, b) => a - b));
      if (!covers(samples, 0, 0.1)) continue;
      covering++;
      for (let t = 0; t <= 0.1; t += 0.0005)
        if (!samples.times.some((time) => Math.abs(time - t) <= 0.03 + 1e-9)) expect.fail(`${ms} at ${t}`);
    }
    expect(covering).toBeGreaterThan(200);
  });
});
