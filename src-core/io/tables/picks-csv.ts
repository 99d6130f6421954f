import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import {
  PICK_FEATURES,
  PICK_SIZES,
  type PickedPoint,
  type PickFeature,
  SIZED_FEATURES,
} from '../../model/picked-point.ts';
import { isOnEarth } from '../../model/place-limit.ts';
import { requireCount } from '../../model/reading-limits.ts';
import { type CsvRow, columnOf, csvNumber, csvTable, shownRow } from './csv-table.ts';

/** Headings of the columns, in English and Spanish. */
const NAMES = ['name', 'point', 'id', 'nombre', 'punto'];
const PLACES = [
  ['x', 'easting', 'east', 'e', 'este'],
  ['y', 'northing', 'north', 'n', 'norte'],
  ['z', 'elevation', 'height', 'cota', 'elevacion', 'elevación'],
];
const FEATURES = ['feature', 'kind', 'tipo', 'elemento'];
const SIZES = ['size', 'diameter', 'diametro', 'diámetro', 'tamaño'];
/** Spanish words for the features. */
const WORDS: Readonly<Record<string, PickFeature>> = {
  punto: 'point',
  pintura: 'paint',
  estaca: 'peg',
  clavo: 'peg',
  esquina: 'corner',
  esfera: 'sphere',
  disco: 'disc',
  damero: 'checkerboard',
};
/** Maximum length of a word of the file in a message. */
const SHOWN = 30;

/**
 * Parses points that a person picked in a map: a header with `name,x,y,z` and, if wanted, `feature` and `size`, one point
 * per line, in the coordinates of the map. Without a feature it is paint, the place of the wall nearest to the click.
 *
 * @param name of the file, shown in messages
 * @param unitMetres metres per unit of the coordinates; sizes are metres
 * @param heightMetres metres per unit of the heights
 * @throws SocavonError file-format: names the invalid line
 */
export function parsePicksCsv(
  text: string,
  name: string,
  unitMetres = 1,
  heightMetres = unitMetres,
): PickedPoint[] {
  const table = csvTable(text);
  const refuse = (what: Message): SocavonError =>
    new SocavonError('file-format', message('picks-refused', { name, what }));
  const at = columnOf(table, NAMES);
  const places = PLACES.map((headings) => columnOf(table, headings));
  if (at < 0 || places.some((column) => column < 0)) throw refuse(message('picks-header'));
  const [feature, size] = [columnOf(table, FEATURES), columnOf(table, SIZES)];
  const seen = new Set<string>();
  requireCount('tableRows', table.rows.length, name);
  const picks = table.rows.map((row): PickedPoint => {
    const line = (what: Message): SocavonError =>
      refuse(message('picks-line', { line: row.line, what, content: shownRow(row) }));
    const own = (row.fields[at] ?? '').trim();
    if (own === '') throw line(message('control-no-name'));
    if (seen.has(own)) throw line(message('picks-twice', { name: own.slice(0, SHOWN) }));
    seen.add(own);
    const place = places.map((column, axis) =>
      csvNumber(row, column, axis === 2 ? heightMetres : unitMetres),
    );
    if (!place.every((value) => Number.isFinite(value) && isOnEarth(value)))
      throw line(message('picks-no-place'));
    const kind = featureOf(row, feature);
    if (kind === null) throw line(message('picks-feature', { features: PICK_FEATURES.join(', ') }));
    return {
      name: own,
      place: [place[0], place[1], place[2]],
      feature: kind,
      size: sizeOf(row, size, kind, line),
    };
  });
  if (picks.length === 0) throw refuse(message('picks-empty'));
  return picks;
}

function featureOf({ fields }: CsvRow, column: number): PickFeature | null {
  const word = (fields[column] ?? '').toLowerCase();
  if (column < 0 || word === '') return 'paint';
  if (Object.hasOwn(WORDS, word)) return WORDS[word];
  return PICK_FEATURES.find((known) => known === word) ?? null;
}

function sizeOf(
  row: CsvRow,
  column: number,
  feature: PickFeature,
  line: (what: Message) => SocavonError,
): number | null {
  if (!SIZED_FEATURES.includes(feature)) return null;
  const size = column < 0 ? Number.NaN : csvNumber(row, column);
  if (size >= PICK_SIZES.least && size <= PICK_SIZES.most) return size;
  throw line(message('picks-size', PICK_SIZES));
}
