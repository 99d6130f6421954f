import { describe, expect, it } from 'vitest';
import { invertSymmetric } from '../../src-core/math/cholesky.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import {
  type InstrumentPosterior,
  type InstrumentRange,
  idealInstrument,
  instrumentRangeOf,
} from '../../src-core/model/instrument-range.ts';
import {
  correctedWall,
  effectOn,
  instrumentCorrection,
  instrumentPosterior,
  observedErrors,
} from '../../src-core/tunnel/uncertainty/instrument-posterior.ts';
import { radiusPerBias } from '../../src-core/tunnel/uncertainty/range-lever.ts';
import { UNCERTAINTY_DEFAULTS } from '../../src-core/tunnel/uncertainty/uncertainty-options.ts';
import type { HalfSums } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import { integrateWall } from '../../src-core/tunnel/wall/wall-integral.ts';
import { madeWall } from './simple-wall.ts';
import { axisAlong, straight } from './solids.ts';

const options = (instrument: Partial<InstrumentRange>) => ({
  ...UNCERTAINTY_DEFAULTS,
  ...idealInstrument(0.02),
  ...instrument,
});
const AT_75 = 1 - Math.cos((75 * Math.PI) / 180);

/** Cosines at which the patches are met, and what each ray is off by along the radius. */
function sumsOf(seed: number, blocks: number, off: (f: number) => number, noise = 0.02): HalfSums {
  const random = seededRandom(seed);
  const angles = new Float64Array(5 * blocks);
  for (let block = 0; block < blocks; block++)
    for (let patch = 0; patch < 12; patch++) {
      const rays = Array.from({ length: 60 }, () => {
        const f = 0.15 + 0.8 * random.uniform();
        return { x: f, z: (f * (1 - f)) / AT_75, y: off(f) + noise * random.normal() };
      });
      const mean = (of: 'x' | 'y' | 'z') => rays.reduce((sum, ray) => sum + ray[of], 0) / rays.length;
      const [mx, mz, my] = [mean('x'), mean('z'), mean('y')];
      for (const { x, z, y } of rays)
        [(x - mx) ** 2, (x - mx) * (z - mz), (z - mz) ** 2, (x - mx) * (y - my), (z - mz) * (y - my)].forEach(
          (term, i) => {
            angles[5 * block + i] += term;
          },
        );
    }
  return {
    slabs: 9,
    blocks,
    beams: 0,
    splits: new Float64Array(blocks * 18),
    angles,
    byBeam: new Float64Array(0),
  };
}

describe('what the rays of a drive say of the errors of its instrument', () => {
  it.each([1, 2, 3, 4, 5])(
    'finds the bias less the coefficient of the secant, and the bias by 1 - cos, within three standard errors (seed %i)',
    (seed) => {
      const random = seededRandom(100 + seed);
      const [b, c, k] = [0.01, 0.01, 0.005].map((size) => size * (2 * random.uniform() - 1));
      const sums = sumsOf(seed, 40, (f) => {
        const per = radiusPerBias(f);
        return b * per[0] + c * per[1] + k * per[2];
      });
      const { difference, slant, covariance } = observedErrors(sums)!;
      expect(Math.abs(difference - (b - c))).toBeLessThan(3 * Math.sqrt(covariance[0]));
      expect(Math.abs(slant - k)).toBeLessThan(3 * Math.sqrt(covariance[2]));
      expect(covariance[1] ** 2).toBeLessThan(covariance[0] * covariance[2]);
      expect(Math.sqrt(covariance[0])).toBeLessThan(0.002);
    },
  );

  it('is told by blocks with points alone (seed 8)', () => {
    const sums = sumsOf(8, 12, (f) => 0.004 * f);
    const angles = new Float64Array(5 * 15);
    angles.set(sums.angles, 10);
    expect(observedErrors({ ...sums, blocks: 15, angles })).toEqual(observedErrors(sums));
  });

  it('needs six blocks', () => {
    expect(observedErrors(sumsOf(1, 5, () => 0))).toBeNull();
    expect(observedErrors(sumsOf(1, 6, () => 0))).not.toBeNull();
  });
});

