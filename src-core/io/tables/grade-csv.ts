import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { DesignGrade } from '../../model/grade.ts';
import { requireCount } from '../../model/reading-limits.ts';
import { type CsvRow, columnOf, csvNumber, csvTable, shownRow } from './csv-table.ts';

const CHAINAGE = ['chainage', 'progresiva'];
const ELEVATION = ['elevation', 'cota'];
const FROM = ['from', 'desde'];
const TO = ['to', 'hasta'];
const PERCENT = ['percent', 'porcentaje', '%'];

/**
 * Parses the design grade of a floor: elevations by chainage (columns `chainage,elevation` or `progresiva,cota`),
 * or consecutive gradients (`from,to,percent` or `desde,hasta,porcentaje`; per cent of plan, positive upwards).
 *
 * @param startElevation of the floor where the gradients begin, m; null: unknown
 * @param name of the file, shown in messages
 * @throws SocavonError grade-unusable: other columns, or a line without numbers
 */
export function parseGradeCsv(text: string, startElevation: number | null, name: string): DesignGrade {
  const table = csvTable(text);
  const numbers = (row: CsvRow, columns: readonly number[]): number[] => {
    const values = columns.map((column) => csvNumber(row, column));
    if (values.some(Number.isNaN))
      throw refusal(message('grade-row-short', { name, line: row.line, content: shownRow(row) }));
    return values;
  };
  requireCount('tableRows', table.rows.length, name);
  const heights = [CHAINAGE, ELEVATION].map((names) => columnOf(table, names));
  if (heights.every((column) => column >= 0))
    return {
      kind: 'elevations',
      points: table.rows.map((row) => {
        const [chainage, elevation] = numbers(row, heights);
        return { chainage, elevation };
      }),
    };
  const slopes = [FROM, TO, PERCENT].map((names) => columnOf(table, names));
  if (slopes.some((column) => column < 0)) throw refusal(message('grade-columns', { name }));
  const runs = table.rows.map((row) => {
    const [from, to, percent] = numbers(row, slopes);
    return { from, to, percent };
  });
  return { kind: 'gradients', startElevation, runs };
}

function refusal(what: Message): SocavonError {
  return new SocavonError('grade-unusable', message('grade-refused', { what }));
}
