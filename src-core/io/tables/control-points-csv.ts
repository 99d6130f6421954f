import { type Message, message } from '../../messages/message.ts';
import type { ControlPoint } from '../../model/control.ts';
import { SocavonError } from '../../model/errors.ts';
import { isOnEarth } from '../../model/place-limit.ts';
import { requireCount } from '../../model/reading-limits.ts';

/** Default standard deviation of each coordinate, m: a total station underground. */
const CONTROL_SIGMA_DEFAULT = 0.005;

/** Maximum length of an invalid line in a message, characters: the file may be anything. */
const SHOWN = 60;

/** UTM: no easting reaches 1000 km, and no northing of Peru is below 7900 km (zones 17-19 south). */
const UTM_EASTING = { least: 100_000, most: 900_000 };
const LEAST_UTM_NORTHING = 1_000_000;

type Column = 'name' | 'easting' | 'northing' | 'elevation' | 'sigma' | 'role';

const COLUMNS: readonly Column[] = ['name', 'easting', 'northing', 'elevation', 'sigma', 'role'];

/** Column headings that surveyors use. */
const HEADINGS: Record<string, Column> = {
  name: 'name',
  point: 'name',
  id: 'name',
  nombre: 'name',
  punto: 'name',
  easting: 'easting',
  east: 'easting',
  e: 'easting',
  x: 'easting',
  este: 'easting',
  northing: 'northing',
  north: 'northing',
  n: 'northing',
  y: 'northing',
  norte: 'northing',
  elevation: 'elevation',
  height: 'elevation',
  z: 'elevation',
  cota: 'elevation',
  elevacion: 'elevation',
  elevación: 'elevation',
  sigma: 'sigma',
  role: 'role',
  rol: 'role',
};

const ROLES: Record<string, ControlPoint['role']> = { control: 'control', check: 'check', chequeo: 'check' };

/**
 * Parses control points: one `name,easting,northing,elevation` per line, metres, mine grid; separated by comma,
 * semicolon or tab. A header may name the columns in another order; `sigma` (m) and `role` (control or check) may
 * follow, empty lines and lines that begin with `#` are skipped.
 *
 * Decimal commas are refused: `350123,45` is also how a comma-separated file writes two numbers, and a wrongly
 * guessed coordinate would place the mine elsewhere.
 *
 * @param name of the file, shown in messages
 * @throws SocavonError file-format: names the invalid line
 */
export function parseControlPointsCsv(text: string, name: string): ControlPoint[] {
  const points: ControlPoint[] = [];
  const lineOf = new Map<string, number>();
  const placeOf = new Map<string, { name: string; line: number }>();
  let columns: readonly Column[] | null = null;
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1;
    const content = (index === 0 ? raw.replace(/^\uFEFF/, '') : raw).trim();
    if (content === '' || content.startsWith('#')) continue;
    const refuse = (what: Message): SocavonError =>
      refusal(name, message('control-csv-line', { line, what }));
    const { fields, separator } = fieldsOf(content);
    if (columns === null) {
      columns = headerOf(fields, refuse);
      if (columns !== null) continue;
      columns = COLUMNS;
    }
    const point = pointOf(fields, separator, columns, content, refuse);
    const before = lineOf.get(point.name);
    if (before !== undefined)
      throw refuse(message('control-point-twice', { name: point.name, line: before }));
    const place = `${point.easting} ${point.northing} ${point.elevation}`;
    const twin = placeOf.get(place);
    if (twin !== undefined)
      throw refuse(
        message('control-points-together', { name: point.name, other: twin.name, line: twin.line }),
      );
    lineOf.set(point.name, line);
    placeOf.set(place, { name: point.name, line });
    points.push(point);
    requireCount('controlPoints', points.length, name);
  }
  if (points.length === 0) throw refusal(name, message('control-csv-empty'));
  return points;
}

/** Formats control points as the parser reads them; to a tenth of a millimetre. */
export function controlPointsCsv(points: readonly ControlPoint[]): string {
  const rows = points.map(({ name, easting, northing, elevation }) =>
    [name, easting.toFixed(4), northing.toFixed(4), elevation.toFixed(4)].join(','),
  );
  return `${['name,easting,northing,elevation', ...rows].join('\n')}\n`;
}

