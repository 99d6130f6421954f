import { refusal } from '../support/present.ts';

/** Places at times, in order of time. */
export interface TruePlaces {
  /** s. */
  readonly seconds: Float64Array;
  /** x, y, z of each, m. */
  readonly xyz: Float64Array;
}

/**
 * Reads true places as the public sets write them: numbers in columns, by spaces, commas or semicolons, after lines of `#`
 * or of names. Seconds or nanoseconds and a place (4 columns), with a quaternion (8, TUM), or seconds and nanoseconds apart
 * with a place and a quaternion (9).
 *
 * @throws SocavonError 'usage' that names the file and the line
 */
export function parseTruePlaces(text: string, name: string): TruePlaces {
  const rows: { seconds: number; place: readonly number[] }[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const words = line.trim().split(/[\s,;]+/);
    if (line.trim() === '' || line.trim().startsWith('#') || (rows.length === 0 && !isNumber(words[0])))
      continue;
    const numbers = words.map(Number);
    const isApart = words.length === 9 && !/[.e]/i.test(words[0]) && !/[.e]/i.test(words[1]);
    const at = isApart ? 2 : 1;
    const place = numbers.slice(at, at + 3);
    if (![4, 8, 9].includes(words.length) || !numbers.every(Number.isFinite))
      throw refusal(`${name}, line ${i + 1}: give time and x, y, z, with a quaternion or without.`);
    rows.push({ seconds: secondsOf(words, isApart), place });
  }
  if (rows.length < 2) throw refusal(`${name} has ${rows.length} places; two or more are needed.`);
  rows.sort((a, b) => a.seconds - b.seconds);
  return {
    seconds: Float64Array.from(rows, ({ seconds }) => seconds),
    xyz: Float64Array.from(rows.flatMap(({ place }) => place)),
  };
}

function isNumber(word: string): boolean {
  return word !== '' && Number.isFinite(Number(word));
}

/** A stamp of more than 1e14 is in nanoseconds: in seconds it would be three million years. */
function secondsOf([first, second]: readonly string[], isApart: boolean): number {
  if (isApart) return Number(first) + 1e-9 * Number(second);
  return Number(first) > 1e14 ? Number(BigInt(first.split('.')[0]) / 1000n) / 1e6 : Number(first);
}

/** Place at a time, linear between its neighbours; null outside, or where they are more than a second apart. */
export function placeAt({ seconds, xyz }: TruePlaces, at: number): [number, number, number] | null {
  if (!(at >= seconds[0] && at <= seconds[seconds.length - 1])) return null;
  let [low, high] = [0, seconds.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (seconds[middle] <= at) low = middle;
    else high = middle;
  }
  const step = seconds[high] - seconds[low];
  if (step > LONGEST_STEP) return null;
  const f = step === 0 ? 0 : (at - seconds[low]) / step;
  const between = (k: number): number => xyz[3 * low + k] + f * (xyz[3 * high + k] - xyz[3 * low + k]);
  return [between(0), between(1), between(2)];
}

/** Longest time between two places that is bridged by a line, s. */
const LONGEST_STEP = 1;
