import { ArithmeticEncoder } from './arithmetic-encoder.ts';
import { SymbolModel } from './arithmetic-model.ts';
import { IntegerCoder } from './integer-coder.ts';
import { RunningMedian } from './running-median.ts';

/** Bytes of a record of point format 6, before its extra bytes. */
export const POINT14_BYTES = 30;
/** Layers of a point of format 6: x and y, z, classification, flags, intensity, angle, user data, source, time. */
export const LAYERS = 9;
export const XY_LAYER = 0;
export const Z_LAYER = 1;
export const INTENSITY_LAYER = 4;

/** Symbols that say which fields of a point differ from those of the one before. */
export const CHANGES = 128;
/** Lowest bit of a context of y and z: single return. */
export const SINGLE = 1;
/** Contexts of a single return: in x; of its intensity, first and last. */
export const X_SINGLE = 1;
export const INTENSITY_FIRST_AND_LAST = 3;

/**
 * Compresses chunks of LAZ points of format 6 in layers (LASzip for LAS 1.4, "Chunk Layout"; LAZ 1.4 R1): every point
 * the single return of its pulse, on one scanner channel, and alike in classification, flags, scan angle, user data,
 * source and time, as the points of a map are. What does not change in a chunk takes no bytes: its layer is empty.
 * Not for other records: what differs in those fields is lost.
 */
export class LazChunkEncoder {
  private readonly recordBytes: number;
  private readonly extraBytes: number;

  /** @param recordBytes 30 and the extra bytes */
  constructor(recordBytes: number) {
    this.recordBytes = recordBytes;
    this.extraBytes = recordBytes - POINT14_BYTES;
  }

  /** @param records of `points` points, one after another; at least one */
  encode(records: Uint8Array, points: number): Uint8Array {
    const layers: (Uint8Array | null)[] = new Array(LAYERS + this.extraBytes).fill(null);
    const view = new DataView(records.buffer, records.byteOffset, records.length);
    this.encodePlaces(view, points, layers);
    layers[INTENSITY_LAYER] = encodeIntensities(view, this.recordBytes, points);
    for (let byte = 0; byte < this.extraBytes; byte++)
      layers[LAYERS + byte] = encodeBytes(records, POINT14_BYTES + byte, this.recordBytes, points);
    return this.joined(records, points, layers);
  }

  /** x and y from the median of the last steps, z from the last z, each in contexts of the size of the steps. */
  private encodePlaces(view: DataView, points: number, layers: (Uint8Array | null)[]): void {
    const [xyCoder, zCoder] = [new ArithmeticEncoder(), new ArithmeticEncoder()];
    const changes = new SymbolModel(CHANGES);
    const [xSteps, ySteps, heights] = [
      new IntegerCoder(32, 2),
      new IntegerCoder(32, 22),
      new IntegerCoder(32, 20),
    ];
    const [xMedian, yMedian] = [new RunningMedian(), new RunningMedian()];
    let [x, y, z] = [view.getInt32(0, true), view.getInt32(4, true), view.getInt32(8, true)];
    for (let i = 1, at = this.recordBytes; i < points; i++, at += this.recordBytes) {
      const [nextX, nextY, nextZ] = [
        view.getInt32(at, true),
        view.getInt32(at + 4, true),
        view.getInt32(at + 8, true),
      ];
      xyCoder.symbol(changes, 0);
      const xStep = (nextX - x) | 0;
      const yStep = (nextY - y) | 0;
      xSteps.encode(xyCoder, xMedian.median(), xStep, X_SINGLE);
      xMedian.add(xStep);
      ySteps.encode(xyCoder, yMedian.median(), yStep, (Math.min(xSteps.k, 20) & ~1) | SINGLE);
      yMedian.add(yStep);
      heights.encode(zCoder, z, nextZ, (Math.min((xSteps.k + ySteps.k) >> 1, 18) & ~1) | SINGLE);
      x = nextX;
      y = nextY;
      z = nextZ;
    }
    layers[XY_LAYER] = xyCoder.finish();
    layers[Z_LAYER] = zCoder.finish();
  }

  /** The first point as it is, the number of points, the size of each layer, the layers. */
  private joined(records: Uint8Array, points: number, layers: readonly (Uint8Array | null)[]): Uint8Array {
    const headBytes = this.recordBytes + 4 + 4 * layers.length;
    const size = layers.reduce((sum, layer) => sum + (layer?.length ?? 0), headBytes);
    const chunk = new Uint8Array(size);
    const view = new DataView(chunk.buffer);
    chunk.set(records.subarray(0, this.recordBytes));
    view.setUint32(this.recordBytes, points, true);
    let at = headBytes;
    layers.forEach((layer, i) => {
      view.setUint32(this.recordBytes + 4 + 4 * i, layer?.length ?? 0, true);
      if (layer) chunk.set(layer, at);
      at += layer?.length ?? 0;
    });
    return chunk;
  }
}

function encodeIntensities(view: DataView, recordBytes: number, points: number): Uint8Array | null {
  const coder = new ArithmeticEncoder();
  const intensities = new IntegerCoder(16, 4);
  const first = view.getUint16(12, true);
  let changed = false;
  for (let i = 1, at = recordBytes + 12, last = first; i < points; i++, at += recordBytes) {
    const intensity = view.getUint16(at, true);
    intensities.encode(coder, last, intensity, INTENSITY_FIRST_AND_LAST);
    changed ||= intensity !== last;
    last = intensity;
  }
  return changed ? coder.finish() : null;
}

/** One of the extra bytes: the differences from the byte of the point before, modulo 256. */
function encodeBytes(
  records: Uint8Array,
  offset: number,
  recordBytes: number,
  points: number,
): Uint8Array | null {
  const coder = new ArithmeticEncoder();
  const model = new SymbolModel(256);
  let changed = false;
  for (let i = 1, at = recordBytes + offset, last = records[offset]; i < points; i++, at += recordBytes) {
    const step = (records[at] - last) & 0xff;
    coder.symbol(model, step);
    changed ||= step !== 0;
    last = records[at];
  }
  return changed ? coder.finish() : null;
}
