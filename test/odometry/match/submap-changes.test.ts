import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import { exp, identity } from '../../../src-core/math/se3.ts';
import { PlaneMap } from '../../../src-core/odometry/match/plane-map.ts';
import { ReflectivityMap } from '../../../src-core/odometry/match/reflectivity-map.ts';
import { SUBMAP_DEFAULTS, Submap } from '../../../src-core/odometry/match/submap.ts';

const SEED = 401;

/** A cloud about a place, in runs of some points as a ring of the sensor has them. */
function cloud(random: ReturnType<typeof seededRandom>, count: number, x: number): Float64Array {
  const xyz = new Float64Array(3 * count);
  for (let at = 0; at < xyz.length; at++) xyz[at] = (at % 3 === 0 ? x : 0) + 6 * random.uniform() - 3;
  return xyz;
}

const contents = (map: PlaneMap): Map<string, number> =>
  new Map(
    Array.from({ length: map.count }, (_, bin) => [
      map.keys.subarray(3 * bin, 3 * bin + 3).join(),
      map.points[bin],
    ]),
  );

describe(`changes of the bins of a submap (seed ${SEED})`, () => {
  it('are those of a comparison of all bins, and unknown before the first question and after bins were dropped', () => {
    const random = seededRandom(SEED);
    const map = new PlaneMap(0.5, undefined, 16);
    map.add(cloud(random, 50, 0), 50);
    expect(map.takeChanges()).toBeNull();
    let before = contents(map);
    for (let step = 0; step < 40; step++) {
      const count = random.below(400);
      for (let k = 0; k < 1 + random.below(3); k++) map.add(cloud(random, count, step / 4), count);
      const dropped = step % 9 === 8 ? map.keepWithin(step / 4, 0, 0, 4) : 0;
      const found = map.takeChanges();
      const after = contents(map);
      if (step % 9 === 8) {
        expect(dropped).toBeGreaterThan(0);
        expect(found).toBeNull();
      } else {
        const changed = [...after].filter(([key, points]) => before.get(key) !== points).map(([key]) => key);
        const keys = Array.from(found!, (bin) => map.keys.subarray(3 * bin, 3 * bin + 3).join());
        expect(new Set(keys)).toEqual(new Set(changed));
        expect(keys).toHaveLength(changed.length);
      }
      before = after;
    }
    expect(map.takeChanges()).toHaveLength(0);
  });

  it('leave the moments that the planes are made of', () => {
    const random = seededRandom(SEED + 1);
    const map = new PlaneMap(1, { minPoints: 5, minSpread: 0 });
    map.add(cloud(random, 3000, 8.6e6), 3000);
    const moments = new Float64Array(9);
    let planes = 0;
    for (let bin = 0; bin < map.count; bin++) {
      const points = map.momentsOf(bin, moments);
      expect(points).toBe(map.points[bin] < 5 ? 0 : map.points[bin]);
      const at = map.planeOf(bin);
      if (at < 0) continue;
      planes++;
      const [nx, ny, nz] = map.plane.subarray(at + 3, at + 6);
      const [xx, xy, xz, yy, yz, zz] = moments.subarray(3);
      const along = nx * (xx * nx + 2 * xy * ny + 2 * xz * nz) + ny * (yy * ny + 2 * yz * nz) + nz * zz * nz;
      expect(Math.sqrt(along)).toBeCloseTo(map.plane[at + 6], 9);
      for (let k = 0; k < 3; k++)
        expect(map.plane[at + k]).toBe(moments[k] + (map.keys[3 * bin + k] + 0.5) * map.size);
    }
    expect(planes).toBeGreaterThan(100);
  });
});

describe(`bins out of reach (seed ${SEED + 2})`, () => {
  it('are dropped as one by one, also where a box around them would be out of reach and they are not', () => {
    const random = seededRandom(SEED + 2);
    const map = new PlaneMap(0.4, undefined, 16);
    const texture = new ReflectivityMap(0.4, 16);
    let dropped = 0;
    for (let step = 0; step < 60; step++) {
      const count = 1 + random.below(60);
      const xyz = cloud(random, count, step / 3);
      map.add(xyz, count);
      texture.add(xyz, count, new Float32Array(count).fill(0.5));
      const at: [number, number, number] = [step / 3 + random.normal(), random.normal(), random.normal()];
      const radius = step % 7 === 0 ? 3 : 5.5 + 2 * random.uniform();
      const stays = (key: string): boolean =>
        key.split(',').reduce((sum, value, axis) => sum + ((Number(value) + 0.5) * 0.4 - at[axis]) ** 2, 0) <=
        radius * radius;
      const copy = step % 2 === 0 ? map.clone() : map;
      const expected = [...contents(copy).keys()].filter(stays);
      dropped += copy.keepWithin(...at, radius);
      expect([...contents(copy).keys()]).toEqual(expected);
      if (copy !== map) map.keepWithin(...at, radius);
      texture.keepWithin(...at, radius);
      expect(texture.count).toBe(expected.length);
    }
    expect(dropped).toBeGreaterThan(50);
  });
});

describe(`a texture that was put off (seed ${SEED + 3})`, () => {
  const texels = ({ texture }: Submap, points: Float64Array): number[] =>
    Array.from({ length: points.length / 3 }, (_, k) =>
      texture.at(points[3 * k], points[3 * k + 1], points[3 * k + 2]),
    );

  it.each(['asked for', 'settled', 'cloned', 'followed by the next keyframe'])(
    'is the same as one that was not, once it is %s',
    (how) => {
      const random = seededRandom(SEED + 3);
      const options = { ...SUBMAP_DEFAULTS, radius: 5, textureCell: 0.5 };
      const [now, later] = [new Submap(options), new Submap(options)];
      let read: readonly Submap[] = [later];
      for (let k = 0; k < 6; k++) {
        const xyz = Float32Array.from(cloud(random, 4000, 0));
        const contrast = Float32Array.from({ length: 4000 }, () => random.normal());
        const T = k === 0 ? identity() : exp([0, 0, 0.1 * k, 1.5 * k, 0, 0]);
        let asked = 0;
        now.insert(xyz, 4000, T, contrast);
        later.insert(xyz, 4000, T, () => {
          asked++;
          return contrast;
        });
        for (const submap of [now, later]) submap.forgetFar(T.t[0], T.t[1], T.t[2]);
        expect(later.bins).toBe(now.bins);
        expect(asked).toBe(0);
        // The points of the de-skewer are overwritten by those of the next scan.
        xyz.fill(Number.NaN);
        if (how === 'settled') later.settle();
        if (how === 'cloned') read = [later.clone(options), later];
        if (how === 'asked for') expect(later.texture.count).toBeGreaterThan(0);
        if (how !== 'followed by the next keyframe') expect(asked).toBe(1);
      }
      const probes = cloud(random, 3000, 7);
      const expected = texels(now, probes);
      expect(expected.filter((value) => !Number.isNaN(value)).length).toBeGreaterThan(300);
      for (const submap of read) {
        expect(submap.texture.count).toBe(now.texture.count);
        expect(texels(submap, probes)).toEqual(expected);
      }
    },
  );
});
