import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import { type DxfRecord, dxfPairs, dxfRecords, dxfText, numberOf } from './dxf/dxf-pairs.ts';
import { declaredUnit, entityPairs } from './dxf/dxf-sections.ts';
import type { LengthUnit } from './length-units.ts';

/** Bits of group 70 of a POLYLINE and of its VERTEX. */
const POLYFACE = 64;
const VERTEX_PLACE = 64;
/** Corner numbers of a face of a polyface mesh; a negative one marks a hidden edge. */
const CORNERS = [71, 72, 73, 74];

/**
 * Faces of an ASCII DXF as triangles, in the unit of the drawing: 3DFACE and polyface meshes (POLYLINE of 3D faces), those of
 * four corners as two. Blocks are not expanded, and solids of ACIS (3DSOLID) are not read.
 *
 * @returns nine numbers a triangle, and the unit that the header declares
 * @throws SocavonError drawing-format, drawing-truncated: names the line
 */
export function readDxfFaces(
  bytes: Uint8Array,
  name: string,
): { readonly corners: Float64Array; readonly unit: LengthUnit | null } {
  const header = { insUnits: 0 };
  const corners: number[] = [];
  const put = (a: readonly number[], b: readonly number[], c: readonly number[]): void => {
    corners.push(...a, ...b, ...c);
  };
  let mesh: { places: number[][]; isPolyface: boolean } | null = null;
  for (const record of dxfRecords(entityPairs(dxfPairs(dxfText(bytes, name), name), header, name))) {
    if (record.type === '3DFACE') {
      const [a, b, c, d] = [0, 1, 2, 3].map((k) => placeOf(record, k, name));
      put(a, b, c);
      // Of a triangle the last corner is there twice.
      if (d.some((value, k) => value !== c[k])) put(a, c, d);
    } else if (record.type === 'POLYLINE')
      mesh = { places: [], isPolyface: (numberOf(record, 70, name, 0) & POLYFACE) !== 0 };
    else if (record.type === 'VERTEX' && mesh?.isPolyface) {
      if (numberOf(record, 70, name, 0) & VERTEX_PLACE) mesh.places.push(placeOf(record, 0, name));
      else {
        const face = faceOf(record, mesh.places, name);
        for (let k = 2; k < face.length; k++) put(face[0], face[k - 1], face[k]);
      }
    } else if (record.type === 'SEQEND') mesh = null;
  }
  return { corners: Float64Array.from(corners), unit: declaredUnit(header.insUnits) };
}

function placeOf(record: DxfRecord, corner: number, name: string): number[] {
  return [10, 20, 30].map((code) => numberOf(record, code + corner, name));
}

function faceOf(record: DxfRecord, places: readonly number[][], name: string): number[][] {
  return CORNERS.map((code) => Math.abs(numberOf(record, code, name, 0)))
    .filter((number) => number !== 0)
    .map((number) => {
      const place = places[number - 1];
      if (place === undefined)
        throw new SocavonError(
          'drawing-format',
          message('drawing-refused', {
            name,
            what: message('dxf-face-vertex', { line: record.line, vertex: number, count: places.length }),
          }),
        );
      return place;
    });
}
