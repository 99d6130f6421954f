import { message } from '../../messages/message.ts';
import { type DxfRecord, numberOf, refusal } from './dxf/dxf-pairs.ts';
import { type DxfOpening, declaredUnit } from './dxf/dxf-sections.ts';
import { type Place, placedEntities } from './dxf/placed-entities.ts';
import type { LengthUnit } from './length-units.ts';

/** Bits of group 70 of a POLYLINE and of its VERTEX. */
const POLYFACE = 64;
const VERTEX_PLACE = 64;
/** Corner numbers of a face of a polyface mesh; a negative one marks a hidden edge. */
const CORNERS = [71, 72, 73, 74];

/**
 * Faces of a DXF, ASCII or binary, as triangles, in the unit of the drawing: 3DFACE and polyface meshes (POLYLINE of 3D faces), those
 * of four corners as two, also those of blocks at each place of an INSERT. Solids of ACIS (3DSOLID) are not read.
 *
 * @returns nine numbers a triangle, and the unit that the header declares
 * @throws SocavonError drawing-format, drawing-truncated: names the line
 */
export function readDxfFaces(
  bytes: Uint8Array,
  name: string,
): { readonly corners: Float64Array; readonly unit: LengthUnit | null } {
  const header: DxfOpening = { insUnits: 0, blocks: new Map() };
  const all = { layers: null, layersThere: new Set<string>(), skipped: new Map<string, number>() };
  const corners: number[] = [];
  for (const { entity, place } of placedEntities(bytes, header, all, name)) {
    const { head, vertices } = entity;
    const put = (...three: (readonly number[])[]): void => {
      // A mirror turns a face inside out.
      if (place.isMirrored) three.reverse();
      for (const corner of three) corners.push(...corner);
    };
    if (head.type === '3DFACE') {
      const [a, b, c, d] = [0, 1, 2, 3].map((k) => placeOf(head, k, place, name));
      put(a, b, c);
      // Of a triangle the last corner is there twice.
      if (d.some((value, k) => value !== c[k])) put(a, c, d);
    } else if (head.type === 'POLYLINE' && (numberOf(head, 70, name, 0) & POLYFACE) !== 0) {
      const places: (readonly number[])[] = [];
      for (const vertex of vertices)
        if (numberOf(vertex, 70, name, 0) & VERTEX_PLACE) places.push(placeOf(vertex, 0, place, name));
        else {
          const face = faceOf(vertex, places, name);
          for (let k = 2; k < face.length; k++) put(face[0], face[k - 1], face[k]);
        }
    }
  }
  return { corners: Float64Array.from(corners), unit: declaredUnit(header.insUnits) };
}

function placeOf(record: DxfRecord, corner: number, place: Place, name: string): readonly number[] {
  const [x, y, z] = [10, 20, 30].map((code) => numberOf(record, code + corner, name));
  return place.toWorld(x, y, z);
}

function faceOf(
  record: DxfRecord,
  places: readonly (readonly number[])[],
  name: string,
): (readonly number[])[] {
  return CORNERS.map((code) => Math.abs(numberOf(record, code, name, 0)))
    .filter((number) => number !== 0)
    .map((number) => {
      const place = places[number - 1];
      if (place === undefined)
        throw refusal(
          name,
          message('dxf-face-vertex', { line: record.line, vertex: number, count: places.length }),
        );
      return place;
    });
}
