import { message } from '../../messages/message.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { byteCursor } from '../bytes/byte-cursor.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { chunkBuilder } from './chunk-builder.ts';
import { CHUNK_POINTS, type CloudReader } from './cloud-reader.ts';
import { singleStep } from './coordinate-step.ts';
import { type Brightness, brightnessOfSample } from './text-brightness.ts';

const RECORD_BYTES = 16;
const NAMES = ['x', 'y', 'z', 'intensity'];
/** Farther than any sensor on a car sees, m, and brighter than any intensity. */
const RANGE_MAX = 2000;
const INTENSITY_MAX = 65535;
/** Nearer than most points are, m. */
const RANGE_MIN = 0.1;
/** Points of which all must be plausible. */
const SAMPLE = 4096;

/**
 * Opens a scan of KITTI, or any raw file of f32 x y z intensity, little-endian, without a header. Nothing in it says what it
 * is: the name must end in .bin, the size must be whole records, and its first points must be such as a sensor
 * sees, metres about itself.
 *
 * @returns null if it is none
 */
export async function openKitti(source: ReadSource): Promise<CloudReader | null> {
  if (!/\.bin$/i.test(source.name) || source.size === 0 || source.size % RECORD_BYTES !== 0) return null;
  const bytes = await source.read(0, SAMPLE * RECORD_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const intensities: number[] = [];
  let away = 0;
  for (let at = 0; at < bytes.length; at += RECORD_BYTES) {
    const [x, y, z, intensity] = [0, 4, 8, 12].map((i) => view.getFloat32(at + i, true));
    const isPlausible =
      [x, y, z].every((value) => Math.abs(value) <= RANGE_MAX && !isDenormal(value)) &&
      intensity >= 0 &&
      intensity <= INTENSITY_MAX &&
      !isDenormal(intensity);
    if (!isPlausible) return null;
    if (Math.hypot(x, y, z) > RANGE_MIN) away++;
    intensities.push(intensity);
  }
  // The digits of a text are numbers far below a millimetre.
  if (away < intensities.length / 2) return null;
  return {
    format: 'kitti',
    count: source.size / RECORD_BYTES,
    announcedBounds: null,
    scalarNames: NAMES,
    timeName: null,
    grain: (_axis, size) => singleStep(size),
    chunks: (scalars = []) => pointChunks(source, scalars, brightnessOfSample(intensities, 'xyz')),
  };
}

/** True for what small integers, read as f32, look like. */
function isDenormal(value: number): boolean {
  return value !== 0 && Math.abs(value) < 2 ** -126;
}

async function* pointChunks(
  source: ReadSource,
  scalars: readonly string[],
  brightness: Brightness,
): AsyncGenerator<PointCloud, void, undefined> {
  const builder = chunkBuilder(CHUNK_POINTS, {
    reflectivity: true,
    scanIndex: false,
    scalars: scalars.length,
  });
  const positions = scalars.map((name) => NAMES.indexOf(name));
  const cursor = byteCursor(source, 0, message('part-points'));
  for (let left = source.size / RECORD_BYTES; left > 0; ) {
    const rows = Math.min(left, builder.capacity);
    const bytes = await cursor.take(rows * RECORD_BYTES);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let at = 0; at < bytes.length; at += RECORD_BYTES) {
      const value = (i: number): number => view.getFloat32(at + 4 * i, true);
      builder.push(value(0), value(1), value(2), brightness(value(3)), 0, positions.map(value));
    }
    left -= rows;
    if (builder.size() > 0) yield builder.flush();
  }
}
