import { ellipsePieces, splinePieces } from './dxf-curves.ts';
import { type DxfRecord, numberOf, pairNumber } from './dxf-pairs.ts';
import type { DxfEntity } from './dxf-sections.ts';
import { type CurvePiece, pieceEnds } from './flatten-curve.ts';
import { objectFrame, type ToWorld } from './object-frame.ts';
import type { PlacedEntity } from './placed-entities.ts';

/** A drawn line as in the file: arcs and curves not yet flattened, lengths in the unit of the drawing. */
interface DxfShape {
  readonly line: number;
  readonly closed: boolean;
  /** x, y, z and the bulge towards the next vertex, in the coordinates of the entity. */
  readonly vertices: readonly (readonly [x: number, y: number, z: number, bulge: number])[];
  /** Of a curve, whose ends of pieces are the vertices; null: lines and arcs between these. */
  readonly pieces: readonly CurvePiece[] | null;
  readonly toWorld: ToWorld;
}

/** A drawn line at its place in the drawing. */
export interface PlacedShape extends DxfShape {
  readonly layer: string;
  /** The most by which its lengths grow at its place. */
  readonly stretch: number;
}

/** Bits of group 70 of a POLYLINE and of its VERTEX. */
const CLOSED = 1;
const POLYLINE_3D = 8;
const MESHES = 16 | 64;
const SPLINE_CONTROL_POINT = 16;

const WORLD: ToWorld = (x, y, z) => [x, y, z];

/**
 * Yields the lines among placed entities: LINE, LWPOLYLINE, POLYLINE (2D and 3D), ARC, CIRCLE, ELLIPSE, SPLINE.
 *
 * @param skipped counts other entities by type
 * @throws SocavonError drawing-format: names the line
 */
export function* dxfShapes(
  placed: Iterable<PlacedEntity>,
  skipped: Map<string, number>,
  name: string,
): Generator<PlacedShape, void, undefined> {
  // An entity of a block comes as often as its block.
  const known = new WeakMap<DxfEntity, DxfShape | null>();
  for (const { entity, layer, place } of placed) {
    let shape = known.get(entity);
    if (shape === undefined) {
      shape = shapeOf(entity, name);
      known.set(entity, shape);
    }
    if (shape === null) {
      const type = entity.head.type === 'POLYLINE' ? 'POLYLINE (mesh)' : entity.head.type;
      skipped.set(type, (skipped.get(type) ?? 0) + 1);
      continue;
    }
    const { toWorld } = shape;
    yield {
      ...shape,
      layer,
      stretch: place.stretch,
      toWorld: (x, y, z) => place.toWorld(...toWorld(x, y, z)),
    };
  }
}

/** The line of an entity; null: it is none. */
function shapeOf({ head, vertices }: DxfEntity, name: string): DxfShape | null {
  switch (head.type) {
    case 'POLYLINE':
      return oldPolyline(head, vertices, name);
    case 'LINE':
      return lineShape(head, name);
    case 'LWPOLYLINE':
      return lightPolyline(head, name);
    case 'ARC':
    case 'CIRCLE':
      return roundShape(head, name);
    case 'ELLIPSE':
      return curveShape(head, ellipsePieces(head, name));
    case 'SPLINE':
      return curveShape(head, splinePieces(head, name));
    default:
      return null;
  }
}

/** A curve in the coordinates of the drawing. */
function curveShape({ line }: DxfRecord, pieces: readonly CurvePiece[]): DxfShape {
  const ends = pieces.map(pieceEnds);
  const vertices = [...ends.slice(0, 1).map(([first]) => first), ...ends.map(([, last]) => last)];
  return {
    line,
    closed: false,
    vertices: vertices.map(([x, y, z]) => [x, y, z, 0] as const),
    pieces,
    toWorld: WORLD,
  };
}

function lineShape(record: DxfRecord, name: string): DxfShape {
  const end = (k: 0 | 1): [number, number, number, number] => [
    numberOf(record, 10 + k, name),
    numberOf(record, 20 + k, name),
    numberOf(record, 30 + k, name, 0),
    0,
  ];
  return { line: record.line, closed: false, vertices: [end(0), end(1)], pieces: null, toWorld: WORLD };
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
    line: record.line,
    closed: (numberOf(record, 70, name, 0) & CLOSED) !== 0,
    vertices,
    pieces: null,
    toWorld: frameOf(record, name),
  };
}

/** A POLYLINE with its vertices; null for a mesh. */
function oldPolyline(head: DxfRecord, vertices: readonly DxfRecord[], name: string): DxfShape | null {
  const flags = numberOf(head, 70, name, 0);
  if (flags & MESHES) return null;
  const z = numberOf(head, 30, name, 0);
  return {
    line: head.line,
    pieces: null,
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
    line: record.line,
    pieces: null,
    closed: whole,
    vertices: whole ? halves : [...halves, at(from + sweep, 0)],
    toWorld: frameOf(record, name),
  };
}

function frameOf(record: DxfRecord, name: string): ToWorld {
  return objectFrame([
    numberOf(record, 210, name, 0),
    numberOf(record, 220, name, 0),
    numberOf(record, 230, name, 1),
  ]);
}
