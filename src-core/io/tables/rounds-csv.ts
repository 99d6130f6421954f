import { type Message, message } from '../../messages/message.ts';
import type { Round } from '../../model/epoch.ts';
import { SocavonError } from '../../model/errors.ts';
import { requireCount } from '../../model/reading-limits.ts';
import { columnOf, csvNumber, csvTable, shownRow } from './csv-table.ts';

const NAME = ['name', 'round', 'nombre', 'disparo'];
const FROM = ['from', 'desde'];
const TO = ['to', 'hasta'];

/**
 * True if a text is a table of rounds instead of a list of chainages: its first line has columns for start and end.
 */
export function isRoundsTable(text: string): boolean {
  const table = csvTable(text);
  return columnOf(table, FROM) >= 0 && columnOf(table, TO) >= 0;
}

/**
 * Parses blasting rounds with their names: a table with the columns `name,from,to` (or `disparo,desde,hasta`),
 * metres of chainage. A round without a name is named by its index.
 *
 * @param name of the file, shown in messages
 * @throws SocavonError rounds-unusable: names the invalid line
 */
export function parseRoundsCsv(text: string, name: string): Round[] {
  const table = csvTable(text);
  const [title, begin, end] = [NAME, FROM, TO].map((names) => columnOf(table, names));
  if (table.rows.length === 0) throw refusal(message('rounds-empty', { name }));
  requireCount('tableRows', table.rows.length, name);
  return table.rows.map((row, i) => {
    const [from, to] = [csvNumber(row, begin), csvNumber(row, end)];
    if (!(to > from)) throw refusal(message('rounds-row', { name, line: row.line, content: shownRow(row) }));
    return { name: row.fields[title] || String(i + 1), from, to };
  });
}

function refusal(what: Message): SocavonError {
  return new SocavonError('rounds-unusable', message('rounds-refused', { what }));
}
