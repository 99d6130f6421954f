import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import { thinMap } from '../../src-core/survey/publish/thin-map.ts';

const SEED = 101;

/** A cloud of points on a rough tube about its origin, with the marks that map points have. */
function cloud(random: Random, scan: number, count: number, origin: [number, number, number]): PointCloud {
  const xyz = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const angle = 2 * Math.PI * random.uniform();
    xyz[3 * i] = 4 * random.normal();
    xyz[3 * i + 1] = 2 * Math.cos(angle) + 0.02 * random.normal();
    xyz[3 * i + 2] = 2 * Math.sin(angle) + 0.02 * random.normal();
  }
  return {
    count,
    origin,
    xyz,
    reflectivity: Uint16Array.from({ length: count }, (_, i) => (7 * i + scan) & 0xffff),
    scanIndex: new Uint32Array(count).fill(scan),
  };
}

async function* stream(clouds: readonly PointCloud[]): AsyncGenerator<PointCloud> {
  yield* clouds;
}

interface Kept {
  readonly p: readonly number[];
  readonly reflectivity: number | undefined;
  readonly scanIndex: number | undefined;
}

function listed(clouds: readonly PointCloud[]): Kept[] {
  return clouds.flatMap(({ count, origin, xyz, reflectivity, scanIndex }) =>
    Array.from({ length: count }, (_, i) => ({
      p: [0, 1, 2].map((k) => origin[k] + xyz[3 * i + k]),
      reflectivity: reflectivity?.[i],
      scanIndex: scanIndex?.[i],
    })),
  );
}

async function thinned(
  clouds: readonly PointCloud[] | AsyncIterable<PointCloud>,
  voxel: number,
): Promise<PointCloud[]> {
  const found: PointCloud[] = [];
  const source = Symbol.asyncIterator in clouds ? clouds : stream(clouds);
  for await (const cloud of thinMap(source, { voxel })) found.push(structuredClone(cloud));
  return found;
}

/** The first point of each cube, by a set of names. */
function firstOfEachCube(clouds: readonly PointCloud[], voxel: number): Kept[] {
  const seen = new Set<string>();
  return listed(clouds).filter(({ p }) => {
    const cube = p.map((value) => Math.floor(value / voxel)).join();
    if (seen.has(cube)) return false;
    seen.add(cube);
    return true;
  });
}

describe(`thinning of the map, against a set of cubes (seed ${SEED})`, () => {
  it.each<[string, number, [number, number, number]]>([
    ['3 cm', 0.03, [0, 0, 0]],
    ['3 cm at a northing of 8.6 million metres', 0.03, [352_118, 8_601_447, 4213]],
    ['3 cm south and west of the origin', 0.03, [-352_118, -8_601_447, -213]],
    ['a millimetre, cubes beyond 32 bits', 0.001, [352_118, 8_601_447, 4213]],
    ['half a metre', 0.5, [10, -20, 3]],
    ['one cube for all', 1000, [10, 20, 30]],
  ])('keeps the first point in each cube of %s', async (_name, voxel, [x, y, z]) => {
    const random = seededRandom(SEED);
    // Far more cubes than the set starts with; each cloud overlaps the one before.
    const clouds = Array.from({ length: 6 }, (_, scan) => cloud(random, scan, 4000, [x + scan, y, z]));
    const found = await thinned(clouds, voxel);
    expect(found).toHaveLength(clouds.length);
    expect(listed(found)).toEqual(firstOfEachCube(clouds, voxel));
    expect(found.map(({ origin }) => origin)).toEqual(clouds.map(({ origin }) => origin));
  });

  it('with a voxel of 0 keeps every point', async () => {
    const clouds = [cloud(seededRandom(SEED), 0, 500, [1, 2, 3])];
    expect(await thinned(clouds, 0)).toEqual(clouds);
  });

  it('is the same every time', async () => {
    const clouds = [0, 1].map((scan) => cloud(seededRandom(SEED + scan), scan, 3000, [0, 0, 0]));
    expect(await thinned(clouds, 0.05)).toEqual(await thinned(clouds, 0.05));
  });

  it('keeps what it gave when the next cloud comes in the same buffer', async () => {
    const random = seededRandom(SEED);
    const [first, second] = [0, 1].map((scan) => cloud(random, scan, 2000, [5 * scan, 0, 0]));
    const shared = new Float32Array(first.xyz.length);
    async function* reusing(): AsyncGenerator<PointCloud> {
      for (const one of [first, second]) {
        shared.set(one.xyz);
        yield { ...one, xyz: shared };
      }
    }
    const found = await thinned(reusing(), 0.1);
    expect(listed(found)).toEqual(firstOfEachCube([first, second], 0.1));
  });

  it('takes clouds without points and without marks', async () => {
    const plain: PointCloud = { count: 2, origin: [0, 0, 0], xyz: Float32Array.of(1, 2, 3, 1, 2, 3) };
    const none: PointCloud = { count: 0, origin: [0, 0, 0], xyz: new Float32Array(0) };
    expect(await thinned([none, plain, none], 0.03)).toEqual([
      none,
      { count: 1, origin: [0, 0, 0], xyz: Float32Array.of(1, 2, 3) },
      none,
    ]);
    expect(await thinned([], 0.03)).toEqual([]);
  });
});
