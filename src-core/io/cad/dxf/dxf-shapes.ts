import { type DxfRecord, numberOf, pairNumber, textOf } from './dxf-pairs.ts';
import { objectFrame, type ToWorld } from './object-frame.ts';

/** A drawn line as in the file: arcs not yet flattened, lengths in the unit of the drawing. */
export interface DxfShape {
  readonly layer: string;
  readonly line: number;
  readonly closed: boolean;
  /** x, y, z and the bulge towards the next vertex, in the coordinates of the entity. */
  readonly vertices: readonly (readonly [x: number, y: number, z: number, bulge: number])[];
  readonly toWorld: ToWorld;
}

/** Bits of group 70 of a POLYLINE and of its VERTEX. */
const CLOSED = 1;
const POLYLINE_3D = 8;
const MESHES = 16 | 64;
const SPLINE_CONTROL_POINT = 16;

const WORLD: ToWorld = (x, y, z) => [x, y, z];

/**
 * Yields the lines among the entities of the model: LINE, LWPOLYLINE, POLYLINE (2D and 3D), ARC, CIRCLE.
 *
 * @param skipped counts other entities by type; those in paper space are ignored silently
 * @throws SocavonError drawing-format: names the line
 */
export function* dxfShapes(
  records: Iterable<DxfRecord>,
  skipped: Map<string, number>,
  name: string,
): Generator<DxfShape, void, undefined> {
  let polyline: { head: DxfRecord; vertices: DxfRecord[] } | null = null;
  for (const record of records) {
    if (polyline && record.type === 'VERTEX') {
      polyline.vertices.push(record);
      continue;
    }
    if (polyline) {
      const shape = oldPolyline(polyline.head, polyline.vertices, name);
      polyline = null;
      if (shape) yield shape;
      else count(skipped, 'POLYLINE (mesh)');
    }
    if (record.type === 'SEQEND' || numberOf(record, 67, name, 0) === 1) continue;
    if (record.type === 'POLYLINE') polyline = { head: record, vertices: [] };
    else if (record.type === 'LINE') yield lineShape(record, name);
    else if (record.type === 'LWPOLYLINE') yield lightPolyline(record, name);
    else if (record.type === 'ARC' || record.type === 'CIRCLE') yield roundShape(record, name);
    else count(skipped, record.type);
  }
}

function lineShape(record: DxfRecord, name: string): DxfShape {
  const end = (k: 0 | 1): [number, number, number, number] => [
    numberOf(record, 10 + k, name),
    numberOf(record, 20 + k, name),
    numberOf(record, 30 + k, name, 0),
    0,
  ];
  return { ...common(record), closed: false, vertices: [end(0), end(1)], toWorld: WORLD };
}

function lightPolyline(record: DxfRecord, name: string): DxfShape {
  const z = numberOf(record, 38, name, 0);
  const vertices: [number, number, number, number][] = [];
  for (const pair of record.pairs) {
    const last = vertices[vertices.length - 1];
    if (pair.code === 10) vertices.push([pairNumber(pair, name), Number.NaN, z, 0]);
    else if (pair.code === 20 && last) last[1] = pairNumber(pair, name);
    else if (pair.code === 42 && last) last[3] = pairNumber(pair, name);
  }
  return {
    ...common(record),
    closed: (numberOf(record, 70, name, 0) & CLOSED) !== 0,
    vertices,
    toWorld: frameOf(record, name),
  };
}

/** A POLYLINE with its vertices; null for a mesh. */
function oldPolyline(head: DxfRecord, vertices: readonly DxfRecord[], name: string): DxfShape | null {
  const flags = numberOf(head, 70, name, 0);
  if (flags & MESHES) return null;
  const z = numberOf(head, 30, name, 0);
  return {
    ...common(head),
    closed: (flags & CLOSED) !== 0,
    vertices: vertices
      .filter((vertex) => !(numberOf(vertex, 70, name, 0) & SPLINE_CONTROL_POINT))
      .map((vertex) => [
        numberOf(vertex, 10, name),
        numberOf(vertex, 20, name),
        numberOf(vertex, 30, name, z),
        flags & POLYLINE_3D ? 0 : numberOf(vertex, 42, name, 0),
      ]),
    toWorld: flags & POLYLINE_3D ? WORLD : frameOf(head, name),
  };
}

/** A circle or an arc as two halves, because a bulge can only represent less than a full turn. */
function roundShape(record: DxfRecord, name: string): DxfShape {
  const [x, y, z] = [numberOf(record, 10, name), numberOf(record, 20, name), numberOf(record, 30, name, 0)];
  const radius = numberOf(record, 40, name);
  const whole = record.type === 'CIRCLE';
  const degrees = (code: number): number => (numberOf(record, code, name) * Math.PI) / 180;
  const from = whole ? 0 : degrees(50);
  let sweep = whole ? 2 * Math.PI : (degrees(51) - from) % (2 * Math.PI);
  if (sweep <= 0) sweep += 2 * Math.PI;
  const bulge = Math.tan(sweep / 8);
  const at = (angle: number, b: number): [number, number, number, number] => [
    x + radius * Math.cos(angle),
    y + radius * Math.sin(angle),
    z,
    b,
  ];
  const halves = [at(from, bulge), at(from + sweep / 2, bulge)];
  return {
    ...common(record),
    closed: whole,
    vertices: whole ? halves : [...halves, at(from + sweep, 0)],
    toWorld: frameOf(record, name),
  };
}

function common(record: DxfRecord): { layer: string; line: number } {
  return { layer: textOf(record, 8) ?? '0', line: record.line };
}

function frameOf(record: DxfRecord, name: string): ToWorld {
  return objectFrame([
    numberOf(record, 210, name, 0),
    numberOf(record, 220, name, 0),
    numberOf(record, 230, name, 1),
  ]);
}

function count(counts: Map<string, number>, type: string): void {
  counts.set(type, (counts.get(type) ?? 0) + 1);
}
