import { quaternionOf, rotationOf } from '../../math/se3.ts';
import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import { isOnEarth } from '../../model/place-limit.ts';
import { requireCount } from '../../model/reading-limits.ts';
import type { Rigid } from '../../model/rigid.ts';

/**
 * Pose of a TUM RGB-D benchmark trajectory (Sturm et al. 2012). One pose per line, seconds and metres:
 * `stamp tx ty tz qx qy qz qw`; Hamilton quaternion with w last, `#` before comments.
 */
export interface StampedPose {
  readonly stampNs: bigint;
  readonly T_map_sensor: Rigid;
}

const NS_DIGITS = 9;
const METRE_DIGITS = 6;
const QUATERNION_DIGITS = 12;

/**
 * Formats a TUM trajectory.
 *
 * @param poses in order; any list of stamped poses, such as those of a Trajectory
 * @param comments lines for the head of the file
 */
export function formatTum(poses: readonly StampedPose[], comments: readonly string[] = []): string {
  const head = [...comments, 'stamp tx ty tz qx qy qz qw'].map((comment) => `# ${comment}`);
  const rows = poses.map(({ stampNs, T_map_sensor: { R, t } }) => {
    const position = Array.from(t, (value) => value.toFixed(METRE_DIGITS));
    const rotation = quaternionOf(R).map((value) => value.toFixed(QUATERNION_DIGITS));
    return [formatSeconds(stampNs), ...position, ...rotation].join(' ');
  });
  return `${[...head, ...rows].join('\n')}\n`;
}

/**
 * Parses a TUM trajectory; stamps are read digit by digit, never through a float, and fit 64 bits of nanoseconds.
 *
 * @param metres per unit of the positions in the file
 * @throws SocavonError 'file-format' with the invalid line
 */
export function parseTum(text: string, name: string, metres = 1): StampedPose[] {
  const poses: StampedPose[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  requireCount('poses', lines.length, name);
  lines.forEach((line, index) => {
    const words = line.trim().split(/\s+/);
    if (words[0] === '' || words[0].startsWith('#')) return;
    const stampNs = parseSeconds(words[0]);
    const numbers = words.slice(1).map((word, i) => (i < 3 ? metres : 1) * Number(word));
    const q = numbers.slice(3, 7) as [number, number, number, number];
    if (
      stampNs === null ||
      BigInt.asIntN(64, stampNs) !== stampNs ||
      numbers.length !== 7 ||
      !numbers.every(isOnEarth) ||
      Math.hypot(...q) < 0.5
    ) {
      throw new SocavonError(
        'file-format',
        message('tum-no-pose', { name, line: index + 1, content: line.slice(0, 80) }),
      );
    }
    poses.push({
      stampNs,
      T_map_sensor: { R: rotationOf(q), t: Float64Array.from(numbers.slice(0, 3)) },
    });
  });
  return poses;
}

/** Formats nanoseconds as seconds with all nine decimals. */
export function formatSeconds(stampNs: bigint): string {
  const sign = stampNs < 0n ? '-' : '';
  const digits = (stampNs < 0n ? -stampNs : stampNs).toString().padStart(NS_DIGITS + 1, '0');
  return `${sign}${digits.slice(0, -NS_DIGITS)}.${digits.slice(-NS_DIGITS)}`;
}

/**
 * Parses decimal seconds, also with an exponent as NumPy writes them, to whole nanoseconds, exactly; digits below
 * the nanosecond are rounded half away from zero. null if it is not a number.
 */
export function parseSeconds(text: string): bigint | null {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?$/.exec(text);
  if (!match || match[2] + match[3] === '') return null;
  const [, sign, whole, fraction, exponent] = match;
  const digits = whole + fraction;
  // The value is digits * 10^(exponent - fraction.length); limited to 10^-9.
  const shift = Number(exponent ?? 0) - fraction.length + NS_DIGITS;
  let ns: bigint;
  if (shift >= 0) ns = BigInt(digits) * 10n ** BigInt(shift);
  else {
    const leading = digits.slice(0, shift) || '0';
    const dropped = digits.slice(shift).padStart(-shift, '0');
    ns = BigInt(leading) + (dropped[0] >= '5' ? 1n : 0n);
  }
  return sign === '-' ? -ns : ns;
}