const covarianceOf = (instrument: InstrumentRange) =>
  instrumentPosterior(undefined, { ...UNCERTAINTY_DEFAULTS, ...instrument }).covariance;

/** Mean and variance of an effect on a volume. */
interface Effect {
  readonly mean: number;
  readonly variance: number;
}

/** The posterior by brute force: draws of the three errors, weighted by the likelihood of what was seen. */
function sampled(
  sums: HalfSums,
  lever: readonly number[],
  draw: (random: ReturnType<typeof seededRandom>) => readonly number[],
  draws = 120_000,
): Effect {
  const { difference, slant, covariance: r } = observedErrors(sums)!;
  const random = seededRandom(77);
  const [s, t, u] = [r[0] + 0.0012 ** 2, r[1], r[2] + 0.0025 ** 2];
  const det = s * u - t * t;
  let [all, sum, square] = [0, 0, 0];
  for (let i = 0; i < draws; i++) {
    const [b, c, k] = draw(random);
    const [p, q] = [difference - (b - c), slant - k];
    const w = Math.exp(-0.5 * ((u * p * p - 2 * t * p * q + s * q * q) / det));
    const effect = lever[0] * b + lever[1] * c + lever[2] * k;
    all += w;
    sum += w * effect;
    square += w * effect * effect;
  }
  const mean = sum / all;
  return { mean, variance: square / all - mean * mean };
}

/** By what is stated of an instrument. */
function asStated(instrument: ReturnType<typeof options>, sums: HalfSums, lever: readonly number[]): Effect {
  const { rangeBias, warmUpBias, beamSigma, beams, spreadBias, incidenceBias } = instrument;
  const prior = [
    Math.hypot(rangeBias / Math.sqrt(3), warmUpBias / Math.sqrt(3), beamSigma / Math.sqrt(beams)),
    spreadBias / Math.sqrt(3),
    incidenceBias / Math.sqrt(3),
  ];
  return sampled(sums, lever, (random) => prior.map((sigma) => sigma * random.normal()));
}

/** Of a bias that may be any, beside a spot that lengthens ranges by what a uniform distribution up to its bound scatters. */
function asLong(instrument: ReturnType<typeof options>, sums: HalfSums, lever: readonly number[]): Effect {
  const { spreadBias, incidenceBias } = instrument;
  return sampled(
    sums,
    lever,
    (random) => [
      0.06 * random.uniform() - 0.02,
      spreadBias / 2 + (spreadBias / Math.sqrt(12)) * random.normal(),
      (incidenceBias / Math.sqrt(3)) * random.normal(),
    ],
    600_000,
  );
}

function expectEffect(known: Effect, effect: Effect): void {
  expect(Math.abs(known.mean - effect.mean)).toBeLessThan(0.03 * Math.sqrt(effect.variance));
  expect(Math.sqrt(known.variance / effect.variance)).toBeGreaterThan(0.97);
  expect(Math.sqrt(known.variance / effect.variance)).toBeLessThan(1.03);
}

/** Standard error of the difference, with what relief adds to it. */
const sigmaOf = (sums: HalfSums): number =>
  Math.hypot(Math.sqrt(observedErrors(sums)!.covariance[0]), 0.0012);

