import { message } from '../messages/message.ts';
import type { PointCloud } from '../model/cloud.ts';
import { type CancelToken, throwIfCancelled } from '../model/context.ts';
import { SocavonError } from '../model/errors.ts';
import type { Rigid } from '../model/rigid.ts';

/** A cloud as its file has it, ready to be read. */
export interface RawCloud {
  readonly name: string;
  /** Points in the order of the file, its units; the times, if there are any, are the first of the scalars. */
  readonly chunks: AsyncIterable<PointCloud>;
  readonly unitMetres: number;
  readonly hasTimes: boolean;
  /** Positions of its stations by `scanIndex`, file units; empty: it has none. */
  readonly stations: readonly (Rigid | null)[];
}

/** Positions of a scanner over time, metres. */
export interface TimedPath {
  /** Ascending, s. */
  readonly seconds: Float64Array;
  /** 3 per time. */
  readonly xyz: Float64Array;
}

/** Points that are sorted by where they were seen from, in one go. */
const BATCH = 1_000_000;
/** Points of an unsorted chunk. */
const CHUNK = 65_536;
/** A path is thinned to positions this far apart, m: a chunk is seen from one of them. */
const SEEN_FROM_STEP = 0.5;

/**
 * Stage file -> chunks: the points of a cloud in metres, each chunk with where it was seen from, if that is known: by the
 * stations of the file, or by the times of the points on a path. In bounded memory; no point is dropped.
 *
 * @param path of the scanner on the clock of the points; null: none
 * @throws SocavonError of the file; CancelledError
 */
export async function* cloudChunks(
  { chunks, unitMetres, hasTimes, stations }: RawCloud,
  path: TimedPath | null,
  cancel: CancelToken,
): AsyncGenerator<PointCloud> {
  const places =
    path !== null && hasTimes
      ? thinnedPath(path)
      : stations.length > 0
        ? { xyz: stations.map((pose) => pose && [...pose.t].map((value) => value * unitMetres)) }
        : null;
  if (places === null) {
    for await (const chunk of chunks) {
      throwIfCancelled(cancel, 'work-import');
      for (const part of partsOf(inMetres(chunk, unitMetres))) yield { ...part, seenFrom: null };
    }
    return;
  }
  const batch = new SeenFromBatch(places.xyz);
  for await (const chunk of chunks) {
    throwIfCancelled(cancel, 'work-import');
    const metres = inMetres(chunk, unitMetres);
    const from =
      'seconds' in places ? nearestInTime(places.seconds, metres.scalars![0]) : (metres.scanIndex ?? null);
    batch.add(metres, from);
    if (batch.count >= BATCH) yield* batch.take();
  }
  yield* batch.take();
}

/** The same points in metres; coordinates are scaled about the origin of the file, in f64. */
function inMetres(cloud: PointCloud, unitMetres: number): PointCloud {
  if (unitMetres === 1) return cloud;
  const exact = cloud.origin.map((value) => value * unitMetres);
  const origin = exact.map(Math.floor) as [number, number, number];
  const shift = exact.map((value, k) => value - origin[k]);
  return { ...cloud, origin, xyz: cloud.xyz.map((value, i) => value * unitMetres + shift[i % 3]) };
}

function* partsOf(cloud: PointCloud): Generator<PointCloud> {
  for (let from = 0; from < cloud.count; from += CHUNK) {
    const to = Math.min(cloud.count, from + CHUNK);
    yield {
      count: to - from,
      origin: cloud.origin,
      xyz: cloud.xyz.subarray(3 * from, 3 * to),
      ...(cloud.reflectivity && { reflectivity: cloud.reflectivity.subarray(from, to) }),
    };
  }
}

/** Positions of a path far enough from each other, and the times between which each counts. */
function thinnedPath({ seconds, xyz }: TimedPath): { seconds: Float64Array; xyz: readonly number[][] } {
  const kept: number[] = [];
  for (let i = 0; i < seconds.length; i++) {
    const last = kept.at(-1);
    const step =
      last === undefined
        ? Number.POSITIVE_INFINITY
        : Math.hypot(...[0, 1, 2].map((k) => xyz[3 * i + k] - xyz[3 * last + k]));
    if (step >= SEEN_FROM_STEP) kept.push(i);
  }
  return {
    seconds: Float64Array.from(kept, (i) => seconds[i]),
    xyz: kept.map((i) => [xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]]),
  };
}

/** Index of the nearest time for each of `at`. */
function nearestInTime(seconds: Float64Array, at: Float64Array): Uint32Array {
  const nearest = new Uint32Array(at.length);
  let low = 0;
  for (let i = 0; i < at.length; i++) {
    // Points mostly follow each other in time: the search begins at the last one.
    if (at[i] < seconds[low]) low = 0;
    let high = seconds.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (seconds[middle] <= at[i]) low = middle;
      else high = middle;
    }
    nearest[i] = high > low && seconds[high] - at[i] < at[i] - seconds[low] ? high : low;
  }
  return nearest;
}

