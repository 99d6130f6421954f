import { type Message, message } from '../../messages/message.ts';
import type { Axis } from '../../model/axis.ts';
import { SocavonError } from '../../model/errors.ts';
import { isOnEarth } from '../../model/place-limit.ts';
import { requireCount } from '../../model/reading-limits.ts';

/** Tolerance of a chainage step against the line's: rounding of the figures, m ... */
const STEP_ROUNDING = 0.02;
/** ... and the chord of a curve against its arc. A step of 10 m on a radius of 20 m is 1 % short. */
const STEP_SHARE = 0.02;

/** Maximum length of an invalid line in a message, characters: the file may be anything. */
const SHOWN = 60;

/** An axis read from a file, with a remark on how its chainage was interpreted. */
interface ReadAxis {
  readonly axis: Axis;
  readonly note: Message;
}

/**
 * Parses an axis: one `chainage,x,y,z` per line, metres, map frame; separated by comma, semicolon, tab or blanks
 * (with semicolons or tabs also decimal commas); a header, empty lines, `#` comments and further columns are
 * allowed.
 *
 * Whether the chainage runs along the line in space ('slope') or along its plan ('horizontal') is determined by
 * comparing its steps with both lengths; on a level axis they are the same and 'slope' is returned.
 *
 * @param name shown in messages
 * @throws SocavonError axis-unusable: names the invalid line
 */
export function parseAxisCsv(text: string, name: string): ReadAxis {
  const rows = readRows(text, name);
  if (rows.length < 2) throw refusal(name, message(rows.length === 0 ? 'axis-csv-none' : 'axis-csv-one'));
  for (let i = 1; i < rows.length; i++) {
    const before = rows[i - 1];
    const { line, values } = rows[i];
    if (values[0] === before.values[0])
      throw refusal(name, message('axis-chainage-repeated', { line, chainage: values[0] }));
    if (values[0] < before.values[0])
      throw refusal(
        name,
        message('axis-chainage-descends', { line, chainage: values[0], before: before.values[0] }),
      );
    if (values[1] === before.values[1] && values[2] === before.values[2] && values[3] === before.values[3])
      throw refusal(name, message('axis-vertex-repeated', { line }));
  }
  const slope = misfit(rows, 3);
  const horizontal = misfit(rows, 2);
  const kind = horizontal.total < slope.total - 1e-9 ? 'horizontal' : 'slope';
  const { line, chainage, length } = kind === 'slope' ? slope.worst : horizontal.worst;
  if (Math.abs(chainage - length) > STEP_ROUNDING + STEP_SHARE * length)
    throw refusal(
      name,
      message(kind === 'horizontal' ? 'axis-chainage-unit-plan' : 'axis-chainage-unit-slope', {
        line,
        grown: chainage.toFixed(3),
        metres: length.toFixed(3),
      }),
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
      ? message('axis-csv-level', { name })
      : kind === 'slope'
        ? message('axis-csv-slope', { name })
        : message('axis-csv-horizontal', { name }),
  };
}

const COLUMNS = ['chainage', 'x', 'y', 'z'];

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
        message('axis-line-short', { line, count: values.length, content: content.slice(0, SHOWN) }),
      );
    const bad = values.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0)
      throw refusal(
        name,
        message('axis-no-number', {
          line,
          column: COLUMNS[bad],
          content: fields[bad].slice(0, SHOWN),
        }),
      );
    const far = values.findIndex((value) => !isOnEarth(value));
    if (far >= 0)
      throw refusal(
        name,
        message('axis-far', { line, column: COLUMNS[far], content: fields[far].slice(0, SHOWN) }),
      );
    rows.push({ line, values });
    requireCount('axisVertices', rows.length, name);
  }
  return rows;
}

/** Fields of a line; if semicolons or tabs separate them, a comma is a decimal comma. */
function fieldsOf(content: string): string[] {
  if (/[;\t]/.test(content)) return content.split(/[;\t]/).map((field) => field.trim().replace(',', '.'));
  // Blanks are made one first: a pattern of blanks before a comma would try each of thousands as a beginning.
  return content.replace(/\s+/g, ' ').split(/ ?, ?| /);
}

/** Deviation of the chainage steps from the line's own in space (3) or in plan (2): sum and worst step. */
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

function refusal(name: string, what: Message): SocavonError {
  return new SocavonError('axis-unusable', message('axis-refused', { name, what }));
}
