import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';

/** How the words of a line are told apart. A comma is a decimal sign where something else separates. */
export type Separator = 'semicolon' | 'comma' | 'blank' | 'blank-decimal-comma';

/** Columns of a line of points: positions of words. */
export interface TextColumns {
  readonly names: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Negative: there is none. */
  readonly intensity: number;
}

/** Columns that a file of points may have; more is no file of points. */
const COLUMNS_MAX = 1000;

/** Longest name of a column, characters: a longer word is none, and patterns of blanks would not end in it. */
const NAME_MAX = 100;
const PLAIN_NAMES = ['x', 'y', 'z', 'intensity'];
const COLOURS = ['red', 'green', 'blue'];
const DECIMAL_COMMA = /^[+-]?\d+,\d+(?:[eE][+-]?\d+)?$/;
const NONE = /^[+-]?(?:nan|inf(?:inity)?)$/i;
const WHOLE = /^[+-]?\d+$/;

/** Names of a column, without case; a unit in brackets may follow. */
const X_NAMES = ['x', 'easting', 'east', 'este', 'e'];
const Y_NAMES = ['y', 'northing', 'north', 'norte', 'n'];
const Z_NAMES = ['z', 'elevation', 'elev', 'height', 'h', 'cota', 'altura', 'elevacion', 'elevación'];
const INTENSITY_NAMES = [
  'intensity',
  'reflectivity',
  'reflectance',
  'intensidad',
  'reflectividad',
  'i',
  'scalar_intensity',
];

/** The separator of a line of numbers or of names. */
export function separatorOf(line: string): Separator {
  if (line.includes(';')) return 'semicolon';
  if (!line.includes(',')) return 'blank';
  const words = line.trim().split(/\s+/);
  const isDecimal =
    words.length >= 3 &&
    words.some((word) => DECIMAL_COMMA.test(word)) &&
    words.every((word) => DECIMAL_COMMA.test(word) || WHOLE.test(word));
  return isDecimal ? 'blank-decimal-comma' : 'comma';
}

/** The words of a line, with a point as decimal sign. */
export function wordsOf(line: string, separator: Separator): string[] {
  switch (separator) {
    case 'semicolon':
      return line.split(';').map((word) => word.trim().replace(',', '.'));
    case 'comma':
      return line.split(',').map((word) => word.trim());
    case 'blank-decimal-comma':
      return line
        .trim()
        .split(/\s+/)
        .map((word) => word.replace(',', '.'));
    case 'blank':
      return line.trim().split(/\s+/);
  }
}

/** The number that a word is; NaN for any other, and for none. */
export function numberOf(word: string | undefined): number {
  return word === undefined || word === '' ? Number.NaN : Number(word);
}

/** True for what is neither a number nor the word for none. */
export function isNoNumber(word: string | undefined): boolean {
  return Number.isNaN(numberOf(word)) && !NONE.test(word ?? '');
}

/** The columns that names announce; null if x, y or z is not among them. */
export function namedColumns(words: readonly string[]): TextColumns | null {
  const names = words.map((word) => word.slice(0, NAME_MAX).replace(/^["'#/\s]+|["'\s]+$/g, ''));
  const plain = names.map((name) =>
    name
      .toLowerCase()
      .replace(/\s*[[(].*[\])]$/, '')
      .trim(),
  );
  const at = (known: readonly string[]): number =>
    plain.indexOf(known.find((one) => plain.includes(one)) ?? '?');
  const [x, y, z] = [at(X_NAMES), at(Y_NAMES), at(Z_NAMES)];
  return x < 0 || y < 0 || z < 0 ? null : { names, x, y, z, intensity: at(INTENSITY_NAMES) };
}

/** The columns of a file without names: x y z, an intensity, and the colours if there are seven. */
export function plainColumns(count: number): TextColumns {
  const names = Array.from({ length: count }, (_, i) =>
    count === 7 && i >= 4 ? COLOURS[i - 4] : (PLAIN_NAMES[i] ?? `column${i + 1}`),
  );
  return { names, x: 0, y: 1, z: 2, intensity: count > 3 ? 3 : -1 };
}

/** @throws SocavonError 'file-format' for more columns than a file of points has */
export function refuseManyColumns(count: number, name: string, line: number): void {
  if (count > COLUMNS_MAX)
    throw new SocavonError('file-format', message('text-columns', { name, line, count, most: COLUMNS_MAX }));
}
