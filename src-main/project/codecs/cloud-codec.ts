import { deflateRawSync, inflateRawSync, constants as zlib } from 'node:zlib';
import { z } from 'zod';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import type { CloudFacts } from '../../../src-core/model/cloud-survey.ts';
import { putI32, putU16, takeI32, takeU16 } from './byte-planes.ts';

/*
 * A chunk of a cloud as bytes: a header of 68 bytes, little-endian
 *   u8 version, u8 flags (1 = reflectivity, 2 = seen from a known place), u16 0, u32 points, u32 length of the body,
 *   u32 index of the scan, f64 x3 origin, f64 x3 place seen from
 * and the body, deflated: x, y, z, then the reflectivity, each as byte-planes.ts writes it, as one row. Coordinates are
 * whole tenths of a millimetre from the origin: a fiftieth of the noise of the best scanner, and even, so that no mean moves.
 */
const VERSION = 1;
const HEADER_BYTES = 68;
const HAS_REFLECTIVITY = 1;
const IS_SEEN_FROM = 2;
/** Steps of a coordinate per metre. */
const STEPS = 10_000;
/** Farthest that a point may be from the origin of its chunk, m. */
const REACH = 2 ** 31 / STEPS - 1;

/** @throws RangeError for a point more than 214 km from the origin of its chunk */
export function encodeCloud({
  count,
  origin,
  xyz,
  reflectivity,
  seenFrom,
  scanIndex,
}: PointCloud): Uint8Array {
  const body = new Uint8Array(bodyBytes(count, reflectivity !== undefined));
  const steps = new Int32Array(count);
  let at = 0;
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < count; i++) {
      const value = xyz[3 * i + axis];
      if (!(Math.abs(value) < REACH)) throw new RangeError(`a point is ${value} m from its chunk`);
      steps[i] = Math.round(value * STEPS);
    }
    at = putI32(body, at, steps);
  }
  if (reflectivity) at = putU16(body, at, reflectivity.subarray(0, count), count);
  const packed = deflateRawSync(body, { level: 1, strategy: zlib.Z_RLE });
  const bytes = new Uint8Array(HEADER_BYTES + packed.length);
  const header = new DataView(bytes.buffer);
  header.setUint8(0, VERSION);
  header.setUint8(1, (reflectivity ? HAS_REFLECTIVITY : 0) | (seenFrom ? IS_SEEN_FROM : 0));
  header.setUint32(4, count, true);
  header.setUint32(8, body.length, true);
  header.setUint32(12, scanIndex?.[0] ?? 0, true);
  origin.forEach((value, k) => {
    header.setFloat64(16 + 8 * k, value, true);
  });
  seenFrom?.forEach((value, k) => {
    header.setFloat64(40 + 8 * k, value, true);
  });
  bytes.set(packed, HEADER_BYTES);
  return bytes;
}

/** @throws Error if the bytes are truncated, damaged, or of a later version */
export function decodeCloud(bytes: Uint8Array): PointCloud {
  if (bytes.length < HEADER_BYTES) throw new Error('the points are cut');
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = header.getUint8(0);
  if (version !== VERSION) throw new Error(`the points are of the unknown version ${version}`);
  const flags = header.getUint8(1);
  const count = header.getUint32(4, true);
  const hasReflectivity = (flags & HAS_REFLECTIVITY) !== 0;
  const length = header.getUint32(8, true);
  if (length !== bodyBytes(count, hasReflectivity)) throw new Error('the points are damaged');
  const body = inflateRawSync(bytes.subarray(HEADER_BYTES), { maxOutputLength: Math.max(1, length) });
  if (body.length !== length) throw new Error('the points are damaged');
  const triple = (from: number): [number, number, number] => [
    header.getFloat64(from, true),
    header.getFloat64(from + 8, true),
    header.getFloat64(from + 16, true),
  ];
  const xyz = new Float32Array(3 * count);
  const steps = new Int32Array(count);
  let at = 0;
  for (let axis = 0; axis < 3; axis++) {
    at = takeI32(body, at, steps);
    for (let i = 0; i < count; i++) xyz[3 * i + axis] = steps[i] / STEPS;
  }
  const reflectivity = new Uint16Array(hasReflectivity ? count : 0);
  if (hasReflectivity) takeU16(body, at, reflectivity, count);
  const isSeenFrom = (flags & IS_SEEN_FROM) !== 0;
  return {
    count,
    origin: triple(16),
    xyz,
    ...(hasReflectivity && { reflectivity }),
    ...(isSeenFrom && { scanIndex: new Uint32Array(count).fill(header.getUint32(12, true)) }),
    seenFrom: isSeenFrom ? triple(40) : null,
  };
}

function bodyBytes(count: number, hasReflectivity: boolean): number {
  return count * (12 + (hasReflectivity ? 2 : 0));
}

export function encodeFacts(facts: CloudFacts): string {
  return JSON.stringify(facts);
}

/** @throws ZodError, SyntaxError if the text was not written by `encodeFacts` */
export function decodeFacts(text: string): CloudFacts {
  return FACTS.parse(JSON.parse(text));
}

const FACTS: z.ZodType<CloudFacts> = z.object({
  formats: z.array(z.string()),
  points: z.int(),
  hasReflectivity: z.boolean(),
  unitMetres: z.number(),
  heightUnitMetres: z.number().optional(),
  unitBy: z.enum(['file', 'user', 'metres-assumed']),
  isGrid: z.boolean(),
  crs: z.string().nullable(),
  path: z.enum(['trajectory', 'stations', 'void', 'none']),
  trajectory: z.string().nullable(),
  accuracy: z.object({
    by: z.enum(['user', 'maker', 'class', 'assumed']),
    instrument: z.string().nullable(),
    bias: z.number(),
    noise: z.number(),
    lengthShare: z.number(),
    placeSigma: z.number(),
  }),
  stepMetres: z.number().optional(),
});
