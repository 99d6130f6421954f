import { createLazPerf } from 'laz-perf';
import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { LazChunk } from './chunk-table.ts';
import { WAVE_BYTES } from './laz-record.ts';

/** What of laz-perf (Hobu, Inc.; WebAssembly) is used here. */
interface LazPerf {
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  ChunkDecoder: new () => {
    open(pointFormat: number, recordBytes: number, chunk: number): void;
    getPoint(record: number): void;
    delete(): void;
  };
}

/** Layers of a point, of its colours by the point format, and of its waveform. */
const LAYERS_OF_COLOUR: Readonly<Record<number, number>> = { 9: 0, 10: 2 };
/** Where the waveform stands in a record. */
const WAVE_AT: Readonly<Record<number, number>> = { 9: 30, 10: 38 };

/**
 * A layered chunk of points with waveforms as one without them, which takes one layer and 29 bytes of the first record away.
 *
 * @param recordBytes with the waveform
 * @returns null if its layers do not fill it
 */
export function withoutWaveform(
  chunk: Uint8Array,
  pointFormat: number,
  recordBytes: number,
): Uint8Array | null {
  const waveAt = WAVE_AT[pointFormat];
  const layers = OF_POINT14 + LAYERS_OF_COLOUR[pointFormat] + 1 + (recordBytes - waveAt - WAVE_BYTES);
  const head = recordBytes + 4 + 4 * layers;
  if (chunk.length < head) return null;
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
  const sizeAt = (layer: number): number => recordBytes + 4 + 4 * layer;
  const wave = OF_POINT14 + LAYERS_OF_COLOUR[pointFormat];
  let [from, end] = [0, head];
  let size = 0;
  for (let layer = 0; layer < layers; layer++) {
    if (layer === wave) [from, size] = [end, view.getUint32(sizeAt(layer), true)];
    end += view.getUint32(sizeAt(layer), true);
  }
  if (end !== chunk.length) return null;
  const parts = [
    chunk.subarray(0, waveAt),
    chunk.subarray(waveAt + WAVE_BYTES, sizeAt(wave)),
    chunk.subarray(sizeAt(wave + 1), from),
    chunk.subarray(from + size),
  ];
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** A chunk is held in memory whole, compressed; real ones take up to some megabytes. */
export const MOST_CHUNK_BYTES = 2 ** 29;
/** Zeros behind a chunk: the decoder reads ahead, and a damaged one further. */
const MARGIN_BYTES = 1 << 16;
const OF_POINT14 = 9;
const OF_COLOUR: Readonly<Record<number, number>> = { 6: 0, 7: 1, 8: 2 };

// One for all files: it takes a twentieth of a second to start. After a trap its memory is in doubt, and it is dropped.
let shared: Promise<LazPerf> | null = null;

/** Decompresses the chunks of one file. */
interface LazChunkDecoder {
  /**
   * Records of a chunk, at most `rows` at a time; each block is valid until the next.
   *
   * @throws SocavonError 'file-format' if the chunk is damaged, as far as it shows
   */
  records(chunk: LazChunk, bytes: Uint8Array, rows: number): Generator<Uint8Array, void, undefined>;
}

/** @param name of the file, for messages */
export async function lazChunkDecoder(
  name: string,
  pointFormat: number,
  recordBytes: number,
  standardBytes: number,
): Promise<LazChunkDecoder> {
  // The types of the package are those of Emscripten, which are not installed.
  shared ??= createLazPerf() as Promise<LazPerf>;
  const lazPerf = await shared;
  const layers = pointFormat >= 6 ? OF_POINT14 + OF_COLOUR[pointFormat] + (recordBytes - standardBytes) : 0;
  return {
    records: function* (chunk, bytes, rows) {
      const damaged = (cause?: unknown): SocavonError =>
        new SocavonError(
          'file-format',
          message('laz-chunk', { name, offset: chunk.at, bytes: chunk.bytes, points: chunk.points }),
          { cause },
        );
      if (bytes.length < chunk.bytes || (layers > 0 && !layersFit(chunk, bytes, recordBytes, layers)))
        throw damaged();
      const places: number[] = [];
      const place = (size: number): number => {
        const pointer = lazPerf._malloc(size);
        if (pointer === 0) throw damaged();
        places.push(pointer);
        return pointer;
      };
      const decoder = new lazPerf.ChunkDecoder();
      let trapped = false;
      try {
        const compressed = place(chunk.bytes + MARGIN_BYTES);
        lazPerf.HEAPU8.set(bytes, compressed);
        lazPerf.HEAPU8.fill(0, compressed + chunk.bytes, compressed + chunk.bytes + MARGIN_BYTES);
        const block = place(Math.min(rows, chunk.points) * recordBytes);
        decoder.open(pointFormat, recordBytes, compressed);
        for (let first = 0; first < chunk.points; first += rows) {
          const count = Math.min(rows, chunk.points - first);
          for (let row = 0; row < count; row++) decoder.getPoint(block + row * recordBytes);
          // Its memory may have grown, and moved.
          yield lazPerf.HEAPU8.subarray(block, block + count * recordBytes);
        }
      } catch (cause) {
        trapped = true;
        shared = null;
        throw cause instanceof SocavonError ? cause : damaged(cause);
      } finally {
        // Also where the caller wants no more.
        if (!trapped) {
          decoder.delete();
          for (const pointer of places) lazPerf._free(pointer);
        }
      }
    },
  };
}

/** True if the chunk of layers states its own number of points, and layers that fill it to its last byte. */
function layersFit({ points }: LazChunk, bytes: Uint8Array, recordBytes: number, layers: number): boolean {
  const headBytes = recordBytes + 4 + 4 * layers;
  if (bytes.length < headBytes) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(recordBytes, true) !== points) return false;
  let size = headBytes;
  for (let layer = 0; layer < layers; layer++) size += view.getUint32(recordBytes + 4 + 4 * layer, true);
  return size === bytes.length;
}