describe('the posterior of the errors of an instrument', () => {
  const os1 = options(instrumentRangeOf('OS-1-16'));
  const lever = { bias: 40, spread: 60, incidence: 25 };
  const factors = [lever.bias, lever.spread, lever.incidence];
  const of = ({ mean, covariance }: InstrumentPosterior): Effect => {
    const a = factors;
    return {
      mean: a.reduce((sum, factor, i) => sum + factor * mean[i], 0),
      variance: a.reduce(
        (sum, factor, i) =>
          sum + a.reduce((row, other, j) => row + factor * other * covariance[3 * i + j], 0),
        0,
      ),
    };
  };

  it.each([
    { name: 'a secant of 5 mm', off: (f: number) => 0.005 * (1 - f) },
    { name: 'a bias of 4 mm', off: (f: number) => 0.004 * f },
    { name: 'nothing', off: () => 0 },
  ])(
    'is that of 120,000 instruments drawn from what is stated, weighted by what was seen: $name (seed 4)',
    ({ off }) => {
      const sums = sumsOf(4, 30, off);
      expectEffect(of(instrumentPosterior(sums, os1)), asStated(os1, sums, factors));
    },
  );

  it('is the prior where the places of the sensor are not known, or too little was met at different angles', () => {
    for (const halves of [undefined, sumsOf(1, 5, () => 0.01)]) {
      const { mean, covariance } = instrumentPosterior(halves, os1);
      expect(mean).toEqual([0, 0, 0]);
      expect(covariance.map(Math.sqrt)).toEqual([
        Math.hypot(0.006 / Math.sqrt(3), 0.002 / Math.sqrt(3), 0.003 / 4), 0, 0,
        0, 0.01 / Math.sqrt(3), 0, 0, 0, 0.003 / Math.sqrt(3),
      ].map((value) => expect.closeTo(value, 12))); // biome-ignore format: a matrix
    }
  });

  it('with a known distance gives the secant what the rays show, and corrects the wall by it', () => {
    const known = { ...os1, rangeBias: 0.001, warmUpBias: 0, beamSigma: 0 };
    const { mean, covariance } = instrumentPosterior(
      sumsOf(9, 60, (f) => 0.005 * (1 - f)),
      known,
    );
    expect(mean[1]).toBeGreaterThan(0.0042);
    expect(mean[1]).toBeLessThan(0.0055);
    expect(Math.sqrt(covariance[4])).toBeLessThan(0.0016);
    // Never better than what relief leaves of it, however many rays there are.
    expect(Math.sqrt(covariance[4])).toBeGreaterThan(0.0012);
  });

  it.each([
    ['less than is stated', 0.0055],
    ['more than all that is stated', 0.012],
  ])(
    'of ranges that are longer by %s where they meet the wall squarely is that of 600,000 spots that lengthen them, with any bias (seed 6)',
    (_, bias) => {
      const sums = sumsOf(6, 60, (f) => bias * f);
      const posterior = instrumentPosterior(sums, os1);
      expectEffect(of(posterior), asLong(os1, sums, factors));
      // What is seen, and what the spot hides of it.
      expect(posterior.mean[0] - posterior.mean[1]).toBeCloseTo(observedErrors(sums)!.difference, 4);
      expect(posterior.mean[1]).toBeCloseTo(os1.spreadBias / 2, 5);
    },
  );

  it.each([0.003, 0.0034, 0.0038])(
    'of ranges that are longer by %f m, which chance may do too, is of either, by how far beyond two standard errors (seed 6)',
    (bias) => {
      const sums = sumsOf(6, 60, (f) => bias * f);
      const share = observedErrors(sums)!.difference / sigmaOf(sums) - 2;
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThan(1);
      const [a, b] = [asStated(os1, sums, factors), asLong(os1, sums, factors)];
      const mean = (1 - share) * a.mean + share * b.mean;
      const square = (1 - share) * (a.variance + a.mean ** 2) + share * (b.variance + b.mean ** 2);
      expectEffect(of(instrumentPosterior(sums, os1)), { mean, variance: square - mean ** 2 });
    },
  );

  it.each([
    ['by what is stated', -0.01, { mean: [0, 0, 0], bias: null }],
    ['by what a spot hides', 0.3, { mean: [0, 0.005, 0], bias: 1 }],
  ])(
    'of few rays that hardly tell both errors apart is that of the sums of information, %s (seeds 1 to 5)',
    (_, bias, { mean, bias: unknown }) => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const sums = sumsOf(seed, 7, (f) => bias * f, 0.2);
        const { difference, slant, covariance: r } = observedErrors(sums)!;
        // Inverse covariances add up, and with them the means: H' R^-1 H for H = (1 -1 0; 0 0 1).
        const R = [r[0] + 0.0012 ** 2, r[1], r[1], r[2] + 0.0025 ** 2];
        const [w, v, , u] = invertSymmetric(R, 2)!;
        const prior = [
          unknown ?? Math.sqrt(covarianceOf(os1)[0]),
          unknown === null ? 0.01 / Math.sqrt(3) : 0.01 / Math.sqrt(12),
          0.003 / Math.sqrt(3),
        ].map((sigma) => 1 / sigma ** 2);
        const information = [prior[0] + w, -w, v, -w, prior[1] + w, -v, v, -v, prior[2] + u];
        const all = invertSymmetric(information, 3)!;
        const along = [
          w * difference + v * slant,
          -w * difference - v * slant,
          v * difference + u * slant,
        ].map((value, i) => value + prior[i] * mean[i]);
        const result = instrumentPosterior(sums, os1);
        expect(result.priorSigma ** 2).toBeCloseTo(covarianceOf(os1)[0], 12);
        for (const i of [0, 1, 2]) {
          const expected = along.reduce((sum, value, j) => sum + all[3 * i + j] * value, 0);
          expect(result.mean[i] / expected, `mean ${i}, seed ${seed}`).toBeCloseTo(1, 6);
          for (const j of [0, 1, 2])
            expect(result.covariance[3 * i + j] / all[3 * i + j], `${i}, ${j}, seed ${seed}`).toBeCloseTo(
              1,
              6,
            );
        }
      }
    },
  );

  it('does not jump, however little longer ranges are (seed 6)', () => {
    const means = Array.from({ length: 81 }, (_, i) => {
      const sums = sumsOf(6, 20, (f) => 1e-4 * i * f);
      return instrumentPosterior(sums, os1).mean;
    });
    for (const k of [0, 1])
      for (const [i, mean] of means.entries())
        expect(Math.abs(mean[k] - (means[i - 1] ?? mean)[k]), `step ${i}`).toBeLessThan(0.001);
  });

  it('covers what a bias beyond what is stated does beside any spot, 95 of 100 times (seed 12)', () => {
    const random = seededRandom(12);
    const drives = 100;
    let covered = 0;
    for (let i = 0; i < drives; i++) {
      const c = os1.spreadBias * random.uniform();
      const b = c + 0.005 + 0.01 * random.uniform();
      const sums = sumsOf(1000 + i, 12, (f) => b * f + c * (1 - f));
      const { mean, variance } = of(instrumentPosterior(sums, os1));
      const truth = lever.bias * b + lever.spread * c;
      if (Math.abs(mean - truth) < 1.96 * Math.sqrt(variance)) covered++;
    }
    expect(covered).toBeGreaterThanOrEqual(95);
  });

  it('of a bias that is known of the instrument is that of any only where it is contradicted (seed 6)', () => {
    // With what a warm-up and the mean of the beams may add: 3.2 mm.
    const known = { ...os1, rangeBias: 0.002, isBiasKnown: true };
    const bound = Math.hypot(0.002, 0.002, (1.96 * 0.003) / 4);
    const longer = (bias: number) => sumsOf(6, 60, (f) => bias * f);
    for (const bias of [0.004, 0.0055]) {
      const within = longer(bias);
      expect((observedErrors(within)!.difference - bound) / sigmaOf(within)).toBeLessThan(2);
      const { mean, covariance } = instrumentPosterior(within, known);
      expect(mean[0] / -mean[1]).toBeCloseTo(covarianceOf(known)[0] / (known.spreadBias ** 2 / 3), 6);
      expect(covariance[0]).toBeLessThan(covarianceOf(known)[0]);
    }
    const between = longer(0.0068);
    const share = (observedErrors(between)!.difference - bound) / sigmaOf(between) - 2;
    const [stated, any] = [asStated(known, between, factors), asLong(known, between, factors)];
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.8);
    const { mean } = of(instrumentPosterior(between, known));
    expect((mean - stated.mean) / (any.mean - stated.mean)).toBeCloseTo(share, 1);
    expectEffect(of(instrumentPosterior(longer(0.009), known)), asLong(known, longer(0.009), factors));
  });

  it.each([
    ['longer by chance', 0.002],
    ['shorter', -0.005],
  ])(
    'of ranges that are %s is shared out between bias and spread by what is stated of each (seed 6)',
    (_, bias) => {
      const { mean } = instrumentPosterior(
        sumsOf(6, 60, (f) => bias * f),
        os1,
      );
      expect(mean[0] / -mean[1]).toBeCloseTo(covarianceOf(os1)[0] / (os1.spreadBias ** 2 / 3), 6);
      expect(Math.sign(mean[0])).toBe(Math.sign(bias));
    },
  );

  it('of an instrument without errors is without any', () => {
    const { mean, covariance } = instrumentPosterior(
      sumsOf(2, 30, (f) => 0.01 * f),
      options({}),
    );
    expect(mean.map(Math.abs)).toEqual([0, 0, 0]);
    expect(covariance.map(Math.abs)).toEqual(new Array(9).fill(0));
  });

  it('splits its effect on a volume in what goes with the bias of all ranges, and the rest', () => {
    const posterior = instrumentPosterior(
      sumsOf(5, 40, (f) => 0.003 * f),
      os1,
    );
    const effect = effectOn(lever, posterior);
    const { mean, variance } = of(posterior);
    expect(effect.mean).toBeCloseTo(mean, 12);
    expect(Math.hypot(effect.common * posterior.priorSigma, effect.rest)).toBeCloseTo(Math.sqrt(variance), 9);
    const prior = effectOn(lever, instrumentPosterior(undefined, os1));
    expect(prior.common).toBeCloseTo(lever.bias, 9);
    expect(prior.rest).toBeCloseTo(
      Math.hypot(lever.spread * 0.01, lever.incidence * 0.003) / Math.sqrt(3),
      9,
    );
  });
});

