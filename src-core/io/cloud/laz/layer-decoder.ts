import { ArithmeticDecoder } from './arithmetic-decoder.ts';
import { SymbolModel } from './arithmetic-model.ts';
import {
  CHANGES,
  INTENSITY_FIRST_AND_LAST,
  INTENSITY_LAYER,
  LAYERS,
  POINT14_BYTES,
  SINGLE,
  X_SINGLE,
  XY_LAYER,
  Z_LAYER,
} from './chunk-encoder.ts';
import { IntegerCoder } from './integer-coder.ts';
import { RunningMedian } from './running-median.ts';

/** Where a record has its return of how many, in two nibbles, and its scanner channel. */
const RETURNS_AT = 14;
const SINGLE_RETURN = 0x11;
const CHANNEL_AT = 15;
const CHANNEL = 0x30;

/** What of the points of a chunk a map is drawn from. */
export interface ChunkColumns {
  /** x, y, z of each point, steps. */
  readonly xyz: Int32Array<ArrayBuffer>;
  readonly intensity: Uint16Array<ArrayBuffer>;
  /** The four extra bytes that were asked for, as an integer. */
  readonly extra: Uint32Array<ArrayBuffer>;
}

/**
 * Decompresses places, intensities and one number of a chunk whose points are all single returns and otherwise alike, as
 * `LazChunkEncoder` makes them, and leaves the other layers alone. laz-perf, which gives whole records of any kind, takes
 * half as long again.
 *
 * @param chunk whole, as its checksum says
 * @param extraAt first of four extra bytes of a record; null: none are wanted
 * @returns null for any other chunk
 */
export function decodeLayers(
  chunk: Uint8Array,
  recordBytes: number,
  points: number,
  extraAt: number | null,
): ChunkColumns | null {
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
  const layers = LAYERS + recordBytes - POINT14_BYTES;
  const headBytes = recordBytes + 4 + 4 * layers;
  if (chunk.length < headBytes || view.getUint32(recordBytes, true) !== points) return null;
  if (chunk[RETURNS_AT] !== SINGLE_RETURN || (chunk[CHANNEL_AT] & CHANNEL) !== 0) return null;
  const starts = [headBytes];
  for (let i = 0; i < layers; i++) starts.push(starts[i] + view.getUint32(recordBytes + 4 + 4 * i, true));
  if (starts[layers] !== chunk.length) return null;
  const layer = (i: number): Uint8Array => chunk.subarray(starts[i], starts[i + 1]);
  const xyz = decodePlaces(layer(XY_LAYER), layer(Z_LAYER), view, points);
  if (xyz === null) return null;
  const intensity = decodeIntensities(layer(INTENSITY_LAYER), view.getUint16(12, true), points);
  const extra = new Uint32Array(points);
  for (let byte = 0; extraAt !== null && byte < 4; byte++)
    decodeByte(layer(LAYERS + extraAt - POINT14_BYTES + byte), chunk[extraAt + byte], 8 * byte, extra);
  return { xyz, intensity, extra };
}

/** @returns null if a point differs from the one before in more than its place */
function decodePlaces(
  xy: Uint8Array,
  zs: Uint8Array,
  first: DataView,
  points: number,
): Int32Array<ArrayBuffer> | null {
  const [xyCoder, zCoder] = [new ArithmeticDecoder(xy), new ArithmeticDecoder(zs)];
  const changes = new SymbolModel(CHANGES, true);
  const [xSteps, ySteps, heights] = [
    new IntegerCoder(32, 2, true),
    new IntegerCoder(32, 22, true),
    new IntegerCoder(32, 20, true),
  ];
  const [xMedian, yMedian] = [new RunningMedian(), new RunningMedian()];
  const xyz = new Int32Array(3 * points);
  let [x, y, z] = [first.getInt32(0, true), first.getInt32(4, true), first.getInt32(8, true)];
  xyz[0] = x;
  xyz[1] = y;
  xyz[2] = z;
  for (let i = 3; i < xyz.length; i += 3) {
    if (xyCoder.symbol(changes) !== 0) return null;
    const xStep = xSteps.decode(xyCoder, xMedian.median(), X_SINGLE);
    xMedian.add(xStep);
    const yStep = ySteps.decode(xyCoder, yMedian.median(), (Math.min(xSteps.k, 20) & ~1) | SINGLE);
    yMedian.add(yStep);
    z = heights.decode(zCoder, z, (Math.min((xSteps.k + ySteps.k) >> 1, 18) & ~1) | SINGLE);
    x = (x + xStep) | 0;
    y = (y + yStep) | 0;
    xyz[i] = x;
    xyz[i + 1] = y;
    xyz[i + 2] = z;
  }
  return xyz;
}

function decodeIntensities(layer: Uint8Array, first: number, points: number): Uint16Array<ArrayBuffer> {
  const intensity = new Uint16Array(points).fill(first);
  if (layer.length === 0) return intensity;
  const coder = new ArithmeticDecoder(layer);
  const intensities = new IntegerCoder(16, 4, true);
  for (let i = 1, last = first; i < points; i++) {
    last = intensities.decode(coder, last, INTENSITY_FIRST_AND_LAST) & 0xffff;
    intensity[i] = last;
  }
  return intensity;
}

/** Sets one byte of the numbers. */
function decodeByte(layer: Uint8Array, first: number, shift: number, numbers: Uint32Array): void {
  if (layer.length === 0) {
    if (first !== 0) for (let i = 0; i < numbers.length; i++) numbers[i] |= first << shift;
    return;
  }
  const coder = new ArithmeticDecoder(layer);
  const model = new SymbolModel(256, true);
  for (let i = 0, last = first; i < numbers.length; i++) {
    if (i > 0) last = (last + coder.symbol(model)) & 0xff;
    numbers[i] |= last << shift;
  }
}
