import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import {
  matchTexture,
  TEXTURE_DEFAULTS,
  type TexturedPoints,
} from '../../src-core/odometry/along/texture-match.ts';
import { ReflectivityMap } from '../../src-core/odometry/match/reflectivity-map.ts';
import { valueNoise3 } from '../../src-simulate/rock/value-noise.ts';

const SEED = 223;
/** A tube along an axis that is no axis of the cells. */
const AXIS: readonly [number, number, number] = [0.8, 0.6, 0];
const RADIUS = 2.2;
const NOISE = 0.03;
const MAP_SCANS = 20;

type Texture = (along: number, angle: number) => number;

const rock =
  (seed: number): Texture =>
  (along, angle) =>
    0.6 * valueNoise3(seed, along / 0.5, 3 * Math.cos(angle), 3 * Math.sin(angle));
const stripes: Texture = (along) => 0.3 * Math.sin((2 * Math.PI * along) / 0.8);
const plain: Texture = () => 0;

describe(`texture of the walls as a witness (seed ${SEED})`, () => {
  const random = seededRandom(SEED);

  /** What a sensor at a place along the tube sees; its own coordinates put it at `believed`. */
  function seen(
    texture: Texture,
    at: number,
    believed: number,
    count: number,
    contrastNoise = NOISE,
  ): TexturedPoints {
    const xyz = new Float64Array(3 * count);
    const contrast = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      const along = at + 3 * random.normal();
      const angle = 2 * Math.PI * random.uniform();
      const r = RADIUS + 0.02 * random.normal();
      const s = along - at + believed;
      xyz.set(
        [
          s * AXIS[0] - r * Math.cos(angle) * AXIS[1],
          s * AXIS[1] + r * Math.cos(angle) * AXIS[0],
          r * Math.sin(angle),
        ],
        3 * i,
      );
      contrast[i] = texture(along, angle) + contrastNoise * random.normal();
    }
    return { count, xyz, contrast };
  }

  function mapOf(texture: Texture, scans = MAP_SCANS): ReflectivityMap {
    const map = new ReflectivityMap(0.15);
    for (let scan = 0; scan < scans; scan++) {
      const { count, xyz, contrast } = seen(texture, 0.1 * scan, 0.1 * scan, 8000);
      map.add(Float64Array.from(xyz), count, contrast);
    }
    return map;
  }

  const ask = (map: ReflectivityMap, points: TexturedPoints, gate = 0.3, u = AXIS) =>
    matchTexture(map, points, u, gate, TEXTURE_DEFAULTS);

  it('finds by how far the pose is off, to what it says itself, from either side', () => {
    let covered = 0;
    let trials = 0;
    for (let world = 0; world < 4; world++) {
      const map = mapOf(rock(SEED + world));
      for (let trial = 0; trial < 15; trial++) {
        const off = 0.5 * (random.uniform() - 0.5);
        const u = trial % 2 === 0 ? AXIS : ([-AXIS[0], -AXIS[1], 0] as const);
        const match = ask(map, seen(rock(SEED + world), 2, 2 + off, 4000), 0.3, u);
        expect(match.verdict).toBe('believed');
        const error = match.shift + (trial % 2 === 0 ? off : -off);
        expect(Math.abs(error)).toBeLessThan(0.02);
        trials++;
        if (Math.abs(error) < 2 * match.sigma) covered++;
      }
    }
    expect(covered / trials).toBeGreaterThan(0.85);
  });

  it('does not believe a texture that repeats itself, though one place is right', () => {
    const map = mapOf(stripes);
    for (const off of [0, 0.1, -0.2]) {
      expect(ask(map, seen(stripes, 2, 2 + off, 4000))).toMatchObject({
        verdict: 'ambiguous',
        shift: 0,
        sigma: Number.POSITIVE_INFINITY,
      });
    }
  });

  it('believes it once enough of it does not repeat', () => {
    const bolted: Texture = (along, angle) =>
      0.1 * Math.sin((2 * Math.PI * along) / 0.8) + rock(5)(along, angle);
    expect(ask(mapOf(bolted), seen(bolted, 2, 2.1, 4000)).verdict).toBe('believed');
  });

  it('has nothing to say of walls of one colour', () => {
    expect(ask(mapOf(plain), seen(plain, 2, 2, 4000)).verdict).toBe('no-texture');
  });

  it('does not believe a map that it has never seen, nor noise alone', () => {
    expect(ask(new ReflectivityMap(0.15), seen(rock(1), 2, 2, 4000)).verdict).toBe('too-few');
    expect(ask(mapOf(rock(1)), seen(rock(1), 40, 40, 4000)).verdict).toBe('too-few');
    expect(ask(mapOf(rock(1)), seen(rock(2), 2, 2, 4000)).verdict).not.toBe('believed');
    expect(ask(mapOf(rock(1)), seen(rock(1), 2, 2, 0)).verdict).toBe('too-few');
  });

  it('does not go where the pose cannot be: a place beyond the gate is not believed', () => {
    const map = mapOf(rock(3));
    expect(ask(map, seen(rock(3), 2, 3, 4000)).verdict).toBe('ambiguous');
    expect(ask(map, seen(rock(3), 2, 3, 4000), 1).verdict).toBe('believed');
  });

  it('is held out where the halves of the returns do not agree', () => {
    const map = mapOf(rock(4));
    const [here, there] = [seen(rock(4), 2, 2, 4000), seen(rock(4), 2, 2.2, 4000)];
    // Every other return comes from elsewhere: a person with a banner, say.
    for (let i = 1; i < here.count; i += 2) {
      here.xyz.set(there.xyz.subarray(3 * i, 3 * i + 3), 3 * i);
      here.contrast[i] = there.contrast[i];
    }
    expect(ask(map, here).verdict).toBe('halves-differ');
  });
});

