import { median } from '../../../math/statistics.ts';
import type { MessageCode } from '../../../messages/message.ts';
import { ASSUMED_HERTZ } from './frame-stamps.ts';
import { fitsInterval, LEAST_TURN, SAME_STEP } from './point-times.ts';

/** First and last time of the points of a frame of the sample, as it was read, s, and the time of the frame; null: unknown. */
interface FrameTimes {
  readonly first: number;
  readonly last: number;
  readonly stamp: number | null;
}

/** The unit that times of points are in. */
export interface FrameScale {
  /** Seconds of what was read as one. */
  readonly factor: number;
  /** Word for the unit; null: the one that was read. */
  readonly unit: MessageCode | null;
}

/** Units that times may be in besides the one that their size and type stand for: small whole numbers are read as ns. */
const OTHER_UNITS: readonly FrameScale[] = [
  { factor: 1e-3, unit: 'unit-milliseconds' },
  { factor: 1e-6, unit: 'unit-microseconds' },
  { factor: 1e-9, unit: 'unit-nanoseconds' },
  { factor: 1e3, unit: 'unit-microseconds' },
  { factor: 1e6, unit: 'unit-milliseconds' },
];
const AS_READ: FrameScale = { factor: 1, unit: null };
/** Longest time from the first point of a frame to its last that may be, s, where nothing states when the next one came. */
const LONGEST = 2;

/**
 * The unit of the times of the points of frames, by the times of the frames: points of one cannot last longer than until the
 * next one. Where the frames have no times, only times that are of no frame at all are in another unit.
 *
 * @param sample in the order of the frames
 * @param interval from a frame to the next, s; null: unknown
 * @param isAbsolute true: times that go on from frame to frame
 * @returns null where no unit fits
 */
export function frameScale(
  sample: readonly FrameTimes[],
  interval: number | null,
  isAbsolute: boolean,
): FrameScale | null {
  const span = median(sample.map(({ first, last }) => last - first));
  if (interval === null) {
    if (isAbsolute || span <= 0) return AS_READ;
    const due = 1 / ASSUMED_HERTZ;
    // Seconds are kept up to the longest frame, and refused beyond it: a scan from a tripod would pass for one in ms.
    const others = OTHER_UNITS.filter(({ unit, factor }) => unit !== 'unit-milliseconds' || factor > 1);
    if (span <= LONGEST && span >= due / 100) return AS_READ;
    return others.find(({ factor }) => fitsInterval(span * factor, due)) ?? AS_READ;
  }
  if (isAbsolute) {
    const steps = sample.slice(1).flatMap((next, i) => {
      const step = (next.stamp ?? Number.NaN) - (sample[i].stamp ?? Number.NaN);
      return step > 0 ? [(next.first - sample[i].first) / step] : [];
    });
    const pace = steps.length > 0 ? median(steps) : 1;
    const goesOn = [AS_READ, ...OTHER_UNITS].find(({ factor }) => Math.abs(pace * factor - 1) <= SAME_STEP);
    if (goesOn !== undefined) return goesOn;
  }
  if (fitsInterval(span, interval)) return AS_READ;
  const isTurn = sample.every(({ first, last }) => first > -1e-6 && last < 1 + 1e-4 && last >= LEAST_TURN);
  if (isTurn) return { factor: interval, unit: 'unit-rotations' };
  return OTHER_UNITS.find(({ factor }) => fitsInterval(span * factor, interval)) ?? null;
}
