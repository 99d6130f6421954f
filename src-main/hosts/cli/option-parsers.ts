import { InvalidArgumentError, Option } from 'commander';
import { parseDecimal, parsePoseText } from '../../../src-core/math/pose-text.ts';
import { expSo3 } from '../../../src-core/math/se3.ts';
import { type KnownLength, TARGET_SIZES } from '../../../src-core/model/control.ts';
import { isKnownInstrument } from '../../../src-core/model/instrument-range.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { boundsText, isWithin } from '../../../src-core/question/check-question.ts';
import {
  CHAINAGE_BOUNDS,
  COMMAND_NUMBERS,
  type CommandNumber,
} from '../../../src-core/question/command-numbers.ts';
import type { NumberBounds } from '../../../src-core/question/field.ts';
import { SCANNER_CLASSES } from '../../../src-core/survey/stated-accuracy.ts';
import { currentLanguage, say, sayError } from './words.ts';

/** Greatest number of anything that is counted or numbered, as sessions are. */
const MOST_COUNTED = 0x7fffffff;

/** An option of one number, whose help ends with the bounds, and which refuses what lies beyond. */
export function numberOption(flags: string, help: string, bounds: CommandNumber): Option {
  return new Option(flags, `${help}, ${boundsText(bounds, currentLanguage())}`).argParser((text: string) =>
    parseWithin(text, bounds),
  );
}

/** Parses a pose in the mine grid; see `parsePoseText`. @throws InvalidArgumentError */
export function parsePose(text: string): Rigid {
  return asArgument(() => parsePoseText(text));
}

/**
 * Parses a position and a heading as `X,Y,Z,YAW`: metres, degrees counter-clockwise from the x axis.
 *
 * @throws InvalidArgumentError
 */
export function parseHeadedPlace(text: string): Rigid {
  const parts = text.split(',');
  if (parts.length !== 4) throw new InvalidArgumentError(say('give-headed-place'));
  const [x, y, z] = parts.slice(0, 3).map(parseCoordinate);
  const yaw = parseWithin(parts[3], COMMAND_NUMBERS.heading);
  return { R: expSo3(0, 0, (yaw * Math.PI) / 180), t: Float64Array.of(x, y, z) };
}

/** Parses a place as `X,Y,Z`, metres; a repeated option appends. @throws InvalidArgumentError */
export function parsePlaces(
  text: string,
  before: readonly (readonly [number, number, number])[] = [],
): (readonly [number, number, number])[] {
  const parts = text.split(',');
  if (parts.length !== 3) throw new InvalidArgumentError(say('give-place-3d'));
  const [x, y, z] = parts.map(parseCoordinate);
  return [...before, [x, y, z]];
}

export interface ChainageRange {
  /** Stretch of the axis, chainages in metres. */
  readonly from: number;
  readonly to: number;
}

/**
 * Parses chainages as `FROM:TO`, each in metres (`120.5`) or as kilometres and metres (`0+120.5`).
 *
 * @throws InvalidArgumentError
 */
export function parseChainageRange(text: string): ChainageRange {
  const parts = text.split(':');
  if (parts.length !== 2) throw new InvalidArgumentError(say('give-range'));
  const [from, to] = parts.map(parseChainage);
  if (from >= to) throw new InvalidArgumentError(say('range-order', { from, to }));
  return { from, to };
}

/** Parses chainages as `FROM:TO`; a repeated option appends. @throws InvalidArgumentError */
export function parseChainageRanges(text: string, before: readonly ChainageRange[] = []): ChainageRange[] {
  return [...before, parseChainageRange(text)];
}

/** Parses a class of scanners, or a product. @throws InvalidArgumentError */
export function parseScanner(text: string): string {
  const name = text.trim();
  const isClass = SCANNER_CLASSES.some((known) => known === name);
  if (!isClass && !isKnownInstrument(name)) throw new InvalidArgumentError(say('give-scanner'));
  return name;
}

/** Parses the size of the targets of a survey, m. @throws InvalidArgumentError */
export function parseTargetSize(text: string): number {
  const { least, most } = TARGET_SIZES;
  const size = parseNumber(text);
  if (size < least || size > most)
    throw new InvalidArgumentError(say('give-metres-between', { least, most }));
  return size;
}

/** @throws InvalidArgumentError */
export function parsePositive(text: string): number {
  const value = parseNumber(text);
  if (value <= 0) throw new InvalidArgumentError(say('must-be-positive'));
  return value;
}

/** @throws InvalidArgumentError */
export function parseNonNegative(text: string): number {
  const value = parseNumber(text);
  if (value < 0) throw new InvalidArgumentError(say('must-not-be-negative'));
  return value;
}

