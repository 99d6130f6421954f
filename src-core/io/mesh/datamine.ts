import { type DriveMesh, FACE_KINDS, type FaceKind } from '../../model/mesh.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { coordinateText } from '../bytes/coordinate-text.ts';
import { readLines } from '../bytes/text-lines.ts';
import {
  type MeshFormatCode,
  type MeshInFile,
  mapCoordinate,
  singleOf,
  singleText,
  TEXT_STEP,
  textBatches,
} from './mesh-format.ts';

const POINT_COLUMNS = ['PID', 'XP', 'YP', 'ZP', 'MEASURED'];
const TRIANGLE_COLUMNS = ['TRIANGLE', 'PID1', 'PID2', 'PID3', 'KIND'];

/**
 * Datamine wireframe as two CSV tables with the fields of its wireframe files (Studio, process help of SURTRI): points
 * `PID XP YP ZP` in the mine grid, triangles `PID1 PID2 PID3`, and what vertices and faces carry. Points and triangles
 * count from 1; a value that is missing is empty.
 */
export const DATAMINE: MeshFormatCode = {
  frame: 'grid',
  step: TEXT_STEP,
  *pieces({ triangles, kind }) {
    yield `${TRIANGLE_COLUMNS.join(',')}\r\n`;
    yield* textBatches(kind.length, (t) => {
      const points = [0, 1, 2].map((k) => triangles[3 * t + k] + 1);
      return `${t + 1},${points.join(',')},${FACE_KINDS[kind[t]]}\r\n`;
    });
  },
  *vertexPieces(mesh) {
    const { xyz, measured } = mesh;
    const columns = valuesOf(mesh);
    yield `${[...POINT_COLUMNS, ...columns.map(({ field }) => field)].join(',')}\r\n`;
    yield* textBatches(xyz.length / 3, (i) => {
      const at = [0, 1, 2].map((k) => coordinateText(mapCoordinate(mesh, i, k)));
      const values = columns.map(({ of }) => singleText(of[i]));
      return `${[i + 1, ...at, measured[i], ...values].join(',')}\r\n`;
    });
  },
  async read(source: ReadSource, vertices: ReadSource): Promise<MeshInFile> {
    const triangles: number[] = [];
    const kind: number[] = [];
    const faces = await readTable(source, TRIANGLE_COLUMNS, (values) => {
      triangles.push(...values.slice(1, 4).map((point) => Number(point) - 1));
      kind.push(FACE_KINDS.indexOf(values[4] as FaceKind));
    });
    if (faces.length !== TRIANGLE_COLUMNS.length) throw new Error(`columns ${faces.join(',')}`);
    const xyz: number[] = [];
    const measured: number[] = [];
    const others: number[][] = [[], []];
    const fields = await readTable(vertices, POINT_COLUMNS, (values) => {
      xyz.push(...values.slice(1, 4).map(Number));
      measured.push(Number(values[4]));
      values.slice(5).forEach((value, k) => {
        others[k].push(singleOf(value));
      });
    });
    const column = (field: string): number[] | undefined =>
      others[fields.indexOf(field) - POINT_COLUMNS.length];
    const [chainage, overbreak] = [column('CHAINAGE'), column('OVERBRK')];
    return {
      origin: [0, 0, 0],
      xyz: Float64Array.from(xyz),
      triangles: Uint32Array.from(triangles),
      measured,
      kind,
      ...(chainage && { chainage }),
      ...(overbreak && { overbreak }),
    };
  },
};

function valuesOf({ chainage, overbreak }: DriveMesh): { field: string; of: Float32Array }[] {
  return [
    ...(chainage === null ? [] : [{ field: 'CHAINAGE', of: chainage }]),
    ...(overbreak === null ? [] : [{ field: 'OVERBRK', of: overbreak }]),
  ];
}

/** Rows of a table whose first columns are known and whose first one counts them. @returns all columns */
async function readTable(
  source: ReadSource,
  known: readonly string[],
  row: (values: string[]) => void,
): Promise<string[]> {
  let columns: string[] = [];
  for await (const { lines, firstLine } of readLines(source))
    for (const [i, line] of lines.entries()) {
      const values = line.split(',');
      const number = firstLine + i - 1;
      if (number === 0) columns = values;
      if (number === 0 ? known.some((name, k) => values[k] !== name) : Number(values[0]) !== number)
        throw new Error(`line ${number + 1}: ${line.slice(0, 60)}`);
      if (values.length !== columns.length || values.length > known.length + 2)
        throw new Error(`line ${number + 1} has ${values.length} columns`);
      if (number > 0) row(values);
    }
  return columns;
}
