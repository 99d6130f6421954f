import { describe, expect, it } from 'vitest';
import {
  biasByControl,
  type ControlSighting,
  withMakersBound,
} from '../../src-core/calibration/check-control.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, expSo3 } from '../../src-core/math/se3.ts';
import { minus3, unit3, type Vec3 } from '../../src-core/math/vec3.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

const SEED = 5;
const NOISE = 0.004;
const T = { R: expSo3(0.02, -0.03, 2.1), t: Float64Array.of(350_123, 8_400_321, 4_050) };

/** Targets around a sensor that drives a little, as ranges that are too long by `bias` show them. */
function sightings(
  count: number,
  bias: number,
  seed: number,
  { noise = NOISE, isAside = false }: { noise?: number; isAside?: boolean } = {},
): ControlSighting[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, i) => {
    const from: Vec3 = [0.3 * i, 0.1 * random.normal(), 0];
    const angle = isAside ? 0.1 * random.normal() : (2 * Math.PI * (i + 0.3 * random.uniform())) / count;
    const range = 2 + 3 * random.uniform();
    const p: Vec3 = [
      range * Math.cos(angle),
      range * Math.sin(angle),
      (isAside ? 0.2 : 0.8) * random.normal(),
    ];
    const ray = unit3(minus3(p, from));
    const map = p.map((value, k) => value + bias * ray[k] + noise * random.normal()) as Vec3;
    return { map, ray, grid: applyToPoint(T, ...p), sigma: Math.max(noise, 1e-4) };
  });
}

describe(`the range offset by surveyed targets (seed ${SEED})`, () => {
  it.each([-0.03, 0, 0.006, 0.1])('is %s m to the last 0.01 mm without noise', (bias) => {
    const control = { sightings: sightings(6, bias, SEED, { noise: 0 }), sheeting: 0 };
    expect(biasByControl(control).value).toBeCloseTo(bias, 5);
  });

  it('has a deviation that holds, over 400 draws of noise', () => {
    let chi2 = 0;
    for (let draw = 0; draw < 400; draw++) {
      const { value, sigma } = biasByControl({ sightings: sightings(8, 0.01, 1000 + draw), sheeting: 0 });
      chi2 += ((value - 0.01) / sigma) ** 2 / 400;
    }
    // The scatter only widens it, so a little below 1.
    expect(Math.sqrt(chi2)).toBeGreaterThan(0.75);
    expect(Math.sqrt(chi2)).toBeLessThan(1.05);
  });

  it('is no better than what the sheeting leaves, however many targets there are', () => {
    const { sigma } = biasByControl({ sightings: sightings(60, 0.01, SEED), sheeting: 0.004 });
    expect(sigma).toBeGreaterThan(0.004);
    expect(sigma).toBeLessThan(0.0042);
  });

  it('widens where the targets agree worse than they should', () => {
    const good = sightings(8, 0, SEED);
    const bad = good.map((each, i) =>
      i === 2 ? { ...each, grid: [each.grid[0] + 0.03, each.grid[1], each.grid[2]] as const } : each,
    );
    const sigma = (of: ControlSighting[]): number => biasByControl({ sightings: of, sheeting: 0 }).sigma;
    expect(sigma(bad)).toBeGreaterThan(1.5 * sigma(good));
  });

  it('is refused of three targets, of one seen four times, and of targets on one side', () => {
    const refused =
      (of: ControlSighting[]): unknown =>
      () =>
        biasByControl({ sightings: of, sheeting: 0 });
    const four = sightings(4, 0, SEED);
    expect(refused(four.slice(1))).toThrow(SocavonError);
    expect(refused([four[0], four[0], four[0], four[0]])).toThrow(SocavonError);
    expect(refused(sightings(6, 0, SEED, { isAside: true }))).toThrow(SocavonError);
  });
});

describe("an offset together with the maker's bound", () => {
  it('is the mean of both, weighted, and narrower than either', () => {
    // OS1-16 of the first generation: 6 mm as a uniform bound.
    const prior = 0.006 / Math.sqrt(3);
    const { value, sigma } = withMakersBound({ value: 0.007, sigma: prior }, 'OS-1-16-A0');
    expect(value).toBeCloseTo(0.0035, 9);
    expect(sigma).toBeCloseTo(prior / Math.SQRT2, 9);
  });

  it('is the measured one alone where it contradicts the bound', () => {
    const measured = { value: 0.02, sigma: 0.004 };
    expect(withMakersBound(measured, 'OS-1-16-A0')).toEqual(measured);
    expect(withMakersBound(measured, 'OS-1-128').value).toBeLessThan(0.02);
  });
});