/** Parses a number within bounds. @throws InvalidArgumentError with the bounds */
export function parseWithin(text: string, bounds: CommandNumber): number {
  const value = parseNumber(text);
  if (bounds.integer && !Number.isInteger(value)) throw new InvalidArgumentError(say('must-be-count'));
  if (!isWithin(value, bounds))
    throw new InvalidArgumentError(say('must-be-within', { bounds: boundsText(bounds, currentLanguage()) }));
  return value;
}

/** Any number. @throws InvalidArgumentError */
export function parseMetres(text: string): number {
  return parseNumber(text);
}

/** A coordinate of a place on Earth, m. @throws InvalidArgumentError */
export function parseCoordinate(text: string): number {
  return parseWithin(text, COMMAND_NUMBERS.place);
}

/** Value at a chainage, from `AT:VALUE`. */
export interface AtChainage {
  /** Chainage, m. */
  readonly chainage: number;
  readonly value: number;
}

/** Parser of `AT:VALUE`, a chainage and a number within bounds; a repeated option appends. */
export function atChainageParser(bounds: NumberBounds) {
  /** @throws InvalidArgumentError */
  return (text: string, before: readonly AtChainage[] = []): AtChainage[] => {
    const parts = text.split(':');
    if (parts.length !== 2) throw new InvalidArgumentError(say('give-at-value'));
    return [...before, { chainage: parseChainage(parts[0]), value: parseWithin(parts[1], bounds) }];
  };
}

/** Parses comma-separated names; a repeated option appends. @throws InvalidArgumentError */
export function parseNames(text: string, before: readonly string[] = []): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError(say('give-names'));
  return [...new Set([...before, ...names])];
}

/**
 * Parses a known length as `FROM:TO:METRES:SIGMA`, the first two being scans; a repeated option appends.
 *
 * @throws InvalidArgumentError
 */
export function parseKnownLength(text: string, before: readonly KnownLength[] = []): KnownLength[] {
  const parts = text.split(':');
  if (parts.length !== 4) throw new InvalidArgumentError(say('give-known-length'));
  const [fromScan, toScan] = [parseCount(parts[0]), parseCount(parts[1])];
  if (fromScan >= toScan) throw new InvalidArgumentError(say('must-be-earlier'));
  const length = parseWithin(parts[2], COMMAND_NUMBERS.knownLength);
  return [
    ...before,
    { fromScan, toScan, length, sigma: parseWithin(parts[3], COMMAND_NUMBERS.knownLengthSigma) },
  ];
}

/** Parses a 32-bit integer. @throws InvalidArgumentError */
export function parseSeed(text: string): number {
  const value = parseNumber(text);
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff)
    throw new InvalidArgumentError(say('must-be-whole-to', { most: 0xffffffff }));
  return value;
}

/** Parses a port number; 0: any free port. @throws InvalidArgumentError */
export function parsePort(text: string): number {
  const value = parseNumber(text);
  if (!Number.isInteger(value) || value < 0 || value > 65535)
    throw new InvalidArgumentError(say('must-be-port'));
  return value;
}

/** Parses an integer, 0 or more. @throws InvalidArgumentError */
export function parseCount(text: string): number {
  const value = parseNumber(text);
  if (!Number.isInteger(value) || value < 0) throw new InvalidArgumentError(say('must-be-count'));
  if (value > MOST_COUNTED) throw new InvalidArgumentError(say('must-be-whole-to', { most: MOST_COUNTED }));
  return value;
}

/** Parses a chainage in metres (`120.5`), or in kilometres and metres (`0+120.5`). @throws InvalidArgumentError */
export function parseChainage(text: string): number {
  const match = /^\s*(-?\d+)\+(\d{1,3}(?:\.\d+)?)\s*$/.exec(text);
  const sign = match?.[1].startsWith('-') ? -1 : 1;
  const metres = match === null ? text : String(1000 * Number(match[1]) + sign * Number(match[2]));
  return parseWithin(metres, CHAINAGE_BOUNDS);
}

function parseNumber(text: string): number {
  return asArgument(() => parseDecimal(text));
}

/** Converts errors of an argument into commander's. */
function asArgument<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new InvalidArgumentError(sayError(error));
  }
}

/** Number of a session, or null for `none`. @throws InvalidArgumentError */
export function parseReference(text: string): number | null {
  if (text === 'none') return null;
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(say('give-session'));
}

/** Parses numbers of sessions, separated by commas. @throws InvalidArgumentError */
export function parseSessions(text: string): number[] {
  return [...new Set(text.split(',').map((part) => parseCount(part.trim())))];
}
