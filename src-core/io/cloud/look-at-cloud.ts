import type { Bounds } from '../../model/bounds.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { type CancelToken, throwIfCancelled } from '../../model/context.ts';
import type { CloudReader } from './cloud-reader.ts';
import { boundsTracker } from './cloud-writer.ts';

/** What the points of a cloud tell, in the unit of the file. */
export interface CloudLook {
  /** Points that were read. */
  readonly points: number;
  /** Rows without a point: coordinates that are not finite, rays without return; null: not all was read. */
  readonly leftOut: number | null;
  /** True if all points were read, and not only the first. */
  readonly isWhole: boolean;
  /** Box of all points; null: there is none. */
  readonly bounds: Bounds | null;
  /** Box of each coordinate's middle 99.9 %, from a sample over the whole cloud; null: there is no point. */
  readonly inner: Bounds | null;
  /** First and last time; null: none is finite, or the points have none. */
  readonly times: readonly [first: number, last: number] | null;
  /** Points of each station, in the order of the file; empty: no station is told apart. */
  readonly perStation: readonly number[];
}

/** Share of the points beyond each end of the inner box. */
const OUTER_SHARE = 0.0005;

/**
 * Looks at the points of a cloud once, in bounded memory.
 *
 * @param most points after which it stops
 * @throws SocavonError of the reader; CancelledError
 */
export async function lookAtCloud(
  reader: CloudReader,
  most: number,
  cancel: CancelToken,
): Promise<CloudLook> {
  const tracker = boundsTracker();
  const sample = new SpreadSample();
  const perStation = new Array<number>((reader.scanPoses ?? []).length).fill(0);
  let [points, first, last] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let isWhole = true;
  for await (const chunk of reader.chunks(reader.timeName ? [reader.timeName] : [])) {
    throwIfCancelled(cancel, 'work-inspect');
    if (chunk.count === 0) continue;
    tracker.add(chunk);
    sample.add(chunk);
    points += chunk.count;
    for (const time of chunk.scalars?.[0]?.subarray(0, chunk.count) ?? []) {
      if (time < first) first = time;
      if (time > last) last = time;
    }
    countStations(chunk, perStation);
    if (points >= most && points !== reader.count) {
      isWhole = false;
      break;
    }
  }
  const rows = reader.count === null ? null : reader.count - points;
  return {
    points,
    leftOut: isWhole ? (rows ?? reader.leftOut?.() ?? 0) : null,
    isWhole,
    bounds: points > 0 ? tracker.bounds() : null,
    inner: sample.innerBox(OUTER_SHARE),
    times: first <= last ? [first, last] : null,
    perStation,
  };
}

function countStations({ count, scanIndex }: PointCloud, perStation: number[]): void {
  if (perStation.length === 1) perStation[0] += count;
  if (perStation.length <= 1 || scanIndex === undefined) return;
  for (const index of scanIndex.subarray(0, count)) perStation[index]++;
}

/** Most points that a sample keeps. */
const SAMPLE_POINTS = 65_536;

/** Every n-th point of a stream of unknown length: n doubles whenever the sample is full. */
class SpreadSample {
  #step = 1;
  /** Points until the next one is taken. */
  #skip = 0;
  #axes: [number[], number[], number[]] = [[], [], []];

  add({ count, origin, xyz }: PointCloud): void {
    let i = this.#skip;
    for (; i < count; i += this.#step) {
      for (let k = 0; k < 3; k++) this.#axes[k].push(origin[k] + xyz[3 * i + k]);
      if (this.#axes[0].length < SAMPLE_POINTS) continue;
      for (const axis of this.#axes) {
        for (let kept = 0; kept < SAMPLE_POINTS / 2; kept++) axis[kept] = axis[2 * kept];
        axis.length = SAMPLE_POINTS / 2;
      }
      this.#step *= 2;
    }
    this.#skip = i - count;
  }

  /** Box without a share of the sample at each end of each axis; null: nothing was added. */
  innerBox(share: number): Bounds | null {
    const sorted = this.#axes.map((axis) => Float64Array.from(axis).sort());
    const { length } = sorted[0];
    if (length === 0) return null;
    const at = Math.floor(share * length);
    const side = (index: number): [number, number, number] => [
      sorted[0][index],
      sorted[1][index],
      sorted[2][index],
    ];
    return { min: side(at), max: side(length - 1 - at) };
  }
}
