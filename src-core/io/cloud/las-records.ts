import { message } from '../../messages/message.ts';
import type { Bounds } from '../../model/bounds.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { SocavonError } from '../../model/errors.ts';
import type { CloudSummary } from './cloud-writer.ts';
import { type ExtraBytes, extraBytesVlr, LAS_SCAN_INDEX } from './las-fields.ts';
import { encodeLasHeader, LAS_14_GLOBAL_ENCODING, LAS_HEADER_BYTES, STANDARD_BYTES } from './las-header.ts';
import { encodeVlrs, type LasVlr, wktVlr } from './las-vlr.ts';
import { attributeBytes, type PointAttribute, pointAttributes, putAttributes } from './point-attributes.ts';

export interface LasWriterOptions {
  /** Metres per unit of the stored integers. A tenth of a millimetre still spans 214 km. */
  readonly scale: number;
  /** The sensor, at most 32 characters of ASCII. */
  readonly systemIdentifier: string;
  /** The program and its version, at most 32 characters of ASCII. */
  readonly generatingSoftware: string;
  /** Creation date (UTC day and year go into the header); null leaves it open. */
  readonly created: Date | null;
  /** Coordinate system as OGC WKT; null if the grid has no published definition, like mine grids. */
  readonly wkt: string | null;
}

/**
 * What a file states whose system is not known. Point formats 6 to 10 must announce their system as WKT (LAS 1.4 R15,
 * sections 2.2 and 2.4), and a bit without its record leaves the unit to the reader: a local system without a place on
 * the Earth (OGC 01-009, LOCAL_CS) says that these are metres, and no more.
 */
const LOCAL_SYSTEM_WKT =
  'LOCAL_CS["Local grid, not georeferenced",LOCAL_DATUM["Unknown",32767],UNIT["metre",1,AUTHORITY["EPSG","9001"]],' +
  'AXIS["Easting",EAST],AXIS["Northing",NORTH]]';

export const LAS_WRITER_DEFAULTS: LasWriterOptions = {
  scale: 0.001,
  systemIdentifier: '',
  generatingSoftware: 'Socavon',
  created: null,
  wkt: null,
};

export const MAP_POINT_FORMAT = 6;
/** Bytes of a record before its scan index and attributes. */
export const STANDARD_RECORD_BYTES = STANDARD_BYTES[MAP_POINT_FORMAT];
const SCAN_INDEX: ExtraBytes = {
  name: LAS_SCAN_INDEX,
  lasType: 5,
  description: 'index of the scan of the point',
};
/** Return 1 of 1, in two nibbles: byte 14 of each record. */
export const SINGLE_RETURN = 0x11;
const INT32_MAX = 2 ** 31 - 1;

/**
 * Point records of a map, and what comes before them, in LAS 1.4, point format 6. Coordinates are integers of `scale`
 * about the whole metre below the smallest coordinate, so that northings of 10 million metres do not overflow 32 bits
 * (an offset of zero overflows above 2,147,483.647 m and wraps silently). `intensity` is the reflectivity as reported
 * by the sensor, GPS time is zero (the sensor's clock is no GPS time), the scan index goes into an extra u32.
 */
export interface LasRecords {
  readonly recordBytes: number;
  /** Coordinates of a record. */
  place(view: DataView, at: number): [number, number, number];
  /** Attributes of a record, in the order of the summary's. */
  attributes(view: DataView, at: number): number[];
  /** Header and variable length records. */
  head(): Uint8Array;
  /**
   * Records of the points of a cloud, valid until the next call.
   *
   * @throws SocavonError 'export-range' for a point outside the bounds of the summary
   */
  encode(cloud: PointCloud): Uint8Array;
}

/** How the records are stored, where not as they are. */
interface LazLayout {
  /** Variable length records that say how the points are compressed. */
  readonly vlrs: (recordBytes: number) => readonly LasVlr[];
  /** Extended records behind the points. */
  readonly evlrs?: () => { readonly offset: number; readonly count: number };
  /** Place that the integers count from, m; left out: the whole metre below the smallest coordinate. */
  readonly offset?: readonly [number, number, number];
}

/**
 * @param name of the file, for messages
 * @param compressed null: the records as they are
 * @throws SocavonError 'export-range' if the map spans more than 32 bits of `scale`
 */
