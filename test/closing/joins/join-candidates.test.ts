import { describe, expect, it } from 'vitest';
import { JOIN_CANDIDATE_DEFAULTS, joinCandidates } from '../../../src-core/closing/joins/join-candidates.ts';
import type { JoinProfile } from '../../../src-core/closing/joins/join-profile.ts';
import { type Random, seededRandom } from '../../../src-core/math/random.ts';
import { compose, exp, invert, rotationAngle } from '../../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../../src-core/model/context.ts';

const SEED = 7;
const SLAB = 0.25;
const SECTORS = 24;

/** A straight drive along x of so many slabs, its relief drawn at random. */
function drive(slabs: number, random: Random): JoinProfile {
  return {
    slab: SLAB,
    sectors: SECTORS,
    frames: Array.from({ length: slabs }, (_, k) => exp([0, 0, 0, SLAB * k, 0, 0])),
    relief: Float32Array.from({ length: slabs * SECTORS }, () => 0.1 * random.normal()),
    centre: [0, 0],
  };
}

/** What another session sees of it from a slab on, in its own frame, with noise; the way it drives is +1 or -1. */
function seenFrom(whole: JoinProfile, from: number, slabs: number, way: 1 | -1, random: Random): JoinProfile {
  const relief = new Float32Array(slabs * SECTORS);
  for (let k = 0; k < slabs; k++)
    for (let s = 0; s < SECTORS; s++) {
      // Left of who drives in is right of who drives out; up stays up.
      const angle = (2 * Math.PI * (s + 0.5)) / SECTORS - Math.PI;
      const there = way === 1 ? angle : Math.PI - angle;
      const sector = Math.floor((((there + Math.PI) / (2 * Math.PI)) % 1) * SECTORS);
      relief[k * SECTORS + s] = whole.relief[(from + way * k) * SECTORS + sector] + 0.05 * random.normal();
    }
  return { ...whole, frames: whole.frames.slice(0, slabs), relief };
}

const find = (first: JoinProfile, second: JoinProfile, start: { from: number; to: number } | null = null) =>
  joinCandidates(first, second, start, JOIN_CANDIDATE_DEFAULTS, NEVER_CANCELLED);

describe(`finding a second session by the relief of the walls (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const whole = drive(320, random);

  it.each<[string, number, 1 | -1]>([
    ['the same way', 120, 1],
    ['the other way', 200, -1],
  ])('finds one that drives %s, far above all else', (_, from, way) => {
    const [best, next] = find(whole, seenFrom(whole, from, 80, way, random));
    expect(best.isOpposite).toBe(way === -1);
    const T_true = {
      R: exp([0, 0, way === 1 ? 0 : Math.PI, 0, 0, 0]).R,
      t: Float64Array.of(SLAB * from, 0, 0),
    };
    const error = compose(invert(T_true), best.T_map1_map2);
    expect(Math.hypot(...error.t)).toBeLessThan(1e-6);
    expect(rotationAngle(error.R)).toBeLessThan(1e-6);
    expect(best.score).toBeGreaterThan(0.8);
    expect(next.score).toBeLessThan(0.4);
  });

  it('looks only where it is told to', () => {
    const second = seenFrom(whole, 120, 80, 1, random);
    const here = find(whole, second, { from: 25, to: 35 });
    expect(here[0].score).toBeGreaterThan(0.8);
    const elsewhere = find(whole, second, { from: 0, to: 20 });
    expect(elsewhere[0].score).toBeLessThan(0.4);
  });

  it('finds one that begins before the first does, and runs on past its end', () => {
    const short = {
      ...whole,
      frames: whole.frames.slice(0, 60),
      relief: whole.relief.slice(0, 60 * SECTORS),
    };
    const later = { ...short, relief: whole.relief.slice(30 * SECTORS, 90 * SECTORS) };
    expect(find(short, later)[0].T_map1_map2.t[0]).toBeCloseTo(7.5, 6);
    expect(find(later, short)[0].T_map1_map2.t[0]).toBeCloseTo(-7.5, 6);
  });

  it('names every place where a drive repeats itself', () => {
    const period = 40;
    const relief = whole.relief.map((_, i) => whole.relief[i % (period * SECTORS)]);
    const rings = { ...whole, relief };
    const candidates = find(rings, seenFrom(rings, 80, 60, 1, random)).filter(({ score }) => score > 0.8);
    expect(candidates.length).toBeGreaterThan(3);
    for (const { T_map1_map2 } of candidates)
      expect((T_map1_map2.t[0] / (SLAB * period)) % 1).toBeCloseTo(0, 6);
  });
});
