import { median } from '../../../math/statistics.ts';
import { type MessageCode, message } from '../../../messages/message.ts';
import { type Remark, remark } from '../../../messages/remark.ts';
import { SocavonError } from '../../../model/errors.ts';

/** Units that drivers write the times of points in, s; a share of a rotation lasts as long as the rotation does. */
const UNITS = { s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 } as const;

type TimeUnit = keyof typeof UNITS | 'share';

/** What the times of the points of a topic mean. */
export interface TimeScale {
  readonly unit: TimeUnit;
  /** Seconds of a unit. */
  readonly seconds: number;
  /** True: times of a clock that goes on from message to message; false: after the stamp of the message. */
  readonly isAbsolute: boolean;
  /** Seconds by which the clock of the stamps is ahead of that of absolute times; 0 where it is the same. */
  readonly offset: number;
  /** Usual time from one message to the next, s. */
  readonly interval: number;
}

/** Times of the points of a message, as they are stored, and its stamp in seconds. */
export interface SeenTimes {
  readonly stamp: number;
  readonly first: number;
  readonly last: number;
}

/** How much longer than the interval to the next message its points may last: stamps are uneven. */
const LONGEST_SHARE = 1.5;
/** Points that last a smaller part of the interval are in another unit: units are a thousand apart. */
const LEAST_SHARE = 0.01;
/** How far the step of absolute times may be from the step of the stamps, as a share. */
export const SAME_STEP = 0.25;
/** Interval that is assumed of a single message, s, and how far it may be off, as a factor. */
const NOMINAL_INTERVAL = 0.1;
const NOMINAL_SHARE = 3;
/** Least last time of points that are measured in shares of a rotation: the whole of it, but for a window. */
export const LEAST_TURN = 0.5;
/** Times that are larger in any unit are counted since 1970, s: no sensor runs for so long. */
const EPOCH = 1e8;
const LATEST_EPOCH = 1e10;
/** Clocks that differ by less are one, s: a stamp is set at the start or the end of a message. */
const ONE_CLOCK = 1;

/**
 * The unit and the zero of the times of points, by the stamps of their messages: the points of a message cannot last longer
 * than until the next one, and times of a clock go on as the stamps do. Of a single message the interval is assumed.
 *
 * @param seen messages in their order
 * @returns 'none' where the points of a message have one time; 'unclear' where no unit fits
 */
export function timeScale(seen: readonly SeenTimes[]): TimeScale | 'none' | 'unclear' {
  const span = median(seen.map(({ first, last }) => last - first));
  if (!(span > 0)) return 'none';
  const usual = usualStep(seen.map(({ stamp }) => stamp));
  const isKnown = usual !== null;
  const interval = usual ?? NOMINAL_INTERVAL;
  const steps = seen
    .slice(1)
    .flatMap((next, i) => (next.stamp > seen[i].stamp ? next.first - seen[i].first : []));
  const step = isKnown ? median(steps) : 0;
  const longest = isKnown ? LONGEST_SHARE : NOMINAL_SHARE;
  const units = Object.entries(UNITS) as [keyof typeof UNITS, number][];
  const scale = (unit: TimeUnit, seconds: number, isAbsolute: boolean): TimeScale => {
    const apart = median(seen.map(({ stamp, first }) => stamp - first * seconds));
    const offset = isAbsolute && Math.abs(apart) > ONE_CLOCK ? apart : 0;
    return { unit, seconds, isAbsolute, offset, interval };
  };
  for (const [unit, seconds] of units) {
    const largest = Math.max(...seen.map(({ first, last }) => Math.max(Math.abs(first), Math.abs(last))));
    const isDate = largest * seconds > EPOCH && largest * seconds < LATEST_EPOCH;
    const goesOn = isKnown ? Math.abs((step * seconds) / interval - 1) <= SAME_STEP : isDate;
    if (goesOn && span * seconds <= longest * interval) return scale(unit, seconds, true);
  }
  const isTurn = seen.every(({ first, last }) => first > -1e-6 && last < 1 + 1e-4 && last >= LEAST_TURN);
  for (const [unit, seconds] of units) {
    const share = (span * seconds) / interval;
    // A rotation of a thousandth of a second would pass as well.
    if (unit !== 's' && isTurn) return isKnown ? scale('share', interval, false) : 'unclear';
    if (share <= longest && share >= LEAST_SHARE && Math.abs(step) * seconds <= interval / 2)
      return scale(unit, seconds, false);
  }
  return 'unclear';
}

