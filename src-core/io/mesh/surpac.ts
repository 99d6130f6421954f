import type { ReadSource } from '../bytes/byte-stream.ts';
import { readLines } from '../bytes/text-lines.ts';
import { strPieces } from '../cad/str-writer.ts';
import {
  type MeshFormatCode,
  type MeshInFile,
  mapCoordinate,
  singleOf,
  singleText,
  textBatches,
} from './mesh-format.ts';

/** String of points that no line joins, as Surpac numbers those of a surface. */
const VERTEX_STRING = 32_000;
const BLANK = '0, 0.000, 0.000, 0.000, END';
/** One triangulation; what its validation finds out, Surpac writes there itself. */
const TRISOLATION = 'TRISOLATION, 1, neighbours=yes,validated=false,algorithm=legacy';

/**
 * Surpac DTM and STR, both as text, CRLF. The STR has the vertices in the mine grid, northing first, as points of string
 * 32000: D1 chainage, D2 `M` measured or `F` interpolated, D3 overbreak. The DTM names the STR and has a record for each
 * triangle: its number, three points by their place in the STR, and the triangles beyond the edges from the first point to
 * the second, the second to the third, the third to the first; all count from 1, 0 is none. The kinds of faces are lost.
 *
 * The maker publishes no layout. This one is what Surpac and RiSCAN PRO write, as open readers quote their files (Kirra;
 * rdtm); docs/formats.md has the sources.
 */
export const SURPAC: MeshFormatCode = {
  frame: 'grid',
  step: 1e-4,
  *pieces({ name, xyz, triangles }) {
    yield [`${name}.str,`, BLANK, 'OBJECT, 1,', `${TRISOLATION}\r\n`].join('\r\n');
    const beyond = neighboursOf(triangles, xyz.length / 3);
    yield* textBatches(triangles.length / 3, (t) => {
      const points = [0, 1, 2].map((k) => triangles[3 * t + k] + 1);
      return `${[t + 1, ...points, ...beyond.subarray(3 * t, 3 * t + 3)].join(', ')},\r\n`;
    });
    yield 'END\r\n';
  },
  vertexPieces(mesh, { application, project }) {
    const { name, xyz, measured, chainage, overbreak } = mesh;
    const points = Float64Array.from(xyz, (_, i) => mapCoordinate(mesh, Math.floor(i / 3), i % 3));
    const descriptions = (i: number): string[] => [
      chainage === null ? '' : singleText(chainage[i]),
      measured[i] === 1 ? 'M' : 'F',
      ...(overbreak === null ? [] : [singleText(overbreak[i])]),
    ];
    const header = { location: name, purpose: `${application.name} ${ascii(project)}`, date: null };
    return strPieces(header, [{ number: VERTEX_STRING, points, closed: false, descriptions }]);
  },
  async read(source: ReadSource, vertices: ReadSource): Promise<MeshInFile> {
    const triangles = await trianglesOf(source);
    const { xyz, fields } = await pointsOf(vertices);
    const column = (k: number): Float32Array => Float32Array.from(fields, (values) => singleOf(values[k]));
    return {
      origin: [0, 0, 0],
      xyz: Float64Array.from(xyz),
      triangles,
      measured: Uint8Array.from(fields, ([, word]) => ['F', 'M'].indexOf(word)),
      ...(fields[0]?.[0] !== '' && { chainage: column(0) }),
      ...(fields[0]?.length === 3 && { overbreak: column(2) }),
    };
  },
};

/** Letters without their marks, and `?` for what is no letter of ASCII: the pieces of a mesh are ASCII. */
function ascii(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\x20-\x7e]/g, '?');
}

/**
 * For each edge of each triangle the number, from 1, of the one triangle that has it in the other direction; 0 where there
 * is none, or more than one.
 */
function neighboursOf(triangles: Uint32Array, vertices: number): Uint32Array {
  const next = (half: number): number => (half % 3 === 2 ? half - 2 : half + 1);
  // The half-edges that begin at each vertex, one after the other.
  const first = new Uint32Array(vertices + 1);
  for (const vertex of triangles) first[vertex + 1]++;
  for (let i = 0; i < vertices; i++) first[i + 1] += first[i];
  const open = first.slice(0, vertices);
  const halves = new Uint32Array(triangles.length);
  triangles.forEach((vertex, half) => {
    halves[open[vertex]++] = half;
  });
  return triangles.map((from, half) => {
    const to = triangles[next(half)];
    let word = 0;
    let count = 0;
    for (let at = first[to]; at < first[to + 1]; at++)
      if (triangles[next(halves[at])] === from) {
        word = Math.floor(halves[at] / 3) + 1;
        count++;
      }
    return count === 1 ? word : 0;
  });
}

/** @throws Error for a record that is none, or a neighbour that does not share the edge */
async function trianglesOf(source: ReadSource): Promise<Uint32Array> {
  const numbers: number[] = [];
  let ended = false;
  for await (const { lines, firstLine } of readLines(source))
    for (const [i, line] of lines.entries()) {
      if (firstLine + i <= 4) continue;
      const values = line.split(',').map(Number);
      if (line === 'END') ended = true;
      else if (values.length === 8 && values[0] === numbers.length / 6 + 1)
        numbers.push(...values.slice(1, 7));
      else throw new Error(`line ${firstLine + i}: ${line.slice(0, 60)}`);
    }
  if (!ended) throw new Error('no END');
  const triangles = new Uint32Array(numbers.length / 2);
  for (let i = 0; i < triangles.length; i++) triangles[i] = numbers[6 * Math.floor(i / 3) + (i % 3)] - 1;
  for (let i = 0; i < triangles.length; i++) {
    const beyond = numbers[6 * Math.floor(i / 3) + 3 + (i % 3)] - 1;
    if (beyond < 0) continue;
    const ends = [triangles[i], triangles[i % 3 === 2 ? i - 2 : i + 1]];
    const other = triangles.subarray(3 * beyond, 3 * beyond + 3);
    if (!ends.every((end) => other.includes(end)))
      throw new Error(`triangle ${Math.floor(i / 3) + 1} is no neighbour of ${beyond + 1}`);
  }
  return triangles;
}

/** Easting, northing, elevation of the points of an STR, and their description fields. */
async function pointsOf(source: ReadSource): Promise<{ xyz: number[]; fields: string[][] }> {
  const xyz: number[] = [];
  const fields: string[][] = [];
  let ended = false;
  for await (const { lines, firstLine } of readLines(source))
    for (const [i, line] of lines.entries()) {
      if (firstLine + i <= 2) continue;
      const [number, northing, easting, elevation, ...rest] = line.split(',').map((field) => field.trim());
      if (Number(number) === VERTEX_STRING) {
        xyz.push(Number(easting), Number(northing), Number(elevation));
        fields.push(rest);
      } else if (Number(number) !== 0) throw new Error(`line ${firstLine + i}: ${line.slice(0, 60)}`);
      ended ||= rest[0] === 'END';
    }
  if (!ended) throw new Error('no END');
  return { xyz, fields };
}
