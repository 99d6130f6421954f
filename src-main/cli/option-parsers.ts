import { InvalidArgumentError } from 'commander';
import { rotationOf } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';

/** How far the length of a given quaternion may be from 1: what rounding to a few decimals leaves. */
const QUATERNION_SLACK = 1e-3;

/**
 * A pose as `x y z qx qy qz qw`: metres in the mine grid, Hamilton quaternion, separated by spaces or commas
 * (the order of the TUM trajectory format without its stamp).
 *
 * @throws InvalidArgumentError
 */
export function parsePose(text: string): Rigid {
  const parts = text.trim().split(/[\s,]+/);
  if (parts.length !== 7)
    throw new InvalidArgumentError(
      `Give seven numbers "x y z qx qy qz qw"; there ${parts.length === 1 ? 'is 1' : `are ${parts.length}`}.`,
    );
  const [x, y, z, qx, qy, qz, qw] = parts.map(parseNumber);
  const norm = Math.hypot(qx, qy, qz, qw);
  if (Math.abs(norm - 1) > QUATERNION_SLACK)
    throw new InvalidArgumentError(
      `The quaternion qx qy qz qw has the length ${norm.toFixed(4)} instead of 1; no rotation is "0 0 0 1".`,
    );
  return {
    R: rotationOf([qx / norm, qy / norm, qz / norm, qw / norm]),
    t: Float64Array.of(x, y, z),
  };
}

export interface ChainageRange {
  /** Metres along the axis. */
  readonly from: number;
  readonly to: number;
}

/**
 * Chainages as `FROM:TO`, each in metres (`120.5`) or as kilometres and metres (`0+120.5`).
 *
 * @throws InvalidArgumentError
 */
export function parseChainageRange(text: string): ChainageRange {
  const parts = text.split(':');
  if (parts.length !== 2) throw new InvalidArgumentError('Give two chainages as FROM:TO, such as 10:35.5.');
  const [from, to] = parts.map(parseChainage);
  if (from >= to)
    throw new InvalidArgumentError(`FROM must be less than TO; ${from} is not less than ${to}.`);
  return { from, to };
}

/** @throws InvalidArgumentError */
export function parsePositive(text: string): number {
  const value = parseNumber(text);
  if (value <= 0) throw new InvalidArgumentError('It must be more than 0.');
  return value;
}

/** @throws InvalidArgumentError */
export function parseNonNegative(text: string): number {
  const value = parseNumber(text);
  if (value < 0) throw new InvalidArgumentError('It must be 0 or more.');
  return value;
}

/** A whole number of 32 bits. @throws InvalidArgumentError */
export function parseSeed(text: string): number {
  const value = parseNumber(text);
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff)
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${0xffffffff}.`);
  return value;
}

/** A port of this machine; 0: any that is free. @throws InvalidArgumentError */
export function parsePort(text: string): number {
  const value = parseNumber(text);
  if (!Number.isInteger(value) || value < 0 || value > 65535)
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  return value;
}

/** A whole number, 0 or more. @throws InvalidArgumentError */
export function parseCount(text: string): number {
  const value = parseNumber(text);
  if (!Number.isInteger(value) || value < 0)
    throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return value;
}

function parseChainage(text: string): number {
  const match = /^\s*(-?\d+)\+(\d{1,3}(?:\.\d+)?)\s*$/.exec(text);
  if (match === null) return parseNumber(text);
  const sign = match[1].startsWith('-') ? -1 : 1;
  return 1000 * Number(match[1]) + sign * Number(match[2]);
}

function parseNumber(text: string): number {
  const value = Number(text);
  // Number('') is 0 and Number('0x1f') is 31: neither is what a person means here.
  if (!/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) || !Number.isFinite(value))
    throw new InvalidArgumentError(`"${text}" is not a number; write it like 12.5, with a point.`);
  return value;
}
