import { FACE_KINDS } from '../../model/mesh.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { readLines } from '../bytes/text-lines.ts';
import { landXmlPieces } from '../cad/landxml-writer.ts';
import { type MeshFormatCode, type MeshInFile, TEXT_STEP } from './mesh-format.ts';

const POINT = /^<P id="(\d+)">(\S+) (\S+) (\S+)<\/P>$/;
const FACE = /^<F>(\d+) (\d+) (\d+)<\/F>$/;

/**
 * LandXML 1.2: the mesh as a TIN surface in the mine grid. All of its faces, also those that lie over each other: programs
 * that take a TIN for heights over a plane cannot use it. Nothing else of vertices and faces is kept.
 */
export const LANDXML_MESH: MeshFormatCode = {
  frame: 'grid',
  step: TEXT_STEP,
  pieces({ name, origin, xyz, triangles, kind }, { application, project }) {
    const counts = FACE_KINDS.map(
      (word, place) => `${word} ${kind.filter((value) => value === place).length}`,
    );
    return landXmlPieces({
      project,
      application,
      date: null,
      alignments: [],
      surfaces: [{ name, description: `Faces: ${counts.join(', ')}`, origin, xyz, triangles }],
    });
  },
  async read(source: ReadSource): Promise<MeshInFile> {
    const xyz: number[] = [];
    const triangles: number[] = [];
    for await (const { lines } of readLines(source))
      for (const line of lines) {
        const point = POINT.exec(line);
        if (point !== null) {
          const [id, northing, easting, elevation] = point.slice(1).map(Number);
          if (3 * (id - 1) !== xyz.length) throw new Error(`point ${id} is out of order`);
          xyz.push(easting, northing, elevation);
        }
        const face = FACE.exec(line);
        if (face !== null) triangles.push(...face.slice(1).map((id) => Number(id) - 1));
      }
    return { origin: [0, 0, 0], xyz: Float64Array.from(xyz), triangles: Uint32Array.from(triangles) };
  },
};