describe('a wall that is corrected by the mean of the posterior', () => {
  const axis = axisAlong(straight(), 0, 12, 0.5);
  const facing = (f: number) =>
    madeWall({
      axis,
      radius: () => 2,
      more: ({ slabs, bins }) => ({ facing: new Float32Array(slabs * bins).fill(f) }),
    });
  const posterior = (mean: readonly number[]): InstrumentPosterior => ({
    mean,
    covariance: new Array(9).fill(0),
    priorSigma: 0,
  });

  it.each([0.3, 0.6, 1])('is a cylinder less the three errors as rays met it, at a cosine of %f', (f) => {
    const mean = [0.004, -0.003, 0.002];
    const wall = correctedWall(facing(f), posterior(mean));
    const less = 0.004 * f - 0.003 * (1 - f) + (0.002 * f * (1 - f)) / AT_75;
    const { volume } = integrateWall(wall, 1, 11);
    expect(volume / (Math.PI * (2 - less) ** 2 * 10)).toBeCloseTo(1, 7);
  });

  it('says what the volume is less by, and each error with its standard deviation', () => {
    const wall = facing(0.6);
    const known = {
      ...posterior([0.004, -0.003, 0.002]),
      covariance: [4e-6, 1e-6, 0, 1e-6, 9e-6, 0, 0, 0, 1e-6],
    };
    const { volume, bias, spread, incidence } = instrumentCorrection(wall, 1, 11, known);
    const less = 0.004 * 0.6 - 0.003 * 0.4 + (0.002 * 0.6 * 0.4) / AT_75;
    expect(volume / (less * 2 * Math.PI * 2 * 10)).toBeCloseTo(1, 3);
    expect([bias, spread, incidence]).toEqual([
      { value: 0.004, sigma: expect.closeTo(0.002, 12) },
      { value: -0.003, sigma: expect.closeTo(0.003, 12) },
      { value: 0.002, sigma: expect.closeTo(0.001, 12) },
    ]);
  });

  it('is the wall itself where nothing moves it, or how it was met is not known', () => {
    const wall = facing(0.5);
    expect(correctedWall(wall, posterior([0, 0, 0]))).toBe(wall);
    const unknown = madeWall({ axis, radius: () => 2 });
    expect(correctedWall(unknown, posterior([0.004, 0, 0]))).toBe(unknown);
  });
});