export function lasRecords(
  name: string,
  summary: CloudSummary,
  options: LasWriterOptions,
  compressed: LazLayout | null = null,
): LasRecords {
  const { scale } = options;
  const offset = compressed?.offset ?? offsetFor(summary);
  checkSpan(name, summary, offset, scale);
  const attributes = pointAttributes(summary.attributes);
  const attributesAt = STANDARD_RECORD_BYTES + (summary.hasScanIndex ? 4 : 0);
  const recordBytes = attributesAt + attributeBytes(attributes);
  const extra: ExtraBytes[] = [...(summary.hasScanIndex ? [SCAN_INDEX] : []), ...attributes];
  let buffer = new Uint8Array(0);
  return {
    recordBytes,
    place: (view, at) => [
      view.getInt32(at, true) * scale + offset[0],
      view.getInt32(at + 4, true) * scale + offset[1],
      view.getInt32(at + 8, true) * scale + offset[2],
    ],
    attributes: (view, at) => attributesOf(view, at + attributesAt, attributes),
    head: () => {
      const vlrs = [
        // COPC requires its own record to be the first.
        ...(compressed?.vlrs(recordBytes) ?? []),
        wktVlr(options.wkt ?? LOCAL_SYSTEM_WKT),
        ...(extra.length > 0 ? [extraBytesVlr(extra)] : []),
      ];
      const vlrBytes = encodeVlrs(vlrs);
      const header = encodeLasHeader(
        {
          versionMinor: 4,
          globalEncoding: LAS_14_GLOBAL_ENCODING,
          systemIdentifier: options.systemIdentifier,
          generatingSoftware: options.generatingSoftware,
          creationDay: options.created ? dayOfYear(options.created) : 0,
          creationYear: options.created?.getUTCFullYear() ?? 0,
          pointDataOffset: LAS_HEADER_BYTES + vlrBytes.length,
          vlrCount: vlrs.length,
          pointFormat: MAP_POINT_FORMAT,
          recordBytes,
          count: summary.count,
          scale: [scale, scale, scale],
          offset,
          bounds: storedBounds(summary, offset, scale),
        },
        compressed !== null,
        compressed?.evlrs?.(),
      );
      const head = new Uint8Array(header.length + vlrBytes.length);
      head.set(header);
      head.set(vlrBytes, header.length);
      return head;
    },
    encode: (cloud) => {
      const size = recordBytes * cloud.count;
      // What is not set below is zero, and stays so.
      if (buffer.length < size) buffer = new Uint8Array(size);
      const bytes = buffer.subarray(0, size);
      encodeInto(bytes, name, cloud, { summary, offset, scale, recordBytes });
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      putAttributes(view, attributesAt, recordBytes, cloud, attributes);
      return bytes;
    },
  };
}

/** How the records of a file are made. */
interface RecordFrame {
  readonly summary: CloudSummary;
  readonly offset: readonly [number, number, number];
  readonly scale: number;
  readonly recordBytes: number;
}

function encodeInto(
  bytes: Uint8Array,
  name: string,
  cloud: PointCloud,
  { summary, offset, scale, recordBytes }: RecordFrame,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
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
}

function attributesOf(view: DataView, from: number, attributes: readonly PointAttribute[]): number[] {
  let at = from;
  return attributes.map(({ get, bytes }) => {
    at += bytes;
    return get(view, at - bytes);
  });
}

/** @param i point of the cloud that the integers cannot hold */
export function outOfRange(name: string, cloud: PointCloud, i: number): SocavonError {
  const point = [0, 1, 2].map((axis) => (cloud.origin[axis] + cloud.xyz[3 * i + axis]).toFixed(3)).join(', ');
  return new SocavonError('export-range', message('las-outside', { name, point }));
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
      message('las-span', {
        name,
        span: span.toFixed(0),
        axis: 'xyz'[axis],
        most: Math.floor(INT32_MAX * scale),
        scale,
        min: bounds.min[axis].toFixed(3),
        max: bounds.max[axis].toFixed(3),
      }),
    );
  }
}

/** The bounds after rounding to whole units, as readers compute them from the stored integers. */
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
