import { deflateRawSync, inflateRawSync, constants as zlib } from 'node:zlib';
import { giveBack } from '../../../src-core/model/give-back.ts';
import type { Scan } from '../../../src-core/model/scan.ts';
import { rangeMmAt, STEPS_PER_METRE } from '../../../src-core/model/timed-cloud.ts';
import {
  maskBytes,
  putI32,
  putNonZeroMask,
  putSparseU32,
  putStamps,
  putU16,
  takeI32,
  takeMask,
  takeSparseU32,
  takeStamps,
  takeU16,
} from './byte-planes.ts';

/*
 * A scan as bytes: a header of 12 bytes, little-endian
 *   u8 version, u8 flags (1 = second return, 2 = turns of the columns, 4 = points), u16 beams, u16 columns, u16 frame id, u32 length of the body
 * and the body, deflated: range, reflectivity, signal, near-IR, [second range, reflectivity, signal], stamps,
 * column validity, each as byte-planes.ts writes it; then [turns, f32 a column, little-endian]. Of points, in place of the
 * range: a mask of the pixels that have one, and their x, y, z in tenths of a millimetre, slice by slice; ranges follow from them.
 *
 * Deflate with run-length matches only: differences of noisy measurements have no longer repeats, so searching
 * for them costs time and finds chance matches. Measured over 88 scans of 16 x 1024 of a rough drift (20 mm
 * noise; 164 kB of pixels), bytes and milliseconds to encode + decode, planes apart:
 *   run-length deflate 48.9 kB 0.6 + 0.2 · deflate level 1 51.8 kB 1.2 + 0.3 · level 6 50.7 kB 1.6 + 0.3
 *   zstd level 1 50.7 kB 0.4 + 0.2 · level 6 50.2 kB 1.0 + 0.1 · no planes: zstd 77 kB, deflate 6 76 kB
 */
const VERSION = 1;
const HEADER_BYTES = 12;
const HAS_SECOND = 1;
const HAS_TURNS = 2;
const HAS_POINTS = 4;

/** Encodes a scan without loss; about 50 kB for 16 x 1024 in a drift. */
export function encodeScan(scan: Scan): Uint8Array {
  const { beams, columns, second, columnTurn } = scan;
  const flags = (second ? HAS_SECOND : 0) | (columnTurn ? HAS_TURNS : 0) | (scan.xyz ? HAS_POINTS : 0);
  const body = new Uint8Array(bodyBytesAtMost(beams, columns, flags));
  let at = scan.xyz
    ? putPoints(body, 0, scan.rangeMm, scan.xyz)
    : putSparseU32(body, 0, scan.rangeMm, columns);
  at = putU16(body, at, scan.reflectivity, columns);
  at = putU16(body, at, scan.signal, columns);
  at = putU16(body, at, scan.nearIr, columns);
  if (second) {
    at = putSparseU32(body, at, second.rangeMm, columns);
    at = putU16(body, at, second.reflectivity, columns);
    at = putU16(body, at, second.signal, columns);
  }
  at = putStamps(body, at, scan.stampNs);
  at = putNonZeroMask(body, at, scan.columnValid);
  if (columnTurn) at = putTurns(body, at, columnTurn);

  const packed = deflateRawSync(body.subarray(0, at), { level: 1, strategy: zlib.Z_RLE });
  const bytes = new Uint8Array(HEADER_BYTES + packed.length);
  const header = new DataView(bytes.buffer);
  header.setUint8(0, VERSION);
  header.setUint8(1, flags);
  header.setUint16(2, beams, true);
  header.setUint16(4, columns, true);
  header.setUint16(6, scan.frameId, true);
  header.setUint32(8, at, true);
  bytes.set(packed, HEADER_BYTES);
  giveBack(body, packed);
  return bytes;
}

/** A scan out of its bytes. */
interface UnpackedScan {
  readonly scan: Scan;
  /** See `StoredScan`. */
  readonly release: () => void;
}

/** Decodes the output of `encodeScan`. @throws as `unpackScan` */
export function decodeScan(bytes: Uint8Array): Scan {
  return unpackScan(bytes).scan;
}

/**
 * Decodes the output of `encodeScan`. Signal and near-infrared, which few stages look at, are unpacked when they are first
 * read.
 *
 * @throws Error if the bytes are truncated, damaged, or of a later version
 */
