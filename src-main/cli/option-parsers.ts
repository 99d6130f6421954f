import { InvalidArgumentError } from 'commander';
import { parseDecimal, parsePoseText } from '../../src-core/math/pose-text.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';

/** A pose in the mine grid; see `parsePoseText`. @throws InvalidArgumentError */
export function parsePose(text: string): Rigid {
  return asArgument(() => parsePoseText(text));
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

/** Something at a place along the drive, as `AT:VALUE`. */
export interface AtChainage {
  /** m. */
  readonly chainage: number;
  readonly value: number;
}

/**
 * `AT:VALUE`, both numbers; given again, they add up.
 *
 * @throws InvalidArgumentError
 */
export function parseAtChainage(text: string, before: readonly AtChainage[] = []): AtChainage[] {
  const parts = text.split(':');
  if (parts.length !== 2)
    throw new InvalidArgumentError('Give the chainage and the amount as AT:VALUE, such as 20:15.');
  return [...before, { chainage: parseChainage(parts[0]), value: parseNumber(parts[1]) }];
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
  return asArgument(() => parseDecimal(text));
}

/** Lets commander say what is wrong with an argument. */
function asArgument<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
