import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import { STANDARD_BYTES } from '../las-header.ts';
import { findVlr, type LasVlr } from '../las-vlr.ts';

/** How the points of a LAZ are compressed: its record "laszip encoded" (LASzip specification; LAZ 1.4 R1). */
export interface LazRecord {
  /** 1 one stream without chunks, 2 chunks of whole points, 3 chunks of layers. */
  readonly compressor: number;
  /** Points of each chunk but the last; null: each chunk states its own in the chunk table. */
  readonly chunkPoints: number | null;
  /** The fields after those of the point itself follow it where the scanner channel changes, as in items of version 4. */
  readonly followsChannel: boolean;
}

const USER_ID = 'laszip encoded';
const RECORD_ID = 22204;
const VARIABLE_CHUNKS = 2 ** 32 - 1;
const HEAD_BYTES = 34;
const ITEM_BYTES = 6;
/** Chunks of more points are no one's, and would be decompressed as one. */
const MOST_CHUNK_POINTS = 2 ** 28;

const STREAM = 1;
const POINTS = 2;
const LAYERS = 3;

/** Kinds of items with the version of their compression that laz-perf and this program know. */
const BYTE = { type: 0, version: 2 };
const POINT10 = { type: 6, version: 2 };
const GPSTIME11 = { type: 7, version: 2 };
const RGB12 = { type: 8, version: 2 };
const POINT14 = { type: 10, version: 3 };
const RGB14 = { type: 11, version: 3 };
const RGBNIR14 = { type: 12, version: 3 };
const WAVEPACKET14 = { type: 13, version: 3 };
const BYTE14 = { type: 14, version: 3 };
/**
 * Layered items of version 4 differ from version 3 in what colours, waveforms and extra bytes are predicted from where the
 * scanner channel changes, and in nothing for the point itself (LASzip, Apache 2.0, its readers of both versions compared).
 */
const LAYERED_VERSIONS: readonly number[] = [3, 4];

/** Bytes of the waveform of a point. */
export const WAVE_BYTES = 29;

interface LazItem {
  readonly type: number;
  readonly size: number;
  readonly version: number;
}

/** Items of the point formats that are decompressed; null: those with waveforms that are not in a layer of their own. */
function itemsOf(pointFormat: number, recordBytes: number): LazItem[] | null {
  const sized = (kind: { type: number; version: number }, size: number): LazItem => ({ ...kind, size });
  const extra = recordBytes - STANDARD_BYTES[pointFormat];
  const items: (LazItem | null)[] | undefined = {
    0: [sized(POINT10, 20)],
    1: [sized(POINT10, 20), sized(GPSTIME11, 8)],
    2: [sized(POINT10, 20), sized(RGB12, 6)],
    3: [sized(POINT10, 20), sized(GPSTIME11, 8), sized(RGB12, 6)],
    6: [sized(POINT14, 30)],
    7: [sized(POINT14, 30), sized(RGB14, 6)],
    8: [sized(POINT14, 30), sized(RGBNIR14, 8)],
    9: [sized(POINT14, 30), sized(WAVEPACKET14, WAVE_BYTES)],
    10: [sized(POINT14, 30), sized(RGBNIR14, 8), sized(WAVEPACKET14, WAVE_BYTES)],
  }[pointFormat];
  if (!items) return null;
  return [...(items as LazItem[]), ...(extra > 0 ? [sized(pointFormat <= 5 ? BYTE : BYTE14, extra)] : [])];
}