export function unpackScan(bytes: Uint8Array): UnpackedScan {
  if (bytes.length < HEADER_BYTES) throw new Error('the range image is cut');
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = header.getUint8(0);
  if (version !== VERSION) throw new Error(`the range image is of the unknown version ${version}`);
  const beams = header.getUint16(2, true);
  const columns = header.getUint16(4, true);
  const length = header.getUint32(8, true);
  const flags = header.getUint8(1);
  const hasSecond = (flags & HAS_SECOND) !== 0;
  const hasTurns = (flags & HAS_TURNS) !== 0;
  if (length > bodyBytesAtMost(beams, columns, flags)) throw new Error('the range image is damaged');
  // A chunk that all of it fits into: one buffer, which is not copied.
  const body = inflateRawSync(bytes.subarray(HEADER_BYTES), {
    maxOutputLength: length,
    chunkSize: length + zlib.Z_MIN_CHUNK,
  });

  const pixels = beams * columns;
  const rangeMm = new Uint32Array(pixels);
  const reflectivity = new Uint16Array(pixels);
  const stampNs = new BigUint64Array(columns);
  const columnValid = new Uint8Array(columns);
  const xyz = (flags & HAS_POINTS) === 0 ? undefined : new Float32Array(3 * pixels);
  let at = xyz ? takePoints(body, 0, rangeMm, xyz) : takeSparseU32(body, 0, rangeMm, columns);
  at = takeU16(body, at, reflectivity, columns);
  const [signalAt, nearIrAt] = [at, at + 2 * pixels];
  at += 4 * pixels;
  const second = hasSecond
    ? {
        rangeMm: new Uint32Array(pixels),
        reflectivity: new Uint16Array(pixels),
        signal: new Uint16Array(pixels),
      }
    : undefined;
  if (second) {
    at = takeSparseU32(body, at, second.rangeMm, columns);
    at = takeU16(body, at, second.reflectivity, columns);
    at = takeU16(body, at, second.signal, columns);
  }
  at = takeStamps(body, at, stampNs);
  at = takeMask(body, at, columnValid);
  const columnTurn = hasTurns ? takeTurns(body, at, columns) : undefined;
  if (columnTurn) at += 4 * columns;
  if (at !== length || body.length !== length) throw new Error('the range image is damaged');

  let signal: Uint16Array | null = null;
  let nearIr: Uint16Array | null = null;
  const taken = (from: number): Uint16Array => {
    const values = new Uint16Array(pixels);
    takeU16(body, from, values, columns);
    return values;
  };
  const scan: Scan = {
    frameId: header.getUint16(6, true),
    beams,
    columns,
    rangeMm,
    reflectivity,
    get signal() {
      signal ??= taken(signalAt);
      return signal;
    },
    get nearIr() {
      nearIr ??= taken(nearIrAt);
      return nearIr;
    },
    stampNs,
    columnValid,
    ...(second ? { second } : {}),
    ...(columnTurn ? { columnTurn } : {}),
    ...(xyz ? { xyz } : {}),
  };
  return {
    scan,
    release() {
      giveBack(body, rangeMm, reflectivity, signal ?? undefined, nearIr ?? undefined, xyz);
      giveBack(second?.rangeMm, second?.reflectivity, second?.signal);
    },
  };
}

/** Writes which pixels have a point, then their coordinates, axis by axis. */
function putPoints(body: Uint8Array, at: number, rangeMm: Uint32Array, xyz: Float32Array): number {
  let next = putNonZeroMask(body, at, rangeMm);
  const steps = new Int32Array(rangeMm.reduce((count, mm) => count + (mm === 0 ? 0 : 1), 0));
  for (let axis = 0; axis < 3; axis++) {
    let k = 0;
    for (let pixel = 0; pixel < rangeMm.length; pixel++)
      if (rangeMm[pixel] !== 0) steps[k++] = Math.round(xyz[3 * pixel + axis] * STEPS_PER_METRE);
    next = putI32(body, next, steps);
  }
  return next;
}

function takePoints(body: Uint8Array, at: number, rangeMm: Uint32Array, xyz: Float32Array): number {
  const has = new Uint8Array(rangeMm.length);
  let next = takeMask(body, at, has);
  const steps = new Int32Array(has.reduce((count, one) => count + one, 0));
  if (next + 12 * steps.length > body.length) throw new Error('the points are damaged');
  for (let axis = 0; axis < 3; axis++) {
    next = takeI32(body, next, steps);
    let k = 0;
    for (let pixel = 0; pixel < has.length; pixel++)
      if (has[pixel] !== 0) xyz[3 * pixel + axis] = steps[k++] / STEPS_PER_METRE;
  }
  for (let pixel = 0; pixel < has.length; pixel++)
    if (has[pixel] !== 0) rangeMm[pixel] = rangeMmAt(xyz, pixel);
  return next;
}

function putTurns(body: Uint8Array, at: number, turns: Float32Array): number {
  const view = new DataView(body.buffer, body.byteOffset + at, 4 * turns.length);
  turns.forEach((turn, column) => {
    view.setFloat32(4 * column, turn, true);
  });
  return at + 4 * turns.length;
}

function takeTurns(body: Uint8Array, at: number, columns: number): Float32Array {
  if (at + 4 * columns > body.length) throw new Error('the range image is damaged');
  const view = new DataView(body.buffer, body.byteOffset + at, 4 * columns);
  return Float32Array.from({ length: columns }, (_, column) => view.getFloat32(4 * column, true));
}

function bodyBytesAtMost(beams: number, columns: number, flags: number): number {
  const [hasSecond, hasTurns, hasPoints] = [HAS_SECOND, HAS_TURNS, HAS_POINTS].map(
    (flag) => (flags & flag) !== 0,
  );
  const pixels = beams * columns;
  const range = maskBytes(pixels) + 4 * pixels;
  return (
    range +
    (hasPoints ? 8 : 0) * pixels +
    6 * pixels +
    (hasSecond ? range + 4 * pixels : 0) +
    (hasTurns ? 12 : 8) * columns +
    maskBytes(columns)
  );
}
