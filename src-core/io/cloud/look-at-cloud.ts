import type { Bounds } from '../../model/bounds.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { type CancelToken, throwIfCancelled } from '../../model/context.ts';
import type { CloudReader } from './cloud-reader.ts';
import { statedUnit } from './cloud-unit.ts';
import { boundsTracker } from './cloud-writer.ts';
import { COARSE_STEP, coordinateStep } from './coordinate-step.ts';
import { OUTER_SHARE, SpreadSample } from './spread-sample.ts';

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
  /** Step of the coordinates; 0: finer than any that is told. */
  readonly step: number;
  /** Points of each station, in the order of the file; empty: no station is told apart. */
  readonly perStation: readonly number[];
}

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
    step: Math.max(...coordinateStep(sample, reader, COARSE_STEP / (statedUnit(reader) ?? 1))),
    perStation,
  };
}

function countStations({ count, scanIndex }: PointCloud, perStation: number[]): void {
  if (perStation.length === 1) perStation[0] += count;
  if (perStation.length <= 1 || scanIndex === undefined) return;
  for (const index of scanIndex.subarray(0, count)) perStation[index]++;
}
