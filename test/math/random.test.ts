import { describe, expect, it } from 'vitest';
import { hash3, seededRandom, subSeed } from '../../src-core/math/random.ts';

const SEED = 17;
const DRAWS = 200_000;

/** xoshiro128** seeded by splitmix32, with whole numbers of any size: nothing to do with 32-bit shifts. */
function* reference(seed: number): Generator<bigint, never> {
  const mask = (1n << 32n) - 1n;
  let z0 = BigInt(seed);
  const seeded = (): bigint => {
    z0 = (z0 + 0x9e3779b9n) & mask;
    let z = z0;
    z = ((z ^ (z >> 16n)) * 0x21f0aaadn) & mask;
    z = ((z ^ (z >> 15n)) * 0x735a2d97n) & mask;
    return z ^ (z >> 15n);
  };
  const rotated = (x: bigint, by: bigint): bigint => ((x << by) | (x >> (32n - by))) & mask;
  const s = [seeded(), seeded(), seeded(), seeded()];
  for (;;) {
    yield (rotated((s[1] * 5n) & mask, 7n) * 9n) & mask;
    const t = (s[1] << 9n) & mask;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotated(s[3], 11n);
  }
}

describe(`seeded random numbers (seed ${SEED})`, () => {
  it.each([0, 1, SEED, 0xffffffff])('are those of xoshiro128** for seed %d', (seed) => {
    const random = seededRandom(seed);
    const words = reference(seed);
    for (let i = 0; i < 1000; i++) {
      // 53 bits of two words: the whole of the first, the upper 21 of the second.
      const high = words.next().value;
      const low = words.next().value;
      expect(random.uniform()).toBe(Number((high << 21n) | (low >> 11n)) / 2 ** 53);
    }
  });

  it('are the same for the same seed, and others for the next', () => {
    const draw = (seed: number) => {
      const random = seededRandom(seed);
      return Array.from({ length: 50 }, () => random.normal());
    };
    expect(draw(SEED)).toEqual(draw(SEED));
    expect(draw(SEED)).not.toEqual(draw(SEED + 1));
  });

  it('uniform fills [0, 1) evenly (chi-square over 100 bins), also over pairs', () => {
    const random = seededRandom(SEED);
    const bins = new Float64Array(100);
    const pairs = new Float64Array(100);
    let before = random.uniform();
    for (let i = 0; i < DRAWS; i++) {
      const value = random.uniform();
      expect(value >= 0 && value < 1).toBe(true);
      bins[Math.floor(value * 100)]++;
      pairs[10 * Math.floor(before * 10) + Math.floor(value * 10)]++;
      before = value;
    }
    for (const counts of [bins, pairs]) {
      const expected = DRAWS / 100;
      const chi2 = counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
      // 99 degrees of freedom: mean 99, sigma 14; five sigma each way.
      expect(chi2).toBeGreaterThan(30);
      expect(chi2).toBeLessThan(170);
    }
  });

  it('normal has the moments and the tails of the normal distribution, and no memory', () => {
    const random = seededRandom(SEED);
    const values = Float64Array.from({ length: DRAWS }, () => random.normal());
    const moment = (power: number) => values.reduce((sum, v) => sum + v ** power, 0) / DRAWS;
    const five = 5 / Math.sqrt(DRAWS);
    expect(Math.abs(moment(1))).toBeLessThan(five);
    expect(Math.abs(moment(2) - 1)).toBeLessThan(five * Math.sqrt(2));
    expect(Math.abs(moment(3))).toBeLessThan(five * Math.sqrt(15));
    expect(Math.abs(moment(4) - 3)).toBeLessThan(five * Math.sqrt(96));
    const beyond = values.filter((v) => Math.abs(v) > 1.959964).length / DRAWS;
    expect(Math.abs(beyond - 0.05)).toBeLessThan(five * Math.sqrt(0.05 * 0.95));
    let lagged = 0;
    for (let i = 1; i < DRAWS; i++) lagged += values[i] * values[i - 1];
    expect(Math.abs(lagged / DRAWS)).toBeLessThan(five);
  });

  it('below gives every whole number under its bound, and only those', () => {
    const random = seededRandom(SEED);
    const seen = new Float64Array(7);
    for (let i = 0; i < 7000; i++) seen[random.below(7)]++;
    for (const count of seen) expect(Math.abs(count - 1000)).toBeLessThan(5 * Math.sqrt(1000));
    expect(seen.length).toBe(7);
    expect(Array.from({ length: 20 }, () => random.below(1)).every((value) => value === 0)).toBe(true);
  });

  it('seeds of parts differ by part and by seed, and fit 32 bits', () => {
    const seeds = new Set<number>();
    for (let seed = 0; seed < 50; seed++)
      for (const part of ['', 'imu', 'clock', 'rock', 'scan 1', 'scan 10', 'scan 2']) {
        const value = subSeed(seed, part);
        expect(Number.isInteger(value) && value >= 0 && value < 2 ** 32).toBe(true);
        seeds.add(value);
      }
    expect(seeds.size).toBe(50 * 7);
  });
});

/** pcg3d with whole numbers of any size. */
function referenceHash(...numbers: readonly number[]): number {
  const mask = (1n << 32n) - 1n;
  const v = numbers.map((value) => (BigInt(value) * 1664525n + 1013904223n) & mask);
  const stir = (): void => {
    for (const k of [0, 1, 2]) v[k] = (v[k] + v[(k + 1) % 3] * v[(k + 2) % 3]) & mask;
  };
  stir();
  for (const k of [0, 1, 2]) v[k] ^= v[k] >> 16n;
  stir();
  return Number(v[0]);
}

describe('random numbers by a hash of three', () => {
  const EDGES = [0, 1, SEED, 65_535, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];

  it('are those of pcg3d', () => {
    for (const a of EDGES)
      for (const b of EDGES) for (const c of EDGES) expect(hash3(a, b, c)).toBe(referenceHash(a, b, c));
  });

  it.each([0, 1, SEED, 2 ** 32 - 1])(
    'are even in each number alone and beside the next one, from %d',
    (a) => {
      const draws = [
        (i: number, next: number) => hash3(a, 3, i + next),
        (i: number, next: number) => hash3(a, i + next, 3),
        (i: number, next: number) => hash3(a, 3 + next, i),
        (i: number, next: number) => hash3(a + next, 3, i),
      ];
      for (const draw of draws) {
        const pairs = new Float64Array(100);
        const tenth = (i: number, next: number) => Math.floor((10 * draw(i, next)) / 2 ** 32);
        for (let i = 0; i < DRAWS; i++) pairs[10 * tenth(i, 0) + tenth(i, 1)]++;
        const chi2 = pairs.reduce((sum, n) => sum + (n - DRAWS / 100) ** 2 / (DRAWS / 100), 0);
        // As above.
        expect(chi2).toBeGreaterThan(30);
        expect(chi2).toBeLessThan(170);
      }
    },
  );
});
