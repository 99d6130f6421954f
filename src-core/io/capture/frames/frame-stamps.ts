import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';

/** Where the stamps of frames come from. */
export type StampSource = 'file' | 'points' | 'names' | 'assumed';

/** Frames a second where nothing states it, as most sensors are set. */
export const ASSUMED_HERTZ = 10;

/** Digits of whole nanoseconds and microseconds since 1970. */
const NANOSECONDS = 19;
const MICROSECONDS = 16;

/** Time in the name of a frame, s, as recorders write it: seconds since 1970 with a fraction, or whole ns or us; null: none. */
export function stampOfName(name: string): number | null {
  const stem = name.replace(/\.[a-z0-9]{1,4}$/i, '');
  const whole = /(?:^|\D)(\d+)$/.exec(stem)?.[1] ?? '';
  if (whole.length === NANOSECONDS) return Number(whole) / 1e9;
  if (whole.length === MICROSECONDS) return Number(whole) / 1e6;
  const [, seconds, fraction] = /(?:^|\D)(\d{9,10})[._](\d{6}|\d{9})$/.exec(stem) ?? [];
  return seconds === undefined ? null : Number(`${seconds}.${fraction}`);
}

/**
 * Times of frames, s, one a line: seconds, as the `times.txt` of KITTI's odometry, or date and time, as the
 * `timestamps.txt` of its recordings.
 *
 * @throws SocavonError 'file-format' for a line that is none, with its number
 */
export function parseFrameTimes(text: string, name: string): number[] {
  const lines = text.split(/\r?\n/);
  while (lines.length > 0 && lines[lines.length - 1].trim() === '') lines.pop();
  return lines.map((line, i) => {
    const seconds = secondsOf(line.trim());
    if (seconds === null)
      throw new SocavonError('file-format', message('frames-times-line', { name, line: i + 1 }));
    return seconds;
  });
}

function secondsOf(text: string): number | null {
  const [, date, time, fraction = '0'] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (date !== undefined) {
    const whole = Date.parse(`${date}T${time}Z`);
    return Number.isFinite(whole) ? whole / 1000 + Number(`0.${fraction}`) : null;
  }
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Requires that times run forwards. @throws SocavonError 'capture-format' with the two frames */
export function requireForwards(names: readonly string[], seconds: readonly number[]): void {
  for (let i = 1; i < seconds.length; i++)
    if (!(seconds[i] > seconds[i - 1]))
      throw new SocavonError(
        'capture-format',
        message('frames-backwards', {
          name: names[i],
          before: names[i - 1],
          seconds: (seconds[i - 1] - seconds[i]).toFixed(3),
        }),
      );
}