/** Usual step forwards from one stamp to the next, the median, in their unit; null: none goes forwards. */
export function usualStep(stamps: readonly number[]): number | null {
  const forwards = stamps.slice(1).flatMap((stamp, i) => (stamp > stamps[i] ? stamp - stamps[i] : []));
  return forwards.length > 0 ? median(forwards) : null;
}

/** Turns times as they are stored into seconds after the stamp of their message, message by message. */
export class PointTimes {
  readonly scale: TimeScale;
  #offset: number;

  constructor(scale: TimeScale) {
    this.scale = scale;
    this.#offset = scale.offset;
  }

  /** @param times of the points of a message, changed in place @param stamp of the message, s */
  toSeconds(times: Float64Array, stamp: number): void {
    const { seconds, isAbsolute } = this.scale;
    if (!isAbsolute) {
      for (let i = 0; i < times.length; i++) times[i] *= seconds;
      return;
    }
    // A clock that begins anew, each hour or after a restart, is put where the stamps have it.
    const apart = times.length > 0 ? stamp - times[0] * seconds : 0;
    if (Math.abs(apart - this.#offset) > ONE_CLOCK) this.#offset = Math.abs(apart) > ONE_CLOCK ? apart : 0;
    const periods = PERIODS.map((period) => period ?? COUNTED * seconds);
    for (let i = 0; i < times.length; i++) {
      const after = times[i] * seconds - stamp + this.#offset;
      times[i] = Math.abs(after) > ONE_CLOCK ? withinPeriod(after, periods) : after;
    }
  }
}

/** Periods after which clocks begin anew, s: the hour of a Velodyne, and counters of 32 bits, whose period is their unit's. */
const PERIODS = [3600, null];
const COUNTED = 2 ** 32;

/** Time of a point behind which the clock began anew in the midst of its message. */
function withinPeriod(after: number, periods: readonly number[]): number {
  const turned = periods.map((period) => after - period * Math.round(after / period));
  return turned.find((time) => Math.abs(time) <= ONE_CLOCK) ?? after;
}

/** The first and the last of the times of a message, as they are stored; null: it has no point. */
export function seenTimes(times: Float64Array, stamp: number): SeenTimes | null {
  if (times.length === 0) return null;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const time of times) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return { stamp, first, last };
}

/** True where points may last so long, s, when clouds come an interval apart. */
export function fitsInterval(seconds: number, interval: number): boolean {
  return seconds <= LONGEST_SHARE * interval && seconds >= LEAST_SHARE * interval;
}

const UNIT_WORDS: Readonly<Record<TimeUnit, MessageCode>> = {
  s: 'unit-seconds',
  ms: 'unit-milliseconds',
  us: 'unit-microseconds',
  ns: 'unit-nanoseconds',
  share: 'unit-rotations',
};

/**
 * Says in which unit times were taken, where it is not the one that their type stands for: seconds of numbers with a
 * fraction, nanoseconds of whole ones, and of both since 1970.
 */
export function scaleRemarks(topic: string, scale: TimeScale, isWhole: boolean): Remark[] {
  const { unit, isAbsolute, offset, interval } = scale;
  const isUsual = isAbsolute ? offset === 0 : unit === (isWhole ? 'ns' : 's');
  if (isUsual) return [];
  const taken = message(UNIT_WORDS[unit]);
  const figures = { topic, unit: taken, interval: secondsText(interval) };
  return [remark(isAbsolute ? 'point-times-clock' : 'point-times-unit', figures)];
}

/** Refuses times that are of no unit. @param seen messages in their order */
export function refuseTimes(name: string, topic: string, seen: readonly SeenTimes[]): SocavonError {
  const span = median(seen.map(({ first, last }) => last - first));
  return new SocavonError(
    'capture-format',
    message('point-times-unclear', {
      name,
      topic,
      span: Number(span.toPrecision(4)),
      interval: secondsText(usualStep(seen.map(({ stamp }) => stamp)) ?? NOMINAL_INTERVAL),
    }),
  );
}

function secondsText(seconds: number): string {
  return String(Number(seconds.toPrecision(3)));
}
