import { InvalidArgumentError, Option } from 'commander';
import { parseDecimal, parsePoseText } from '../../../src-core/math/pose-text.ts';
import { expSo3 } from '../../../src-core/math/se3.ts';
import type { KnownLength } from '../../../src-core/model/control.ts';
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

/** A number of an argument: its bounds, and an argument that is right if the number is. */
export interface ArgumentNumber {
  readonly bounds: CommandNumber;
  readonly written: (number: string) => string;
}

/** What an argument may be, as data: for help, and for whoever tries all of it. */
interface Taken {
  /** Words, one or several of them separated by commas. */
  readonly words?: readonly string[];
  readonly numbers?: readonly ArgumentNumber[];
}

const TAKEN = new WeakMap<object, Taken>();

/** Notes what a parser takes. */
export function saying<Parse extends object>(takes: Taken, parse: Parse): Parse {
  TAKEN.set(parse, takes);
  return parse;
}

/** Numbers of an argument that is written as the example is. */
export function numbersOf(example: string, separator: string, ...bounds: readonly CommandNumber[]): Taken {
  const parts = example.split(separator);
  return {
    numbers: bounds.map((of, at) => ({
      bounds: of,
      written: (number) => parts.with(at, number).join(separator),
    })),
  };
}

/** What the argument of an option may be: words and numbers; neither for a name, a file or a switch. */
export function takenBy({ argChoices, parseArg }: Option): Taken {
  if (argChoices !== undefined) return { words: argChoices };
  return parseArg === undefined ? {} : takesOf(parseArg);
}

/** What a parser takes. */
export function takesOf(parse: object): Taken {
  return TAKEN.get(parse) ?? {};
}

/** Parser of one number within bounds. */
export function numberParser(bounds: CommandNumber): (text: string) => number {
  return saying(numbersOf('', ' ', bounds), (text: string) => parseWithin(text, bounds));
}

/** An option of one number, whose help ends with the bounds, and which refuses what lies beyond. */
export function numberOption(flags: string, help: string, bounds: CommandNumber): Option {
  return new Option(flags, `${help}, ${boundsText(bounds, currentLanguage())}`).argParser(
    numberParser(bounds),
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
  return saying(
    numbersOf(`20:${bounds.max}`, ':', CHAINAGE_BOUNDS, bounds),
    (text: string, before: readonly AtChainage[] = []): AtChainage[] => {
      const parts = text.split(':');
      if (parts.length !== 2) throw new InvalidArgumentError(say('give-at-value'));
      return [...before, { chainage: parseChainage(parts[0]), value: parseWithin(parts[1], bounds) }];
    },
  );
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

/** Parses the seed of a random number generator. @throws InvalidArgumentError */
export const parseSeed = numberParser(COMMAND_NUMBERS.seed);

/** Parses the number of a session or a scan, or a count. @throws InvalidArgumentError */
export function parseCount(text: string): number {
  return parseWithin(text, COMMAND_NUMBERS.number);
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

const REFERENCE = { ...COMMAND_NUMBERS.number, min: 1 };

/** Number of a session, or `none`: not null, which commander takes for an empty text. @throws InvalidArgumentError */
export function parseReference(text: string): number | 'none' {
  if (text === 'none') return text;
  const session = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (!isWithin(session, REFERENCE)) throw new InvalidArgumentError(say('give-session'));
  return session;
}

/** Parses numbers of sessions, separated by commas. @throws InvalidArgumentError */
export function parseSessions(text: string): number[] {
  return [...new Set(text.split(',').map((part) => parseCount(part.trim())))];
}

const { place, heading, number, knownLength, knownLengthSigma } = COMMAND_NUMBERS;
const PLACE = [place, place, place];
saying(numbersOf('0 0 0 0 0 0 1', ' ', ...PLACE), parsePose);
saying(numbersOf('0,0,0,0', ',', ...PLACE, heading), parseHeadedPlace);
saying(numbersOf('0,0,0', ',', ...PLACE), parsePlaces);
for (const parse of [parseChainageRange, parseChainageRanges])
  saying(numbersOf('-1e6:1e6', ':', CHAINAGE_BOUNDS, CHAINAGE_BOUNDS), parse);
saying(numbersOf('', ' ', CHAINAGE_BOUNDS), parseChainage);
saying(numbersOf('', ' ', number), parseCount);
saying(numbersOf('1', ',', number), parseSessions);
saying(
  numbersOf('0:2147483647:10:0.1', ':', number, number, knownLength, knownLengthSigma),
  parseKnownLength,
);
saying({ ...numbersOf('', ' ', REFERENCE), words: ['none'] }, parseReference);
saying({ words: SCANNER_CLASSES }, parseScanner);