/** Formats a list with the sigma and role of each point, as the parser reads it; to a tenth of a millimetre. */
export function controlListCsv(points: readonly ControlPoint[]): string {
  const rows = points.map(({ name, easting, northing, elevation, sigma, role }) =>
    [
      ...[withoutCommas(name), easting.toFixed(4), northing.toFixed(4), elevation.toFixed(4)],
      ...[sigma.toString(), role],
    ].join(','),
  );
  return `${['name,easting,northing,elevation,sigma,role', ...rows].join('\n')}\n`;
}

/** A name that a comma would cut in two cannot be read back, quoted or not. */
function withoutCommas(name: string): string {
  return name.replaceAll(',', ' ');
}

type Refuse = (what: Message) => SocavonError;

/** The columns if the first line names them; null if it already is a point. */
function headerOf(fields: readonly string[], refuse: Refuse): Column[] | null {
  // A header has no number; a point has three.
  if (fields.some((field) => field !== '' && Number.isFinite(Number(field)))) return null;
  const columns = fields.map(columnCalled);
  const known = columns.filter((column) => column !== undefined);
  if (known.length === 0) return null;
  const strange = columns.indexOf(undefined as never);
  if (strange >= 0)
    throw refuse(message('control-column-unknown', { column: fields[strange].slice(0, SHOWN) }));
  for (const column of COLUMNS.slice(0, 4)) {
    const times = known.filter((one) => one === column).length;
    if (times !== 1)
      throw refuse(message(times === 0 ? 'control-header-without' : 'control-header-twice', { column }));
  }
  return known;
}

/** The column that a heading names; undefined: none. */
function columnCalled(heading: string): Column | undefined {
  // The pattern would try each blank of a long line as the beginning of the unit.
  if (heading.length > SHOWN) return undefined;
  const title = heading.toLowerCase().replace(/[\s_]*[([]?m[)\]]?$/, '');
  return Object.hasOwn(HEADINGS, title) ? HEADINGS[title] : undefined;
}

function pointOf(
  fields: readonly string[],
  separator: string,
  columns: readonly Column[],
  content: string,
  refuse: Refuse,
): ControlPoint {
  const least = columns === COLUMNS ? 4 : columns.length;
  if (separator === ',' && fields.length >= 7)
    throw refuse(message('control-fields-many', { count: fields.length, content: content.slice(0, SHOWN) }));
  if (fields.length < least || fields.length > columns.length)
    throw refuse(
      message('control-fields-few', {
        count: fields.length,
        least,
        columns: columns.slice(0, least).join(separator),
        content: content.slice(0, SHOWN),
      }),
    );
  const field = (column: Column): string => fields[columns.indexOf(column)] ?? '';
  const number = (column: Column): number => {
    const text = field(column);
    if (/^[+-]?\d+,\d+$/.test(text))
      throw refuse(message('control-decimal-comma', { column, content: text.slice(0, SHOWN) }));
    // Number() also accepts '', ' ' and '0x1f'.
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) || !Number.isFinite(Number(text)))
      throw refuse(message('control-no-number', { column, content: text.slice(0, SHOWN) }));
    if (!isOnEarth(Number(text)))
      throw refuse(message('control-far', { column, content: text.slice(0, SHOWN) }));
    return Number(text);
  };
  const name = field('name');
  if (name === '') throw refuse(message('control-no-name'));
  const [easting, northing, elevation] = [number('easting'), number('northing'), number('elevation')];
  if (easting >= LEAST_UTM_NORTHING && northing >= UTM_EASTING.least && northing <= UTM_EASTING.most)
    throw refuse(message('control-swapped', { easting, northing, name }));
  const sigma = field('sigma') === '' ? CONTROL_SIGMA_DEFAULT : number('sigma');
  if (!(sigma > 0 && sigma <= 10)) throw refuse(message('control-sigma', { sigma, name }));
  const word = field('role').toLowerCase() || 'control';
  if (!Object.hasOwn(ROLES, word))
    throw refuse(message('control-role', { role: field('role').slice(0, SHOWN), name }));
  return { name, easting, northing, elevation, sigma, role: ROLES[word] };
}

/** The separator of a line is the first of tab, semicolon and comma that occurs in it. */
function fieldsOf(content: string): { fields: string[]; separator: string } {
  const separator = ['\t', ';', ','].find((one) => content.includes(one)) ?? ',';
  return { fields: content.split(separator).map((field) => unquoted(field.trim())), separator };
}

function unquoted(field: string): string {
  return /^".*"$/.test(field) ? field.slice(1, -1).trim() : field;
}

function refusal(name: string, what: Message): SocavonError {
  return new SocavonError('file-format', message('control-csv-refused', { name, what }));
}
