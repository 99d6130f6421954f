import { message } from '../../../messages/message.ts';
import { drawingText } from '../../cad/drawing-text.ts';
import { cornersOf, type Faces, type FileBeside, unusable } from './faces.ts';

/** A record of a triangle: its number, three points, and mostly the triangles beyond its edges. */
const LEAST_FIELDS = 4;

/**
 * Triangles of a Surpac DTM as text with the points of the STR beside it, which it names; all objects and trisolations of
 * the file together. Points count from 1 by their place in the STR.
 *
 * @throws SocavonError 'solid-unusable': no STR, cut, or a point that is not there: names the line
 */
export async function surpacFaces(bytes: Uint8Array, name: string, beside: FileBeside): Promise<Faces> {
  if (bytes.includes(0)) throw unusable(message('solid-surpac-binary', { name }));
  const lines = drawingText(bytes).split(/\r\n|\r|\n/);
  const triangles: number[] = [];
  const at: number[] = [];
  let hasEnd = false;
  lines.forEach((line, i) => {
    const fields = line.split(',').map((field) => field.trim());
    hasEnd ||= i > 1 && fields.some((field) => field.toUpperCase() === 'END');
    // Two lines of a header, then names of objects and their parts; a record of number 0 separates these.
    if (i < 2 || hasEnd || !/^\d/.test(fields[0]) || Number(fields[0]) === 0) return;
    const points = fields.slice(1, LEAST_FIELDS).map(Number);
    if (points.length !== 3 || points.some((point) => !Number.isInteger(point) || point < 1))
      throw unusable(message('solid-line', { name, line: i + 1, content: line.trim().slice(0, 60) }));
    triangles.push(...points);
    at.push(i + 1);
  });
  if (!hasEnd) throw unusable(message('solid-cut', { name }));
  const strings = namesOfStr(lines[0], name);
  const points = await pointsBeside(strings, beside, name);
  const place = placeOfPoint(points, triangles, name);
  const vertices = triangles.map((point, i) => {
    const vertex = place(point);
    if (vertex === undefined)
      throw unusable(
        message('solid-point', { name, line: at[Math.floor(i / 3)], point, other: points.name }),
      );
    return vertex;
  });
  return { corners: cornersOf(points.xyz, vertices), unit: null, add: [0, 0, 0], step: 0 };
}

/** Names under which the STR may lie: what the DTM says, without a folder, and its own name. */
function namesOfStr(header: string, name: string): string[] {
  const said = header.split(',')[0].trim().split(/[/\\]/).at(-1) ?? '';
  const own = name.replace(/\.[^.]*$/, '');
  return [...new Set([...(/\.str$/i.test(said) ? [said] : []), `${own}.str`, `${own}.STR`])];
}

interface StrPoints {
  readonly name: string;
  readonly xyz: readonly number[];
  /** For each record after the header its place in `xyz`, undefined for one that separates strings. */
  readonly records: readonly (number | undefined)[];
}

async function pointsBeside(names: readonly string[], beside: FileBeside, name: string): Promise<StrPoints> {
  for (const one of names) {
    const bytes = await beside(one);
    if (bytes !== null) return strPoints(bytes, one);
  }
  throw unusable(message('solid-beside', { name, other: names[0] }));
}

function strPoints(bytes: Uint8Array, name: string): StrPoints {
  if (bytes.includes(0)) throw unusable(message('solid-surpac-binary', { name }));
  const xyz: number[] = [];
  const records: (number | undefined)[] = [];
  const lines = drawingText(bytes).split(/\r\n|\r|\n/);
  for (let i = 2; i < lines.length; i++) {
    if (lines[i].trim() === '') continue;
    const fields = lines[i].split(',').map((field) => field.trim());
    const [number, northing, easting, elevation] = fields
      .slice(0, 4)
      .map((field) => (field === '' ? Number.NaN : Number(field)));
    if (number === 0 && fields.slice(4).some((field) => field.toUpperCase() === 'END'))
      return { name, xyz, records };
    if (![number, northing, easting, elevation].every(Number.isFinite))
      throw unusable(message('solid-line', { name, line: i + 1, content: lines[i].trim().slice(0, 60) }));
    records.push(number === 0 ? undefined : xyz.length / 3);
    if (number !== 0) xyz.push(easting, northing, elevation);
  }
  throw unusable(message('solid-cut', { name }));
}

/**
 * Which point a number of the DTM means. Where records separate the strings of the points, programs differ in whether
 * they count, and the numbers that occur must tell: none is beyond the points, or none is a separating record.
 *
 * @throws SocavonError 'solid-unusable' if they do not
 */
function placeOfPoint(
  { name: other, xyz, records }: StrPoints,
  numbers: readonly number[],
  name: string,
): (point: number) => number | undefined {
  const points = xyz.length / 3;
  const isWithinPoints = numbers.every((point) => point <= points);
  const isWithinRecords = numbers.every((point) => records[point - 1] !== undefined);
  const last = records.findLastIndex((place) => place !== undefined) + 1;
  if (last > points && isWithinPoints && isWithinRecords)
    throw unusable(message('solid-points-doubtful', { name, other }));
  return isWithinPoints || last === points
    ? (point) => (point <= points ? point - 1 : undefined)
    : (point) => records[point - 1];
}
