import { message } from '../../messages/message.ts';
import type { Bounds } from '../../model/bounds.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { SocavonError } from '../../model/errors.ts';
import type { MapAttribute } from '../../model/survey-content.ts';
import type { PatchSink, WriteSink } from '../bytes/byte-stream.ts';
import { crc32, shiftCrc32 } from '../bytes/crc32.ts';
import { pointAttributes } from './point-attributes.ts';

/** Properties of a cloud that must be known before its first point is written. */
export interface CloudSummary {
  readonly count: number;
  /** Bounds of all points, metres, map frame; ignored if `count` is 0. */
  readonly bounds: Bounds;
  readonly hasReflectivity: boolean;
  readonly hasScanIndex: boolean;
  /** What every point has besides; left out: nothing. */
  readonly attributes?: readonly MapAttribute[];
  /** Earliest and latest time, s, if `time` is among the attributes. */
  readonly times?: readonly [number, number];
}

/** Writes the points of one file, in order. */
export interface CloudWriter {
  write(cloud: PointCloud): Promise<void>;
  /**
   * Writes the remaining bytes and returns the receipt of the file. Does not close the sink.
   *
   * @throws SocavonError 'export-mismatch' if the points differ from the summary
   */
  finish(): Promise<CloudReceipt>;
  /** Discards what the writer keeps beside the sink, which it leaves alone; left out: it keeps nothing. */
  abort?(): Promise<void>;
}

/** Expected contents of a written file, which `verifyCloud` checks on reading it back. */
export interface CloudReceipt {
  readonly count: number;
  readonly bounds: Bounds;
  /** CRC-32 of every byte of the file. */
  readonly checksum: number;
  /** CRC-32 of the points' records before they were compressed; left out: the file holds them as they are. */
  readonly records?: number;
  /** Points sampled evenly over the file, as passed to the writer, in f64. */
  readonly samples: readonly CloudSample[];
  /** What the samples carry besides. */
  readonly attributes: readonly MapAttribute[];
  /** Largest rounding error of a coordinate in the format, m. */
  readonly resolution: number;
}

export interface CloudSample {
  readonly index: number;
  readonly xyz: readonly [number, number, number];
  readonly reflectivity: number;
  /** In the order of the summary's. */
  readonly attributes: readonly number[];
}

const SAMPLES = 1000;

/** Writes to a sink, tracks what is written and makes the receipt. */
export interface ReceiptWriter {
  /** Writes bytes of the file that are no points of one cloud: its header, a compressed chunk, a table. */
  head(bytes: Uint8Array): Promise<void>;
  /**
   * Leaves bytes open that are known only in the end.
   *
   * @returns sets them, all at once, after the last byte of the file
   */
  later(length: number): Promise<(bytes: Uint8Array) => Promise<void>>;
  /** @param records the bytes of the cloud's points */
  points(cloud: PointCloud, records: Uint8Array): Promise<void>;
  /** Takes note of points whose bytes are written otherwise. */
  track(cloud: PointCloud): void;
  receipt(): CloudReceipt;
}

export function receiptWriter(
  sink: WriteSink & Partial<PatchSink>,
  summary: CloudSummary,
  resolution: number,
): ReceiptWriter {
  const step = Math.max(1, Math.floor(summary.count / SAMPLES));
  const samples: CloudSample[] = [];
  const attributes = pointAttributes(summary.attributes);
  const tracker = boundsTracker();
  let count = 0;
  let checksum = 0;
  let written = 0;
  const put = (bytes: Uint8Array): Promise<void> => {
    checksum = crc32(bytes, checksum);
    written += bytes.length;
    return sink.write(bytes);
  };
  const track = (cloud: PointCloud): void => {
    tracker.add(cloud);
    for (let i = (step - (count % step)) % step; i < cloud.count; i += step) {
      samples.push({
        index: count + i,
        xyz: [
          cloud.origin[0] + cloud.xyz[3 * i],
          cloud.origin[1] + cloud.xyz[3 * i + 1],
          cloud.origin[2] + cloud.xyz[3 * i + 2],
        ],
        reflectivity: cloud.reflectivity?.[i] ?? 0,
        attributes: attributes.map(({ of }) => of(cloud)?.[i] ?? 0),
      });
    }
    count += cloud.count;
  };
  return {
    head: put,
    later: async (length) => {
      const at = written;
      const before = checksum;
      await put(new Uint8Array(length));
      const open = checksum;
      return async (bytes) => {
        // What the bytes change in the checksum runs on through all that follow them.
        checksum ^= shiftCrc32(crc32(bytes, before) ^ open, written - at - length);
        checksum >>>= 0;
        await sink.patch!(at, bytes);
      };
    },
    points: (cloud, records) => {
      track(cloud);
      return put(records);
    },
    track,
    receipt: () => {
      const bounds = tracker.bounds();
      if (count !== summary.count || (count > 0 && !sameBounds(bounds, summary.bounds))) {
        throw new SocavonError(
          'export-mismatch',
          message('export-count', { name: sink.name, count, announced: summary.count }),
        );
      }
      const names = attributes.map(({ name }) => name);
      return { count, bounds, checksum, samples, attributes: names, resolution };
    },
  };
}

/** Accumulates the bounding box of the points added, in f64. */
export function boundsTracker(): { add(cloud: PointCloud): void; bounds(): Bounds } {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  return {
    add: ({ count, origin, xyz }) => {
      for (let axis = 0; axis < 3; axis++) {
        let low = Infinity;
        let high = -Infinity;
        for (let i = axis; i < 3 * count; i += 3) {
          if (xyz[i] < low) low = xyz[i];
          if (xyz[i] > high) high = xyz[i];
        }
        min[axis] = Math.min(min[axis], origin[axis] + low);
        max[axis] = Math.max(max[axis], origin[axis] + high);
      }
    },
    bounds: () => ({ min: [...min], max: [...max] }),
  };
}

function sameBounds(a: Bounds, b: Bounds): boolean {
  return [0, 1, 2].every((axis) => a.min[axis] === b.min[axis] && a.max[axis] === b.max[axis]);
}
