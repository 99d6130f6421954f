import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
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

describe(`bins that are put into a map (seed ${SEED + 1})`, () => {
  it('have the planes of those that their points were added to, and go on as they would have', () => {
    const random = seededRandom(SEED + 1);
    const criteria = { minPoints: 5, minSpread: 0 };
    const added = new PlaneMap(1, criteria, 16);
    added.add(cloud(random, 3000, 8.6e6), 3000);
    const put = new PlaneMap(1, criteria, 16);
    for (let bin = added.count - 1; bin >= 0; bin--) {
      const [i, j, k] = added.keys.subarray(3 * bin, 3 * bin + 3);
      put.put(i, j, k, added.points[bin], added.sumsOf(bin));
    }
    const planes = (map: PlaneMap): Map<string, number[]> =>
      new Map(
        Array.from({ length: map.count }, (_, bin) => {
          const at = map.planeOf(bin);
          const plane = at < 0 ? [] : [...map.plane.subarray(at, at + 8)];
          return [map.keys.subarray(3 * bin, 3 * bin + 3).join(), [map.points[bin], ...plane]];
        }),
      );
    expect(planes(put)).toEqual(planes(added));
    const more = cloud(random, 2000, 8.6e6 + 2);
    for (const map of [put, added]) {
      map.add(more, 2000);
      map.keepWithin(8.6e6 + 2, 0, 0, 4);
    }
    expect([...planes(put).values()].filter((values) => values.length > 1).length).toBeGreaterThan(50);
    expect(planes(put)).toEqual(planes(added));
  });
});

it('a submap drops both planes and texture of what is out of its reach', () => {
  const submap = new Submap({ ...SUBMAP_DEFAULTS, radius: 10 });
  const here = { R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), t: Float64Array.of(0, 0, 0) };
  const contrast = Float32Array.of(0.5, 0.5);
  submap.insert(Float32Array.of(1, 0, 0, 40, 0, 0), 2, here, contrast);
  expect([submap.bins, submap.texture.count]).toEqual([2 * SUBMAP_DEFAULTS.levels, 2]);
  submap.forgetFar(0, 0, 0);
  expect([submap.bins, submap.texture.count]).toEqual([SUBMAP_DEFAULTS.levels, 1]);
  submap.forgetFar(40, 0, 0);
  expect([submap.bins, submap.texture.count]).toEqual([0, 0]);
});
