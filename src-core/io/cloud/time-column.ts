import type { PointCloud } from '../../model/cloud.ts';

/** Names that programs give to the time of a point, without case, the usual ones first. */
const TIME_NAMES = [
  'time',
  'timestamp',
  'gps_time',
  'gpstime',
  'scalar_time',
  'scalar_timestamp',
  'scalar_gpstime',
  'scalar_gps_time',
  'time_stamp',
  'offset_time',
  'tiempo',
  't',
];

/** Which of the names is that of a time; null if none is. */
export function timeNameOf(names: readonly string[]): string | null {
  const known = TIME_NAMES.find((one) => names.some((name) => name.toLowerCase() === one));
  return names.find((name) => name.toLowerCase() === known) ?? null;
}

/** How a column stores its numbers: `text` may be either. */
type NumberKind = 'integer' | 'real' | 'text';

/**
 * Brings the time of the points to seconds. Files do not say the unit: it follows from the size of the first
 * chunk's times. Beyond 1e17 they are nanoseconds since 1970, beyond 1e14 microseconds, beyond 1e11 milliseconds; smaller ones
 * are seconds, unless the column is of whole numbers (not text): then they are nanoseconds since some start, as
 * drivers of spinning sensors write.
 *
 * @param at index of the time in the scalars of the chunks; negative: there is none
 */
export async function* timesInSeconds(
  chunks: AsyncIterable<PointCloud>,
  at: number,
  kind: NumberKind,
): AsyncGenerator<PointCloud, void, undefined> {
  let unit: number | null = null;
  for await (const chunk of chunks) {
    const times = chunk.scalars?.[at];
    if (times) {
      unit ??= unitOf(times, kind);
      if (unit !== 1) for (let i = 0; i < times.length; i++) times[i] /= unit;
    }
    yield chunk;
  }
}

/** Units of the times in a second. */
function unitOf(times: Float64Array, kind: NumberKind): number {
  const largest = times.reduce((most, time) => (Math.abs(time) > most ? Math.abs(time) : most), 0);
  if (largest > 1e17) return 1e9;
  if (largest > 1e14) return 1e6;
  if (largest > 1e11) return 1e3;
  return kind === 'integer' ? 1e9 : 1;
}