/** Points that wait to be sorted by where they were seen from. */
class SeenFromBatch {
  readonly #places: readonly (readonly number[] | null)[];
  #clouds: { readonly cloud: PointCloud; readonly from: Uint32Array | null }[] = [];
  count = 0;

  constructor(places: readonly (readonly number[] | null)[]) {
    this.#places = places;
  }

  /** @param from index of the place of each point; null: not known */
  add(cloud: PointCloud, from: Uint32Array | null): void {
    this.#clouds.push({ cloud, from });
    this.count += cloud.count;
  }

  /** Takes all points out, by place in ascending order; within a place in the order of the file. */
  *take(): Generator<PointCloud> {
    const places = this.#places.length;
    // The last slot takes points whose place is not known.
    const sizes = new Uint32Array(places + 1);
    const slotOf = (from: Uint32Array | null, i: number): number =>
      from !== null && from[i] < places && this.#places[from[i]] !== null ? from[i] : places;
    for (const { cloud, from } of this.#clouds)
      for (let i = 0; i < cloud.count; i++) sizes[slotOf(from, i)]++;
    const hasReflectivity = this.#clouds.every(({ cloud }) => cloud.reflectivity !== undefined);
    const slots = new Map<number, FilledChunk>();
    for (const { cloud, from } of this.#clouds)
      for (let i = 0; i < cloud.count; i++) {
        const slot = slotOf(from, i);
        let chunk = slots.get(slot);
        if (chunk === undefined) {
          chunk = new FilledChunk(sizes[slot], this.#originOf(slot, cloud), hasReflectivity);
          slots.set(slot, chunk);
        }
        chunk.put(cloud, i);
      }
    this.#clouds = [];
    this.count = 0;
    for (const [slot, chunk] of [...slots].sort(([a], [b]) => a - b)) {
      const place = this.#places[slot] ?? null;
      const seenFrom = place && ([...place] as [number, number, number]);
      for (const part of partsOf(chunk.cloud))
        yield {
          ...part,
          seenFrom,
          ...(place !== null && { scanIndex: new Uint32Array(part.count).fill(slot) }),
        };
    }
  }

  #originOf(slot: number, { origin }: PointCloud): readonly [number, number, number] {
    const place = this.#places[slot];
    return place ? (place.map(Math.round) as [number, number, number]) : origin;
  }
}

/** A chunk that is filled point by point. */
class FilledChunk {
  readonly cloud: PointCloud & { readonly xyz: Float32Array };
  #next = 0;

  constructor(count: number, origin: readonly [number, number, number], hasReflectivity: boolean) {
    this.cloud = {
      count,
      origin,
      xyz: new Float32Array(3 * count),
      ...(hasReflectivity && { reflectivity: new Uint16Array(count) }),
    };
  }

  put({ xyz, origin, reflectivity }: PointCloud, i: number): void {
    const at = this.#next++;
    for (let k = 0; k < 3; k++)
      this.cloud.xyz[3 * at + k] = xyz[3 * i + k] + (origin[k] - this.cloud.origin[k]);
    if (this.cloud.reflectivity) this.cloud.reflectivity[at] = reflectivity![i];
  }
}

/** The box of a cloud, m. */
interface CloudBox {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

/** True if no position of a path is far outside of the points of a cloud: farther than a `reach`, m. */
export function isPathInCloud(xyz: Float64Array, bounds: CloudBox, reach: number = FAR_OUTSIDE): boolean {
  return farthestOutside(xyz, bounds) <= reach;
}

function farthestOutside(xyz: Float64Array, { min, max }: CloudBox): number {
  let farthest = 0;
  for (let i = 0; i < xyz.length; i++)
    farthest = Math.max(farthest, min[i % 3] - xyz[i], xyz[i] - max[i % 3]);
  return farthest;
}

/**
 * Requires a path to be that of a cloud: no position of it far outside of its points.
 *
 * @param bounds lowest and highest corner of the points, m
 * @throws SocavonError file-format
 */
export function requirePathInCloud(name: string, xyz: Float64Array, bounds: CloudBox): void {
  const farthest = farthestOutside(xyz, bounds);
  if (farthest <= FAR_OUTSIDE) return;
  throw new SocavonError(
    'file-format',
    message('cloud-trajectory-apart', { name, metres: farthest.toFixed(1) }),
  );
}

/** A scanner that is carried into a drive starts outside of what it sees by no more than this, m. */
const FAR_OUTSIDE = 20;
