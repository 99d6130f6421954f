import { message } from '../../../messages/message.ts';
import { drawingText } from '../../cad/drawing-text.ts';
import { ExponentStep } from './coordinate-step.ts';
import { cornersOf, type Faces, type FileBeside, unusable } from './faces.ts';

const TRIANGLES = ['PID1', 'PID2', 'PID3'];
const POINTS = ['PID', 'XP', 'YP', 'ZP'];

/** True for the first line of a table of Datamine's triangles, or of its points. */
export function isDatamine(head: string): boolean {
  const columns = columnsOf(head.split('\n')[0]);
  return [TRIANGLES, POINTS].some((names) => names.every((one) => columns.includes(one)));
}

/**
 * Triangles of a Datamine wireframe as a table (CSV), with the points of the table beside it: the names of the two end in
 * `tr` and `pt`.
 *
 * @throws SocavonError 'solid-unusable': no points, or one that is not there: names the line
 */
export async function datamineFaces(bytes: Uint8Array, name: string, beside: FileBeside): Promise<Faces> {
  const lines = linesOf(bytes);
  const isPoints = !TRIANGLES.every((one) => columnsOf(lines[0]).includes(one));
  const other = name.replace(isPoints ? /pt(?=\.[^.]*$)/i : /tr(?=\.[^.]*$)/i, (word) =>
    isPoints ? sameCase('tr', word) : sameCase('pt', word),
  );
  if (isPoints) throw unusable(message('solid-datamine-points', { name, other }));
  const table = other === name ? null : await beside(other);
  if (table === null) throw unusable(message('solid-beside', { name, other }));
  const xyz: number[] = [];
  const places = new Map<string, number>();
  const step = new ExponentStep();
  for (const [values, line, content] of rowsOf(linesOf(table), POINTS, other)) {
    const place = values.slice(1).map((value) => (value === '' ? Number.NaN : Number(value)));
    if (!place.every(Number.isFinite) || places.has(values[0])) throw refused(other, line, content);
    places.set(values[0], xyz.length / 3);
    xyz.push(...place);
    for (let k = 0; k < 3; k++) step.see(values[k + 1], k);
  }
  const triangles: number[] = [];
  for (const [values, line] of rowsOf(lines, TRIANGLES, name))
    for (const point of values) {
      const place = places.get(point);
      if (place === undefined) throw unusable(message('solid-point', { name, line, point, other }));
      triangles.push(place);
    }
  return { corners: cornersOf(xyz, triangles), unit: null, add: [0, 0, 0], step: step.step };
}

function linesOf(bytes: Uint8Array): string[] {
  return drawingText(bytes)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/);
}

function fieldsOf(line: string): string[] {
  return line.split(',').map((field) => field.trim().replace(/^"(.*)"$/, '$1'));
}

function columnsOf(line: string): string[] {
  return fieldsOf(line).map((field) => field.toUpperCase());
}

/** The named fields of each row that is not empty, its line and its text. */
function* rowsOf(
  lines: readonly string[],
  names: readonly string[],
  name: string,
): Generator<[values: string[], line: number, content: string], void, undefined> {
  const at = names.map((one) => columnsOf(lines[0]).indexOf(one));
  if (at.includes(-1)) throw refused(name, 1, lines[0]);
  for (let i = 1; i < lines.length; i++) {
    if (lines[i].trim() === '') continue;
    const fields = fieldsOf(lines[i]);
    const values = at.map((column) => fields[column]);
    if (values.includes(undefined as unknown as string)) throw refused(name, i + 1, lines[i]);
    yield [values, i + 1, lines[i]];
  }
}

function sameCase(word: string, like: string): string {
  return like === like.toUpperCase() ? word.toUpperCase() : word;
}

function refused(name: string, line: number, content: string) {
  return unusable(message('solid-line', { name, line, content: content.trim().slice(0, 60) }));
}
