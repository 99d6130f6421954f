import { message } from '../messages/message.ts';
import { SocavonError } from '../model/errors.ts';
import { isOnEarth } from '../model/place-limit.ts';
import type { Rigid } from '../model/rigid.ts';
import { quaternionOf, rotationOf } from './se3.ts';

/** Tolerance of the length of a given quaternion from 1: rounding to a few decimals. */
const QUATERNION_SLACK = 1e-3;

/**
 * Parses a pose that the user typed, `x y z qx qy qz qw`: metres, Hamilton quaternion, separated by spaces or
 * commas (the order of the TUM trajectory format without its stamp).
 *
 * @throws SocavonError 'usage': states what is wrong with it
 */
export function parsePoseText(text: string): Rigid {
  const parts = text.trim().split(/[\s,]+/);
  if (parts.length !== 7) throw new SocavonError('usage', message('pose-numbers', { count: parts.length }));
  const [x, y, z, qx, qy, qz, qw] = parts.map(parseDecimal);
  const far = [x, y, z].find((value) => !isOnEarth(value));
  if (far !== undefined) throw new SocavonError('usage', message('pose-far', { value: far }));
  const norm = Math.hypot(qx, qy, qz, qw);
  if (Math.abs(norm - 1) > QUATERNION_SLACK)
    throw new SocavonError('usage', message('pose-quaternion', { length: norm.toFixed(4) }));
  return {
    R: rotationOf([qx / norm, qy / norm, qz / norm, qw / norm]),
    t: Float64Array.of(x, y, z),
  };
}

/** Formats a pose for `parsePoseText`, with every digit: equal texts mean equal poses. */
export function poseText({ R, t }: Rigid): string {
  return [...t, ...quaternionOf(R)].join(' ');
}

/**
 * Parses a decimal number that the user typed.
 *
 * @throws SocavonError 'usage'
 */
export function parseDecimal(text: string): number {
  const value = Number(text);
  // Number('') is 0 and Number('0x1f') is 31: neither is intended here.
  if (!/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) || !Number.isFinite(value))
    throw new SocavonError('usage', message('number-none', { text }));
  return value;
}
