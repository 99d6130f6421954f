import { quaternionOf, rigidFromMatrix4, rotationOf } from '../../math/se3.ts';
import { SocavonError } from '../../model/errors.ts';
import type { Rigid } from '../../model/rigid.ts';

/** How far the rows of a rotation may be from unit length and right angles: what rounding to few decimals leaves. */
const ROTATION_SLACK = 1e-3;

/**
 * Reads a rigid transform as 16 numbers, the 4x4 matrix row by row, metres, separated by blanks, commas or brackets; or
 * as the JSON that `socavon register --json` prints.
 *
 * @param name shown in messages
 * @throws SocavonError 'file-format' where it is not 16 numbers or no rigid transform
 */
export function parseTransform(text: string, name: string): Rigid {
  const numbers = /"transform"\s*:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? text;
  const words = numbers.split(/[\s,;[\]]+/).filter((word) => word !== '');
  const m = words.map(Number);
  if (m.length !== 16 || !m.every(Number.isFinite))
    throw refusal(name, `it does not hold 16 numbers (a 4x4 matrix row by row) but ${describe(words)}`);
  const { R, t } = rigidFromMatrix4(m);
  if (m[12] !== 0 || m[13] !== 0 || m[14] !== 0 || m[15] !== 1)
    throw refusal(name, `its last row is ${m.slice(12).join(' ')} instead of 0 0 0 1`);
  const exact = rotationOf(quaternionOf(R));
  const off = Math.max(...R.map((value, k) => Math.abs(value - exact[k])));
  if (!(off <= ROTATION_SLACK))
    throw refusal(
      name,
      'its upper left 3x3 part is no rotation: rows of length 1, at right angles, determinant 1',
    );
  return { R: exact, t };
}

function describe(words: readonly string[]): string {
  const wrong = words.find((word) => !Number.isFinite(Number(word)));
  return wrong === undefined ? `${words.length}` : `"${wrong.slice(0, 20)}"`;
}

function refusal(name: string, what: string): SocavonError {
  return new SocavonError('file-format', `${name} is no rigid transform: ${what}.`);
}
