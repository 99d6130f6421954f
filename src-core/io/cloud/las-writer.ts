import type { Bounds } from '../../model/bounds.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { SocavonError } from '../../model/errors.ts';
import type { WriteSink } from '../bytes/byte-stream.ts';
import { type CloudSummary, type CloudWriter, receiptKeeper } from './cloud-writer.ts';
import { encodeLasHeader, LAS_14_GLOBAL_ENCODING, LAS_HEADER_BYTES } from './las-header.ts';
import { encodeVlrs, extraUint32Vlr, wktVlr } from './las-vlr.ts';

export interface LasWriterOptions {
  /** Metres per unit of the stored integers. A tenth of a millimetre still spans 214 km. */
  readonly scale: number;
  /** The sensor, at most 32 characters of ASCII. */
  readonly systemIdentifier: string;
  /** The program and its version, at most 32 characters of ASCII. */
  readonly generatingSoftware: string;
  /** When the file is made (UTC day and year go into the header); null leaves it open. */
  readonly created: Date | null;
  /** Coordinate system as OGC WKT; null where the grid has no published definition, as mine grids. */
  readonly wkt: string | null;
}

export const LAS_WRITER_DEFAULTS: LasWriterOptions = {
  scale: 0.001,
  systemIdentifier: '',
  generatingSoftware: 'Socavon',
  created: null,
  wkt: null,
};

/** Name of the extra u32 that says which scan a point came from. */
export const LAS_SCAN_INDEX = 'scan_index';

const POINT_FORMAT = 6;
const STANDARD_RECORD_BYTES = 30;
const INT32_MAX = 2 ** 31 - 1;
/** Return 1 of 1, in two nibbles. */
const SINGLE_RETURN = 0x11;

/**
 * LAS 1.4, point format 6. Coordinates are integers of `scale` about the whole metre below the smallest
 * coordinate, so that northings of 10 million metres do not overflow 32 bits (an offset of zero does above
 * 2,147,483.647 m and wraps without a word). `intensity` is the reflectivity as the sensor gives it, GPS
 * time is zero (the sensor's clock is no GPS time), the scan index goes into an extra u32.
 * @throws SocavonError 'export-range' where the map spans more than 32 bits of `scale`
 */
export async function createLasWriter(
  sink: WriteSink,
  summary: CloudSummary,
  options: LasWriterOptions = LAS_WRITER_DEFAULTS,
): Promise<CloudWriter> {
  const { scale } = options;
  const offset = offsetFor(summary);
  checkSpan(sink.name, summary, offset, scale);
  const vlrs = [
    ...(options.wkt === null ? [] : [wktVlr(options.wkt)]),
    ...(summary.hasScanIndex ? [extraUint32Vlr(LAS_SCAN_INDEX, 'index of the scan of the point')] : []),
  ];
  const vlrBytes = encodeVlrs(vlrs);
  const recordBytes = STANDARD_RECORD_BYTES + (summary.hasScanIndex ? 4 : 0);
  const keeper = receiptKeeper(sink, summary, scale);
  await keeper.head(
    encodeLasHeader({
      versionMinor: 4,
      globalEncoding: LAS_14_GLOBAL_ENCODING,
      systemIdentifier: options.systemIdentifier,
      generatingSoftware: options.generatingSoftware,
      creationDay: options.created ? dayOfYear(options.created) : 0,
      creationYear: options.created?.getUTCFullYear() ?? 0,
      pointDataOffset: LAS_HEADER_BYTES + vlrBytes.length,
      vlrCount: vlrs.length,
      pointFormat: POINT_FORMAT,
      recordBytes,
      count: summary.count,
      scale: [scale, scale, scale],
      offset,
      bounds: storedBounds(summary, offset, scale),
    }),
  );
  await keeper.head(vlrBytes);
  return {
    write: async (cloud) => {
      await keeper.points(cloud, encode(sink.name, cloud, summary, offset, scale, recordBytes));
    },
    finish: async () => keeper.receipt(),
  };
}

function encode(
  name: string,
  cloud: PointCloud,
  summary: CloudSummary,
  offset: readonly [number, number, number],
  scale: number,
  recordBytes: number,
): Uint8Array {
  const bytes = new Uint8Array(recordBytes * cloud.count);
  const view = new DataView(bytes.buffer);
  const { origin, xyz, reflectivity, scanIndex } = cloud;
  // The difference of the two origins first: both are near, so no digit is lost.
  const shift = [origin[0] - offset[0], origin[1] - offset[1], origin[2] - offset[2]];
  for (let i = 0, at = 0; i < cloud.count; i++, at += recordBytes) {
    for (let axis = 0; axis < 3; axis++) {
      const units = Math.round((shift[axis] + xyz[3 * i + axis]) / scale);
      if (!(units >= 0 && units <= INT32_MAX)) throw outOfRange(name, cloud, i);
      view.setInt32(at + 4 * axis, units, true);
    }
    view.setUint16(at + 12, reflectivity?.[i] ?? 0, true);
    view.setUint8(at + 14, SINGLE_RETURN);
    if (summary.hasScanIndex) view.setUint32(at + STANDARD_RECORD_BYTES, scanIndex?.[i] ?? 0, true);
  }
  return bytes;
}

function outOfRange(name: string, cloud: PointCloud, i: number): SocavonError {
  const point = [0, 1, 2].map((axis) => (cloud.origin[axis] + cloud.xyz[3 * i + axis]).toFixed(3)).join(', ');
  return new SocavonError(
    'export-range',
    `${name}: the point (${point}) lies outside the range that was announced for the map, so LAS cannot store it; run the export again, and report this if it stays.`,
  );
}

function offsetFor(summary: CloudSummary): [number, number, number] {
  const { min } = summary.bounds;
  return summary.count > 0 ? [Math.floor(min[0]), Math.floor(min[1]), Math.floor(min[2])] : [0, 0, 0];
}

function checkSpan(
  name: string,
  { count, bounds }: CloudSummary,
  offset: readonly [number, number, number],
  scale: number,
): void {
  if (count === 0) return;
  for (let axis = 0; axis < 3; axis++) {
    const span = bounds.max[axis] - offset[axis];
    if (Number.isFinite(span) && Math.round(span / scale) <= INT32_MAX) continue;
    throw new SocavonError(
      'export-range',
      `${name}: the map spans ${span.toFixed(0)} m along ${'xyz'[axis]}, more than the ${Math.floor(INT32_MAX * scale)} m that LAS can store in steps of ${scale} m; look for a stray point or a wrong pose (from ${bounds.min[axis].toFixed(3)} to ${bounds.max[axis].toFixed(3)} m).`,
    );
  }
}

/** The bounds after rounding to whole units: what readers compute from the stored integers. */
function storedBounds(
  summary: CloudSummary,
  offset: readonly [number, number, number],
  scale: number,
): Bounds {
  const stored = (value: number, axis: number): number =>
    Math.round((value - offset[axis]) / scale) * scale + offset[axis];
  const { min, max } = summary.bounds;
  return {
    min: [stored(min[0], 0), stored(min[1], 1), stored(min[2], 2)],
    max: [stored(max[0], 0), stored(max[1], 1), stored(max[2], 2)],
  };
}

function dayOfYear(date: Date): number {
  const year = date.getUTCFullYear();
  return (
    1 + Math.floor((Date.UTC(year, date.getUTCMonth(), date.getUTCDate()) - Date.UTC(year, 0)) / 86_400_000)
  );
}
