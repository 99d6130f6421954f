import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { exp } from '../../src-core/math/se3.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import {
  cloudChunks,
  isPathInCloud,
  type RawCloud,
  type TimedPath,
} from '../../src-core/survey/cloud-chunks.ts';

const SEED = 8;
const ORIGIN = [1200.5, -340.25, 99.75] as const;

/** Points in a box of 20 x 4 x 3 units, in two chunks, each with a time from 0 to 20 s or a station. */
function cloud(more: Partial<RawCloud> & { readonly stationsOf?: boolean } = {}): RawCloud {
  const random = seededRandom(SEED);
  const chunk = (count: number): PointCloud => ({
    count,
    origin: ORIGIN as unknown as [number, number, number],
    xyz: Float32Array.from({ length: 3 * count }, (_, i) => [20, 4, 3][i % 3] * random.uniform()),
    reflectivity: Uint16Array.from({ length: count }, (_, i) => i + 1),
    scalars: [Float64Array.from({ length: count }, () => 20 * random.uniform())],
    ...(more.stationsOf && { scanIndex: Uint32Array.from({ length: count }, (_, i) => i % 3) }),
  });
  const all = [chunk(300), chunk(200)];
  async function* chunks() {
    yield* all;
  }
  return { name: 'a.las', chunks: chunks(), unitMetres: 1, hasTimes: false, stations: [], ...more };
}

const take = async (raw: RawCloud, path: TimedPath | null = null): Promise<PointCloud[]> => {
  const found: PointCloud[] = [];
  for await (const chunk of cloudChunks(raw, path, SILENT_CONTEXT.cancel)) found.push(chunk);
  return found;
};
/** Places of all points, m, in order. */
const placesOf = (chunks: readonly PointCloud[]): number[][] =>
  chunks.flatMap(({ count, origin, xyz }) =>
    Array.from({ length: count }, (_, i) => [0, 1, 2].map((k) => origin[k] + xyz[3 * i + k])),
  );
const expectPlaces = (found: readonly number[][], expected: readonly number[][]): void => {
  expect(found).toHaveLength(expected.length);
  found.forEach((place, i) => {
    // Single precision at a kilometre of a whole metre.
    for (let k = 0; k < 3; k++) expect(Math.abs(place[k] - expected[i][k])).toBeLessThan(1e-4);
  });
};

describe(`the points of a cloud in chunks (seed ${SEED})`, () => {
  it('are in metres about whole ones, whatever their unit', async () => {
    const original = placesOf(await take(cloud()));
    const feet = await take(cloud({ unitMetres: 0.3048 }));
    expectPlaces(
      placesOf(feet),
      original.map((place) => place.map((value) => 0.3048 * value)),
    );
    for (const { origin, seenFrom } of feet) {
      expect([...origin].every(Number.isInteger)).toBe(true);
      expect(seenFrom).toBeNull();
    }
  });

  it('are seen from the position that is nearest in time, of those half a metre apart', async () => {
    // A metre a second along x, a position each 0.1 s: every fifth is kept.
    const count = 201;
    const seconds = Float64Array.from({ length: count }, (_, i) => 0.1 * i);
    const xyz = Float64Array.from({ length: 3 * count }, (_, i) =>
      i % 3 === 0 ? 1200 + 0.1 * ((i - (i % 3)) / 3) : i % 3 === 1 ? -338 : 101,
    );
    const chunks = await take(cloud({ hasTimes: true }), { seconds, xyz });
    const kept = Array.from({ length: 41 }, (_, k) => 0.5 * k);
    const counts = new Map<number, number>();
    const total = chunks.reduce((sum, { count: n, seenFrom, scanIndex }) => {
      const at = seenFrom![0] - 1200;
      expect(kept.some((one) => Math.abs(one - at) < 1e-6)).toBe(true);
      expect([seenFrom![1], seenFrom![2]]).toEqual([-338, 101]);
      for (const index of scanIndex!) counts.set(index, (counts.get(index) ?? 0) + 1);
      return sum + n;
    }, 0);
    expect(total).toBe(500);
    // Brute force over the times of all points.
    const times: number[] = [];
    for await (const { scalars } of cloud().chunks) times.push(...scalars![0]);
    const expected = new Map<number, number>();
    for (const time of times) {
      const nearest = kept.reduce(
        (best, one, k) => (Math.abs(one - time) < Math.abs(kept[best] - time) ? k : best),
        0,
      );
      expected.set(nearest, (expected.get(nearest) ?? 0) + 1);
    }
    expect([...counts].toSorted(([a], [b]) => a - b)).toEqual([...expected].toSorted(([a], [b]) => a - b));
  });

  it('are seen from nowhere where the path has no position', async () => {
    const none = { seconds: new Float64Array(0), xyz: new Float64Array(0) };
    const chunks = await take(cloud({ hasTimes: true }), none);
    expect(chunks.map(({ seenFrom }) => seenFrom)).toEqual([null]);
    expectPlaces(placesOf(chunks), placesOf(await take(cloud())));
  });

  it('are sorted by station, those of an unknown one last and seen from nowhere', async () => {
    const stations = [exp([0, 0, 0, 1205, -338, 101]), null, exp([0, 0, 0, 1215.4, -338, 101])];
    const chunks = await take(cloud({ stationsOf: true, stations }));
    expect(chunks.map(({ seenFrom, count }) => [seenFrom?.[0] ?? null, count])).toEqual([
      ...[
        [1205, 167],
        [1215.4, 166],
        [null, 167],
      ],
    ]);
    expect(chunks.map(({ origin }) => origin[0])).toEqual([1205, 1215, ORIGIN[0]]);
    const key = (place: readonly number[]): number => place[0] + 1e3 * place[1] + 1e6 * place[2];
    const sorted = (all: number[][]): number[][] => all.toSorted((a, b) => key(a) - key(b));
    expectPlaces(sorted(placesOf(chunks)), sorted(placesOf(await take(cloud()))));
  });
});

it('a path is in a cloud that it leaves by no more than its reach, on every side', () => {
  const bounds = { min: [0, 10, 20], max: [5, 15, 25] };
  expect(isPathInCloud(Float64Array.of(2, 12, 22, -3, 18, 17), bounds, 3)).toBe(true);
  for (const outside of [
    [-3.1, 12, 22],
    [8.1, 12, 22],
    [2, 6.9, 22],
    [2, 18.1, 22],
    [2, 12, 16.9],
    [2, 12, 28.1],
  ])
    expect(isPathInCloud(Float64Array.from(outside), bounds, 3)).toBe(false);
});
