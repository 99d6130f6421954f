import type { CadEntity, CadLayer } from '../../model/drawing.ts';
import { type DriveMesh, FACE_KINDS, type FaceKind } from '../../model/mesh.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { readLines } from '../bytes/text-lines.ts';
import { dxfPieces } from '../cad/dxf-writer.ts';
import { type MeshFormatCode, type MeshInFile, mapCoordinate, TEXT_STEP } from './mesh-format.ts';

/** A layer for each kind of faces, named as the layers of the drawings are. */
const LAYERS: Readonly<Record<FaceKind, CadLayer>> = {
  measured: { name: 'PARED_MEDIDA', color: 8 },
  interpolated: { name: 'PARED_COMPLETADA', color: 30 },
  bridged: { name: 'PARED_SIN_SECCIONES', color: 1 },
  cap: { name: 'TAPAS', color: 5 },
};

/** Codes of the corners of a 3DFACE: three coordinates each; the fourth corner repeats the third. */
const CORNERS = [10, 20, 30, 11, 21, 31, 12, 22, 32];

/**
 * DXF of AutoCAD 2000: a 3DFACE in the mine grid for each triangle, on a layer for each kind. Vertices are not shared, and
 * nothing else of a vertex is kept. A polyface mesh would share them, but ends at 32,767 vertices.
 */
export const DXF_MESH: MeshFormatCode = {
  frame: 'grid',
  step: TEXT_STEP,
  pieces(mesh) {
    const [x, y] = [0, 1].map((k) => middleAndSpan(mesh, k));
    return dxfPieces({
      layers: FACE_KINDS.map((kind) => LAYERS[kind]),
      entities: facesOf(mesh),
      view: { centre: [x.middle, y.middle], height: Math.max(x.span, y.span, 1) },
    });
  },
  async read(source: ReadSource): Promise<MeshInFile> {
    const xyz: number[] = [];
    const kind: number[] = [];
    const layers = FACE_KINDS.map((word) => LAYERS[word].name);
    let code: number | null = null;
    let isFace = false;
    for await (const { lines } of readLines(source))
      for (const line of lines) {
        if (code === null) {
          code = Number(line);
          continue;
        }
        if (code === 0) isFace = line === '3DFACE';
        else if (isFace && code === 8) kind.push(layers.indexOf(line));
        else if (isFace && CORNERS.includes(code)) xyz.push(Number(line));
        code = null;
      }
    if (xyz.length !== 9 * kind.length)
      throw new Error(`${kind.length} faces have ${xyz.length} coordinates`);
    return { origin: [0, 0, 0], xyz: Float64Array.from(xyz), triangles: null, kind };
  },
};

function* facesOf(mesh: DriveMesh): Generator<CadEntity, void, undefined> {
  const { triangles, kind } = mesh;
  for (let i = 0; i < kind.length; i++)
    yield {
      kind: 'face-3d',
      layer: LAYERS[FACE_KINDS[kind[i]]].name,
      corners: Float64Array.from({ length: 9 }, (_, k) =>
        mapCoordinate(mesh, triangles[3 * i + Math.floor(k / 3)], k % 3),
      ),
    };
}

function middleAndSpan(mesh: DriveMesh, k: number): { middle: number; span: number } {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < mesh.xyz.length / 3; i++) {
    low = Math.min(low, mapCoordinate(mesh, i, k));
    high = Math.max(high, mapCoordinate(mesh, i, k));
  }
  return { middle: (low + high) / 2, span: high - low };
}
