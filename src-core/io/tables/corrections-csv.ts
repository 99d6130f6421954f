import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import {
  CORRECTION_CLASSES,
  type CorrectionClass,
  type ObjectCorrection,
} from '../../model/object-correction.ts';
import { requireCount } from '../../model/reading-limits.ts';
import { columnOf, csvNumber, csvTable, shownRow } from './csv-table.ts';

/** Maximum length of an invalid class in a message, characters. */
const SHOWN = 60;
const CLASS = ['class', 'clase'];
/** Column of each side of a box. */
const SIDES = [
  ['from', ['from', 'desde']],
  ['to', ['to', 'hasta']],
  ['leftFrom', ['left_from', 'izquierda_desde']],
  ['leftTo', ['left_to', 'izquierda_hasta']],
  ['upFrom', ['up_from', 'altura_desde']],
  ['upTo', ['up_to', 'altura_hasta']],
] as const satisfies readonly (readonly [keyof ObjectCorrection, readonly string[]])[];

/**
 * Parses corrections by hand: a table with the columns `class,from,to,left_from,left_to,up_from,up_to`, one box a line,
 * in metres of chainage and of the section plane. Boxes are validated by `checkCorrections`.
 *
 * @param name of the file, shown in messages
 * @throws SocavonError 'usage': names the missing column, or the line that is no correction
 */
export function parseCorrectionsCsv(text: string, name: string): ObjectCorrection[] {
  const table = csvTable(text);
  const columnFor = (names: readonly string[]): number => {
    const column = columnOf(table, names);
    if (column < 0) throw refusal(message('correction-columns', { name, column: names[0] }));
    return column;
  };
  const ofClass = columnFor(CLASS);
  const sides = SIDES.map(([side, names]) => [side, columnFor(names)] as const);
  requireCount('tableRows', table.rows.length, name);
  return table.rows.map((row) => {
    const { line, fields } = row;
    const word = (fields[ofClass] ?? '').toLowerCase();
    if (!isClass(word))
      throw refusal(
        message('correction-class', {
          name,
          line,
          content: word.slice(0, SHOWN),
          classes: CORRECTION_CLASSES,
        }),
      );
    const numbers = sides.map(([side, column]) => [side, csvNumber(row, column)] as const);
    if (numbers.some(([, value]) => Number.isNaN(value)))
      throw refusal(message('correction-number', { name, line, content: shownRow(row) }));
    return { class: word, ...Object.fromEntries(numbers) } as unknown as ObjectCorrection;
  });
}

function isClass(word: string): word is CorrectionClass {
  return (CORRECTION_CLASSES as readonly string[]).includes(word);
}

function refusal(what: Message): SocavonError {
  return new SocavonError('usage', message('corrections-refused', { what }));
}
