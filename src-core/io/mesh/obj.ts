import { FACE_KINDS, type FaceKind } from '../../model/mesh.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { coordinateText } from '../bytes/coordinate-text.ts';
import { readLines } from '../bytes/text-lines.ts';
import {
  type MeshFormatCode,
  type MeshInFile,
  mapCoordinate,
  TEXT_STEP,
  textBatches,
} from './mesh-format.ts';

/**
 * Wavefront OBJ (Object Files, Advanced Visualizer, appendix B1): vertices in the mine grid as text, faces in a group for
 * each of their kinds, no attributes.
 */
export const OBJ: MeshFormatCode = {
  frame: 'grid',
  step: TEXT_STEP,
  *pieces(mesh, { application }) {
    const { name, xyz, triangles, kind } = mesh;
    yield `# ${application.name} ${application.version}\n`;
    yield '# mine grid, metres: x easting, y northing, z elevation; add nothing\n';
    yield `o ${name}\n`;
    yield* textBatches(xyz.length / 3, (i) => {
      const at = [0, 1, 2].map((k) => coordinateText(mapCoordinate(mesh, i, k)));
      return `v ${at.join(' ')}\n`;
    });
    let next = 0;
    for (const [place, group] of FACE_KINDS.entries()) {
      const first = next;
      while (next < kind.length && kind[next] === place) next++;
      if (next > first) yield `g ${group}\n`;
      yield* textBatches(
        next,
        (i) => `f ${triangles[3 * i] + 1} ${triangles[3 * i + 1] + 1} ${triangles[3 * i + 2] + 1}\n`,
        first,
      );
    }
  },
  async read(source: ReadSource): Promise<MeshInFile> {
    const xyz: number[] = [];
    const triangles: number[] = [];
    const kind: number[] = [];
    let group = -1;
    for await (const { lines, firstLine } of readLines(source))
      for (const [i, line] of lines.entries()) {
        const [word, ...values] = line.split(' ');
        if (word === 'v' && values.length === 3) xyz.push(...values.map(Number));
        else if (word === 'f' && values.length === 3) {
          triangles.push(...values.map((value) => Number(value) - 1));
          kind.push(group);
        } else if (word === 'g') group = FACE_KINDS.indexOf(values[0] as FaceKind);
        else if (word !== '#' && word !== 'o') throw new Error(`line ${firstLine + i}: ${line.slice(0, 60)}`);
      }
    return {
      origin: [0, 0, 0],
      xyz: Float64Array.from(xyz),
      triangles: Uint32Array.from(triangles),
      kind,
    };
  },
};
