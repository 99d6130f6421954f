import { isOnEarth } from '../../model/place-limit.ts';

/** A line of a table. */
export interface CsvRow {
  /** From 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** Lines of text with their fields; the first names the columns. */
interface CsvTable {
  /** Lower case. */
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
}

/**
 * Splits a text into lines and fields at tabs, semicolons or commas, whichever occurs in its first line; empty
 * lines and lines that begin with `#` are skipped.
 */
export function csvTable(text: string): CsvTable {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((content, i) => ({ line: i + 1, content: content.trim() }))
    .filter(({ content }) => content !== '' && !content.startsWith('#'));
  const separator = ['\t', ';', ','].find((one) => lines[0]?.content.includes(one)) ?? ',';
  const [header, ...rows] = lines.map(({ line, content }) => ({
    line,
    fields: content.split(separator).map((field) => field.trim().replace(/^"(.*)"$/, '$1')),
  }));
  return { columns: (header?.fields ?? []).map((column) => column.toLowerCase()), rows };
}

/** Maximum length of an invalid line in a message, characters: the file may be anything. */
const SHOWN = 60;

/** The beginning of a line, for a message. */
export function shownRow({ fields }: CsvRow): string {
  return fields.join(', ').slice(0, SHOWN);
}

/** Index of the first of some names among the columns; -1: not found. */
export function columnOf({ columns }: CsvTable, names: readonly string[]): number {
  return columns.findIndex((column) => names.includes(column));
}

/**
 * The number in a field, a coordinate, a chainage or a size; NaN if it is none, or farther than any place on Earth.
 *
 * @param unitMetres metres of a unit in the table; the number returned is in metres
 */
export function csvNumber({ fields }: CsvRow, column: number, unitMetres = 1): number {
  const field = fields[column] ?? '';
  const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(field);
  const number = isNumber ? unitMetres * Number(field) : Number.NaN;
  return isOnEarth(number) ? number : Number.NaN;
}