/** Encodes the record for layered chunks. @param chunkPoints null: chunks of any size */
export function lazVlr(pointFormat: number, recordBytes: number, chunkPoints: number | null): LasVlr {
  const items = itemsOf(pointFormat, recordBytes) ?? [];
  const payload = new Uint8Array(HEAD_BYTES + ITEM_BYTES * items.length);
  const view = new DataView(payload.buffer);
  view.setUint16(0, LAYERS, true);
  // Coder 0 is the arithmetic one; the version is that of LASzip whose format this is.
  view.setUint8(4, 3);
  view.setUint8(5, 4);
  view.setUint16(6, 3, true);
  view.setUint32(12, chunkPoints ?? VARIABLE_CHUNKS, true);
  // Numbers of special extended records: none.
  view.setBigInt64(16, -1n, true);
  view.setBigInt64(24, -1n, true);
  view.setUint16(32, items.length, true);
  items.forEach(({ type, size, version }, i) => {
    view.setUint16(HEAD_BYTES + ITEM_BYTES * i, type, true);
    view.setUint16(HEAD_BYTES + ITEM_BYTES * i + 2, size, true);
    view.setUint16(HEAD_BYTES + ITEM_BYTES * i + 4, version, true);
  });
  return { userId: USER_ID, recordId: RECORD_ID, payload };
}

/**
 * Reads the record and checks that it is what laz-perf decompresses.
 *
 * @throws SocavonError 'file-format' without the record, or for a compression that cannot be read here
 */
export function readLazRecord(
  name: string,
  pointFormat: number,
  recordBytes: number,
  vlrs: readonly LasVlr[],
): LazRecord {
  const payload = findVlr(vlrs, USER_ID, RECORD_ID);
  if (!payload || payload.length < HEAD_BYTES)
    throw new SocavonError('file-format', message('laz-record-none', { name }));
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  const [compressor, coder] = [view.getUint16(0, true), view.getUint16(2, true)];
  const meant = itemsOf(pointFormat, recordBytes);
  const layered = pointFormat >= 6;
  const known = layered ? compressor === LAYERS : compressor === STREAM || compressor === POINTS;
  if (!meant || !known || coder !== 0)
    throw new SocavonError(
      'file-format',
      message('laz-compressor', { name, compressor, format: pointFormat }),
    );
  const items = itemsIn(view);
  const isMeant =
    items.length === meant.length &&
    items.every(({ type, size }, i) => type === meant[i].type && size === meant[i].size);
  const newest = Math.max(...items.map(({ version }) => version));
  if (isMeant && layered && newest > Math.max(...LAYERED_VERSIONS))
    throw new SocavonError('file-format', message('laz-newer', { name, version: newest }));
  const hasVersion = ({ version }: LazItem, i: number): boolean =>
    layered ? LAYERED_VERSIONS.includes(version) : version === meant[i].version;
  if (!isMeant || !items.every(hasVersion))
    throw new SocavonError(
      'file-format',
      message('laz-items', { name, items: described(items), meant: described(meant), format: pointFormat }),
    );
  const chunkPoints = view.getUint32(12, true);
  if (compressor !== STREAM && chunkPoints !== VARIABLE_CHUNKS && !(chunkPoints < MOST_CHUNK_POINTS))
    throw new SocavonError('file-format', message('laz-chunk-points', { name, points: chunkPoints }));
  return {
    compressor,
    // Some writers state 0 for chunks of any size.
    chunkPoints: chunkPoints === VARIABLE_CHUNKS || chunkPoints === 0 ? null : chunkPoints,
    followsChannel: layered && newest > 3,
  };
}

/** True if the points are one stream without chunk table. */
export function isOneStream({ compressor }: LazRecord): boolean {
  return compressor === STREAM;
}

function itemsIn(view: DataView): LazItem[] {
  const items: LazItem[] = [];
  const count = view.getUint16(32, true);
  for (let at = HEAD_BYTES; items.length < count && at + ITEM_BYTES <= view.byteLength; at += ITEM_BYTES)
    items.push({
      type: view.getUint16(at, true),
      size: view.getUint16(at + 2, true),
      version: view.getUint16(at + 4, true),
    });
  return items;
}

/** Type, bytes and version of each item, as `6:20v2 7:8v2`. */
function described(items: readonly LazItem[]): string {
  return items.map(({ type, size, version }) => `${type}:${size}v${version}`).join(' ') || '-';
}
