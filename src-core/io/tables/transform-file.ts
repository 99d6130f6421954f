import { quaternionOf, rigidFromMatrix4, rotationOf } from '../../math/se3.ts';
import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import { isOnEarth } from '../../model/place-limit.ts';
import type { Rigid } from '../../model/rigid.ts';

/** Tolerance of a rotation's rows from unit length and orthogonality: rounding to few decimals. */
const ROTATION_SLACK = 1e-3;

/**
 * Parses a rigid transform of 16 numbers, the 4x4 matrix row by row, metres, separated by blanks, commas or
 * brackets; or the JSON that `socavon register --json` prints.
 *
 * @param name shown in messages
 * @throws SocavonError 'file-format' if it is not 16 numbers or no rigid transform
 */
export function parseTransform(text: string, name: string): Rigid {
  const numbers = /"transform"\s*:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? text;
  const words = numbers.split(/[\s,;[\]]+/).filter((word) => word !== '');
  const m = words.map(Number);
  if (m.length !== 16 || !m.every(isOnEarth))
    throw refusal(name, message('transform-numbers', { found: describe(words) }));
  const { R, t } = rigidFromMatrix4(m);
  if (m[12] !== 0 || m[13] !== 0 || m[14] !== 0 || m[15] !== 1)
    throw refusal(name, message('transform-last-row', { row: m.slice(12).join(' ') }));
  const exact = rotationOf(quaternionOf(R));
  const off = Math.max(...R.map((value, k) => Math.abs(value - exact[k])));
  if (!(off <= ROTATION_SLACK)) throw refusal(name, message('transform-no-rotation'));
  return { R: exact, t };
}

function describe(words: readonly string[]): string {
  const wrong = words.find((word) => !isOnEarth(Number(word)));
  return wrong === undefined ? `${words.length}` : `"${wrong.slice(0, 20)}"`;
}

function refusal(name: string, what: Message): SocavonError {
  return new SocavonError('file-format', message('transform-refused', { name, what }));
}