describe(`map of the texture (seed ${SEED})`, () => {
  it('keeps the mean of each cell as a plain map of cells does, through growth, cloning and forgetting', () => {
    const random = seededRandom(SEED);
    const map = new ReflectivityMap(0.2, 64);
    const plainMap = new Map<string, { sum: number; n: number; at: number[] }>();
    const keyOf = (p: number[]) => p.map((value) => Math.floor(value / 0.2)).join();
    const xyz = new Float64Array(3 * 20_000);
    const contrasts = new Float32Array(20_000);
    let p = [0, 0, 0];
    for (let i = 0; i < 20_000; i++) {
      // Half of the returns are beside the one before, as along a ring.
      p =
        i % 2 === 0
          ? [10 * random.normal(), 2 * random.normal() - 1e4, random.normal()]
          : [p[0] + 0.02, p[1], p[2]];
      const contrast = Math.fround(random.normal());
      xyz.set(p, 3 * i);
      contrasts[i] = contrast;
      const cell = plainMap.get(keyOf(p)) ?? { sum: 0, n: 0, at: p };
      plainMap.set(keyOf(p), { ...cell, sum: cell.sum + contrast, n: cell.n + 1 });
    }
    map.add(xyz, 20_000, contrasts);
    const check = (of: ReflectivityMap, isKept: (centre: number[]) => boolean) => {
      for (const { sum, n, at } of plainMap.values()) {
        const centre = at.map((value) => (Math.floor(value / 0.2) + 0.5) * 0.2);
        const mean = of.at(at[0], at[1], at[2]);
        if (n < 2 || !isKept(centre)) expect(mean).toBeNaN();
        else expect(mean).toBe(sum / n);
      }
    };
    expect(map.count).toBe(plainMap.size);
    check(map, () => true);
    const copy = map.clone();
    map.keepWithin(0, -1e4, 0, 5);
    check(map, ([x, y, z]) => Math.hypot(x, y + 1e4, z) <= 5);
    check(copy, () => true);
  });
});
