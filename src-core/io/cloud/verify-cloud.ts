import { type Message, message } from '../../messages/message.ts';
import type { Bounds } from '../../model/bounds.ts';
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../../model/context.ts';
import { CancelledError, SocavonError, saidBy } from '../../model/errors.ts';
import { giveBack } from '../../model/give-back.ts';
import type { MapFormat } from '../../model/survey-content.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { crc32 } from '../bytes/crc32.ts';
import type { CloudReader } from './cloud-reader.ts';
import { boundsTracker, type CloudReceipt, type CloudSample } from './cloud-writer.ts';
import { E57_FIELDS, E57_STEPS, heldInE57 } from './e57/e57-attributes.ts';
import { openE57 } from './e57/e57-reader.ts';
import { openLas } from './las-reader.ts';
import { openPcd } from './pcd-reader.ts';
import { openPly } from './ply-reader.ts';
import { openXyz } from './xyz-reader.ts';

const READ_BYTES = 1 << 20;
/** Relative precision of f32, in which a chunk of a reader stores coordinates about its origin. */
const F32_STEP = 2 ** -23;

/** How each format is opened; the records of a compressed one go through `onRecords` as they come. */
const READERS: Readonly<
  Record<MapFormat, (source: ReadSource, onRecords: (bytes: Uint8Array) => void) => Promise<CloudReader>>
> = {
  ply: openPly,
  las: openLas,
  laz: openLas,
  copc: openLas,
  e57: openE57,
  pts: openXyz,
  pcd: openPcd,
};

/**
 * Verifies a written map by reading it back: the count, the bounds in the header and of the points, a thousand
 * points against their original coordinates, and the checksum of the whole file; of a compressed one also every byte of
 * every point, as laz-perf, which did not write it, decompresses it.
 *
 * @throws SocavonError 'export-mismatch' that states what differs; CancelledError
 */
export async function verifyCloud(
  source: ReadSource,
  format: MapFormat,
  receipt: CloudReceipt,
  cancel: CancelToken = NEVER_CANCELLED,
): Promise<void> {
  const differing = (cause: unknown): never => {
    if (
      cause instanceof CancelledError ||
      (cause instanceof SocavonError && cause.code === 'export-mismatch')
    )
      throw cause;
    throw mismatch(source.name, cause instanceof Error ? saidBy(cause) : String(cause), cause);
  };
  let records = 0;
  const reader = await READERS[format](source, (bytes) => {
    records = crc32(bytes, records);
  }).catch(differing);
  if (reader.count !== null && reader.count !== receipt.count)
    throw mismatch(
      source.name,
      message('verify-announced', { announced: reader.count, written: receipt.count }),
    );
  if (reader.announcedBounds)
    compareBounds(source.name, message('verify-of-header'), reader.announcedBounds, receipt);
  await comparePoints(source.name, reader, format, receipt, cancel).catch(differing);
  if (receipt.records !== undefined && records !== receipt.records)
    throw mismatch(source.name, message('verify-records'));
  await compareChecksum(source, receipt, cancel);
}

async function comparePoints(
  name: string,
  reader: CloudReader,
  format: MapFormat,
  receipt: CloudReceipt,
  cancel: CancelToken,
): Promise<void> {
  const tracker = boundsTracker();
  let count = 0;
  let next = 0;
  // PTS has no place for them.
  const attributes = format === 'pts' ? [] : receipt.attributes;
  const names = attributes.map((name) => (format === 'e57' ? E57_FIELDS[name] : name));
  const step = format === 'e57' ? E57_STEPS : null;
  for await (const chunk of reader.chunks(names.length > 0 ? names : undefined)) {
    throwIfCancelled(cancel, 'work-export-map');
    tracker.add(chunk);
    for (; next < receipt.samples.length; next++) {
      const sample = receipt.samples[next];
      const i = sample.index - count;
      if (i >= chunk.count) break;
      for (let axis = 0; axis < 3; axis++) {
        const local = chunk.xyz[3 * i + axis];
        const error = Math.abs(chunk.origin[axis] + local - sample.xyz[axis]);
        if (!(error <= receipt.resolution / 2 + slack(local, sample.xyz[axis])))
          throw differs(name, sample, message('verify-away', { metres: error.toFixed(4) }));
      }
      if (chunk.reflectivity && chunk.reflectivity[i] !== sample.reflectivity)
        throw differs(name, sample, message('verify-intensity', { intensity: chunk.reflectivity[i] }));
      attributes.forEach((attribute, k) => {
        const value = chunk.scalars![k][i];
        const own = sample.attributes[k];
        const meant = format === 'e57' ? heldInE57(attribute, own) : own;
        if (Number.isNaN(value) && Number.isNaN(meant)) return;
        const most = step === null ? 0 : step[attribute] / 2 + Math.abs(meant) * 2 ** -50;
        if (!(Math.abs(value - meant) <= most))
          throw differs(name, sample, message('verify-attribute', { attribute, found: value }));
      });
    }
    count += chunk.count;
    giveBack(chunk.xyz, chunk.reflectivity, chunk.scanIndex, ...(chunk.scalars ?? []));
  }
  if (count !== receipt.count)
    throw mismatch(name, message('verify-count', { found: count, written: receipt.count }));
  if (count > 0) compareBounds(name, message('verify-of-points'), tracker.bounds(), receipt);
}

/** Rounding error of f32 about a near origin and of f64 for a large coordinate. */
function slack(local: number, value: number): number {
  return Math.abs(local) * F32_STEP + Math.abs(value) * 2 ** -50 + 1e-9;
}

function compareBounds(name: string, of: Message, bounds: Bounds, receipt: CloudReceipt): void {
  for (const side of ['min', 'max'] as const)
    for (let axis = 0; axis < 3; axis++) {
      const [actual, meant] = [bounds[side][axis], receipt.bounds[side][axis]];
      const span = receipt.bounds.max[axis] - receipt.bounds.min[axis];
      if (!(Math.abs(actual - meant) <= receipt.resolution / 2 + slack(span + 1, meant)))
        throw mismatch(
          name,
          message('verify-bound', {
            side,
            axis: 'xyz'[axis],
            of,
            found: actual.toFixed(4),
            meant: meant.toFixed(4),
          }),
        );
    }
}

async function compareChecksum(
  source: ReadSource,
  receipt: CloudReceipt,
  cancel: CancelToken,
): Promise<void> {
  let checksum = 0;
  const room = new Uint8Array(READ_BYTES);
  for (let at = 0; at < source.size; at += READ_BYTES) {
    throwIfCancelled(cancel, 'work-export-map');
    checksum = crc32(await source.read(at, READ_BYTES, room), checksum);
  }
  if (checksum !== receipt.checksum) throw mismatch(source.name, message('verify-checksum'));
}

function differs(name: string, sample: CloudSample, how: Message): SocavonError {
  const meant = sample.xyz.map((value) => value.toFixed(3)).join(', ');
  return mismatch(name, message('verify-point', { point: sample.index, meant, how }));
}

function mismatch(name: string, what: Message | string, cause?: unknown): SocavonError {
  return new SocavonError('export-mismatch', message('export-differs', { name, what }), { cause });
}
