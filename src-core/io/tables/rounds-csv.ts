import type { Round } from '../../model/epoch.ts';
import { SocavonError } from '../../model/errors.ts';
import { columnOf, csvTable, numberIn } from './csv-table.ts';

const NAME = ['name', 'round', 'nombre', 'disparo'];
const FROM = ['from', 'desde'];
const TO = ['to', 'hasta'];

/** Whether a text is a table of rounds, and no list of chainages: its first line names where a round begins and ends. */
export function isRoundsTable(text: string): boolean {
  const table = csvTable(text);
  return columnOf(table, FROM) >= 0 && columnOf(table, TO) >= 0;
}

/**
 * Reads blasting rounds with their names: a table with the columns `name,from,to` (or `disparo,desde,hasta`), metres of
 * chainage. A round without a name is called by its place.
 *
 * @param name of the file, shown in messages
 * @throws SocavonError rounds-unusable: names the line that cannot be
 */
export function parseRoundsCsv(text: string, name: string): Round[] {
  const table = csvTable(text);
  const [title, begin, end] = [NAME, FROM, TO].map((names) => columnOf(table, names));
  if (table.rows.length === 0) throw refusal(`${name} holds no round; write one name,from,to per line`);
  return table.rows.map((row, i) => {
    const [from, to] = [numberIn(row, begin), numberIn(row, end)];
    if (!(to > from))
      throw refusal(
        `${name}, line ${row.line}: "${row.fields.join(', ')}" is no round; give metres of chainage, FROM smaller than TO`,
      );
    return { name: row.fields[title] || String(i + 1), from, to };
  });
}

function refusal(what: string): SocavonError {
  return new SocavonError('rounds-unusable', `Rounds: ${what}.`);
}
