import { beforeAll, describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { EXPORT_MAP_DEFAULTS, exportMap } from '../../../src-core/io/cloud/export-map.ts';
import { openCloud } from '../../../src-core/io/cloud/open-cloud.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { endingsOf, formatsOf, type MapFormat } from '../../../src-core/model/survey-content.ts';
import { memoryFolder, piecesOf, randomCloud } from './clouds.ts';

const SEED = 1107;
const COUNT = 3000;
const cloud = randomCloud(SEED, COUNT, [352_118.25, 9_123_456.789, 4310.123]);

/** Half of the step of a format's coordinates, m, with what f32 about a whole metre loses 300 m away from it. */
const HALF_STEP: Record<MapFormat, number> = {
  ply: 0,
  las: 5e-4,
  laz: 5e-4,
  copc: 5e-4,
  e57: 5e-5,
  pts: 5e-5,
  pcd: 0,
};
const F32 = 3e-5;

/** A point with its numbers; the index tells it again where a format has changed the order. */
interface Point {
  readonly place: readonly number[];
  readonly reflectivity: number;
  readonly scan: number | null;
}

async function* readBack(name: string, bytes: Uint8Array): AsyncGenerator<PointCloud> {
  yield* (await openCloud(memorySource(name, bytes))).chunks();
}

async function written(format: MapFormat, clouds: () => AsyncIterable<PointCloud>): Promise<Uint8Array> {
  const folder = memoryFolder();
  await exportMap(clouds, folder, { ...EXPORT_MAP_DEFAULTS, formats: [format] }, SILENT_CONTEXT);
  return folder.files.get(`map${endingsOf('map', format)[0]}`)!;
}

async function pointsIn(name: string, bytes: Uint8Array): Promise<Point[]> {
  const points: Point[] = [];
  for await (const { count, origin, xyz, reflectivity, scanIndex } of readBack(name, bytes))
    for (let i = 0; i < count; i++)
      points.push({
        place: [0, 1, 2].map((axis) => origin[axis] + xyz[3 * i + axis]),
        reflectivity: reflectivity![i],
        scan: scanIndex?.[i] ?? null,
      });
  return points;
}

/** In an order that every format gives again: by reflectivity, which is random in 16 bits, and by place. */
const inOrder = (points: readonly Point[]): Point[] =>
  [...points].sort(
    (a, b) => a.reflectivity - b.reflectivity || a.place[1] - b.place[1] || a.place[0] - b.place[0],
  );

describe(`a cloud through every pair of formats that are written (seed ${SEED})`, () => {
  const first = new Map<MapFormat, Uint8Array>();
  const meant = inOrder(
    Array.from({ length: COUNT }, (_, i) => ({
      place: [0, 1, 2].map((axis) => cloud.origin[axis] + cloud.xyz[3 * i + axis]),
      reflectivity: cloud.reflectivity![i],
      scan: cloud.scanIndex![i],
    })),
  );
  beforeAll(async () => {
    async function* pieces() {
      yield* piecesOf(cloud, 777);
    }
    for (const format of formatsOf('map')) first.set(format, await written(format, pieces));
  });

  const pairs = formatsOf('map').flatMap((from) => formatsOf('map').map((to) => [from, to] as const));
  it.each(pairs)('%s, then %s', async (from, to) => {
    const bytes = await written(to, () => readBack(`map${endingsOf('map', from)[0]}`, first.get(from)!));
    const points = inOrder(await pointsIn(`map${endingsOf('map', to)[0]}`, bytes));
    expect(points.map(({ reflectivity }) => reflectivity)).toEqual(
      meant.map(({ reflectivity }) => reflectivity),
    );
    let worst = 0;
    points.forEach(({ place }, i) => {
      place.forEach((value, axis) => {
        worst = Math.max(worst, Math.abs(value - meant[i].place[axis]));
      });
    });
    expect(worst).toBeLessThan(HALF_STEP[from] + HALF_STEP[to] + F32);
    // A PTS has no column for the scan: on the way through one it is lost, and nowhere else.
    const keepsScans = from !== 'pts' && to !== 'pts';
    expect(points.map(({ scan }) => scan)).toEqual(meant.map(({ scan }) => (keepsScans ? scan : null)));
  });
});
