import type { Axis } from '../../model/axis.ts';
import { SocavonError } from '../../model/errors.ts';

/** A chainage step may differ from the line's by this much: rounding of the figures, m ... */
const STEP_ROUNDING = 0.02;
/** ... and the chord of a curve against its arc. A step of 10 m on a radius of 20 m is 1 % short. */
const STEP_SHARE = 0.02;

/** Characters of a wrong line that a message shows: the file may be anything. */
const SHOWN = 60;

/** An axis read from a file, with one sentence on how its chainage was understood. */
export interface ReadAxis {
  readonly axis: Axis;
  readonly note: string;
}

/**
 * Reads an axis: one `chainage,x,y,z` per line, metres, map frame; comma, semicolon, tab or blanks between
 * (with semicolons or tabs also decimal commas); a header, empty lines, `#` comments and further columns are allowed.
 *
 * Whether the chainage runs along the line in space ('slope') or along its plan ('horizontal') is found by
 * comparing its steps with both lengths; on a level axis they are the same and 'slope' is said.
 *
 * @param name shown in messages
 * @throws SocavonError axis-unusable: names the line that cannot be
 */
export function parseAxisCsv(text: string, name: string): ReadAxis {
  const rows = readRows(text, name);
  if (rows.length < 2)
    throw refusal(
      name,
      `holds ${rows.length === 0 ? 'no vertex' : 'one vertex'}; an axis needs at least two`,
    );
  for (let i = 1; i < rows.length; i++) {
    const before = rows[i - 1];
    const { line, values } = rows[i];
    if (values[0] === before.values[0])
      throw refusal(name, `line ${line}: chainage ${values[0]} is repeated; each vertex needs its own`);
    if (values[0] < before.values[0])
      throw refusal(
        name,
        `line ${line}: chainage ${values[0]} follows ${before.values[0]}; chainages must ascend`,
      );
    if (values[1] === before.values[1] && values[2] === before.values[2] && values[3] === before.values[3])
      throw refusal(name, `line ${line}: the vertex lies where the one before lies`);
  }
  const slope = misfit(rows, 3);
  const horizontal = misfit(rows, 2);
  const kind = horizontal.total < slope.total - 1e-9 ? 'horizontal' : 'slope';
  const { line, chainage, length } = kind === 'slope' ? slope.worst : horizontal.worst;
  if (Math.abs(chainage - length) > STEP_ROUNDING + STEP_SHARE * length)
    throw refusal(
      name,
      `line ${line}: the chainage grows by ${chainage.toFixed(3)} m where the line is ${length.toFixed(3)} m long${kind === 'horizontal' ? ' in plan' : ''}; ` +
        'check that chainage and coordinates are both in metres and of the same line',
    );
  const level = Math.abs(slope.total - horizontal.total) <= 1e-9;
  return {
    axis: {
      chainage: Float64Array.from(rows, (row) => row.values[0]),
      xyz: Float64Array.from(rows.flatMap((row) => row.values.slice(1))),
      kind,
      source: 'given',
    },
    note: level
      ? `${name}: the axis is level, so its chainage is both slope and horizontal length.`
      : kind === 'slope'
        ? `${name}: the chainage follows the line in space (slope length).`
        : `${name}: the chainage follows the plan of the line (horizontal length).`,
  };
}

interface Row {
  line: number;
  values: number[];
}

function readRows(text: string, name: string): Row[] {
  const rows: Row[] = [];
  let header = false;
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1;
    const content = (index === 0 ? raw.replace(/^\uFEFF/, '') : raw).trim();
    if (content === '' || content.startsWith('#')) continue;
    const fields = fieldsOf(content).slice(0, 4);
    const values = fields.map((field) => (field === '' ? Number.NaN : Number(field)));
    if (!header && rows.length === 0 && /^[a-z_"]/i.test(content) && values.some(Number.isNaN)) {
      header = true;
      continue;
    }
    if (values.length < 4)
      throw refusal(
        name,
        `line ${line} has ${values.length} of the four numbers chainage,x,y,z: "${content.slice(0, SHOWN)}"`,
      );
    const bad = values.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0)
      throw refusal(
        name,
        `line ${line}: the ${['chainage', 'x', 'y', 'z'][bad]} "${fields[bad].slice(0, SHOWN)}" is no number`,
      );
    rows.push({ line, values });
  }
  return rows;
}

/** Fields of a line; where semicolons or tabs part them, a comma is a decimal comma. */
function fieldsOf(content: string): string[] {
  if (/[;\t]/.test(content)) return content.split(/\s*[;\t]\s*/).map((field) => field.replace(',', '.'));
  return content.split(/\s*,\s*|\s+/);
}

/** How far the chainage steps are from the line's own in space (3) or in plan (2): sum and worst step. */
function misfit(
  rows: readonly Row[],
  dimensions: 2 | 3,
): { total: number; worst: { line: number; chainage: number; length: number } } {
  let total = 0;
  let largest = -1;
  let worst = { line: 0, chainage: 0, length: 0 };
  for (let i = 1; i < rows.length; i++) {
    const a = rows[i - 1].values;
    const b = rows[i].values;
    const length = Math.hypot(b[1] - a[1], b[2] - a[2], dimensions === 3 ? b[3] - a[3] : 0);
    const chainage = b[0] - a[0];
    const error = Math.abs(chainage - length);
    total += error;
    const excess = error / (STEP_ROUNDING + STEP_SHARE * length);
    if (excess > largest) {
      largest = excess;
      worst = { line: rows[i].line, chainage, length };
    }
  }
  return { total, worst };
}

function refusal(name: string, what: string): SocavonError {
  return new SocavonError('axis-unusable', `Axis ${name}: ${what}.`);
}
