import { type Message, message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { NamedPolyline, ReadDrawing } from '../../../model/polyline.ts';
import { READING_LIMITS } from '../../../model/reading-limits.ts';
import { largestSide } from '../drawing-text.ts';
import {
  decideUnit,
  type LengthUnit,
  METRES,
  UNIT_DEFAULTS,
  type UnitOptions,
  unitText,
} from '../length-units.ts';
import { dxfPairs, dxfRecords, dxfText } from './dxf-pairs.ts';
import { declaredUnit, entityPairs } from './dxf-sections.ts';
import { type DxfShape, dxfShapes } from './dxf-shapes.ts';
import { flattenBulge } from './flatten-arc.ts';

export interface DxfReaderOptions extends UnitOptions {
  /** Largest distance of the chords from the arcs that they approximate, m. */
  readonly sagitta: number;
  /** Only entities on these layers; null: all. */
  readonly layers: readonly string[] | null;
}

export const DXF_READER_DEFAULTS: DxfReaderOptions = { ...UNIT_DEFAULTS, sagitta: 1e-4, layers: null };

/** Tolerance for closing a line, m. */
const CLOSING = 1e-6;

/**
 * Reads the lines of an ASCII DXF of any version: LINE, LWPOLYLINE and POLYLINE (with bulges), ARC and CIRCLE, as
 * polylines in metres with arcs flattened. Each entity is a polyline of its own (`joinPolylines` joins them).
 * Blocks are not expanded: skipped entities are counted in the notes. A line that ends where it begins is closed.
 *
 * @param name of the file, shown in messages
 * @throws SocavonError drawing-format (binary, DWG, damaged: names the line), drawing-truncated, drawing-empty,
 *   drawing-units (the unit must be stated)
 */
export function readDxf(
  bytes: Uint8Array,
  name: string,
  options: DxfReaderOptions = DXF_READER_DEFAULTS,
): ReadDrawing {
  const header = { insUnits: 0 };
  const entities = entityPairs(dxfPairs(dxfText(bytes, name), name), header, name);
  const skipped = new Map<string, number>();
  const all = [...dxfShapes(dxfRecords(entities), skipped, name)].filter(
    ({ vertices }) => vertices.length > 1,
  );
  const shapes = all.filter(({ layer }) => options.layers === null || options.layers.includes(layer));
  if (shapes.length === 0) throw empty(name, all, skipped, options.layers);
  const lacking = shapes.find(({ vertices }) => vertices.some(([x, y, z]) => Number.isNaN(x + y + z)));
  if (lacking) throw incomplete(lacking, name);
  const extent = largestSide(
    shapes.flatMap(({ vertices, toWorld }) => vertices.map(([x, y, z]) => toWorld(x, y, z))),
  );
  const unit = decideUnit(extent, declaredUnit(header.insUnits), name, options);
  const scale = METRES[unit];
  let chordsLeft: number = READING_LIMITS.chords;
  const polylines = shapes.map((shape) => {
    const points = flattened(shape, scale, options.sagitta / scale, chordsLeft, name);
    chordsLeft -= points.length / 3 - shape.vertices.length;
    return asPolyline(shape, points);
  });
  return {
    polylines,
    notes: [unitNote(unit, header.insUnits, options.unit), skippedNote(skipped)]
      .filter((note) => note !== null)
      .map((what) => message('drawing-note', { name, what })),
  };
}

/** Coordinates of the line with its arcs as chords, of which the drawing may have so many more. */
function flattened(
  shape: DxfShape,
  scale: number,
  sagitta: number,
  mostChords: number,
  name: string,
): number[] {
  const { vertices, toWorld } = shape;
  const points: number[] = [];
  const put = (x: number, y: number, z: number): void => {
    const [wx, wy, wz] = toWorld(x, y, z);
    points.push(scale * wx, scale * wy, scale * wz);
  };
  put(vertices[0][0], vertices[0][1], vertices[0][2]);
  const edges = shape.closed ? vertices.length : vertices.length - 1;
  for (let i = 0; i < edges; i++) {
    const [x0, y0, z0, bulge] = vertices[i];
    const [x1, y1, z1] = vertices[(i + 1) % vertices.length];
    const most = mostChords - (points.length / 3 - i);
    const chords = bulge === 0 ? [[x1, y1]] : flattenBulge([x0, y0], [x1, y1], bulge, sagitta, most);
    if (chords === null)
      throw new SocavonError(
        'drawing-format',
        message('dxf-arc-fine', { name, line: shape.line, most: READING_LIMITS.chords }),
      );
    chords.forEach(([x, y], k) => {
      put(x, y, z0 + ((z1 - z0) * (k + 1)) / chords.length);
    });
  }
  if (!points.every(Number.isFinite)) throw incomplete(shape, name);
  return points;
}

/** The line of these coordinates; closed where it ends where it begins. */
function asPolyline(shape: DxfShape, points: number[]): NamedPolyline {
  const last = points.length - 3;
  const returns =
    points.length > 9 &&
    Math.hypot(points[last] - points[0], points[last + 1] - points[1], points[last + 2] - points[2]) <
      CLOSING;
  if (returns) points.length = last;
  return {
    name: shape.layer,
    points: Float64Array.from(points),
    closed: shape.closed || returns,
    line: shape.line,
  };
}

function incomplete({ line }: DxfShape, name: string): SocavonError {
  return new SocavonError('drawing-format', message('dxf-vertex-incomplete', { name, line }));
}

function empty(
  name: string,
  all: readonly DxfShape[],
  skipped: ReadonlyMap<string, number>,
  layers: readonly string[] | null,
): SocavonError {
  const there = [...new Set(all.map(({ layer }) => layer))].sort();
  const what =
    all.length > 0
      ? message('dxf-layers-empty', { wanted: (layers ?? []).join(', '), there: there.join(', ') })
      : skipped.size > 0
        ? message('dxf-no-line-only', { skipped: counted(skipped) })
        : message('dxf-no-line');
  return new SocavonError('drawing-empty', message('drawing-refused-file', { name, what }));
}

function unitNote(unit: LengthUnit, insUnits: number, stated: LengthUnit | null): Message {
  if (stated !== null) return message('drawing-as-stated', { unit: unitText(unit) });
  if (declaredUnit(insUnits) === null) return message('drawing-no-unit');
  return unit === 'm' ? message('drawing-in-metres') : message('drawing-converted', { unit: unitText(unit) });
}

function skippedNote(skipped: ReadonlyMap<string, number>): Message | null {
  if (skipped.size === 0) return null;
  const code = skipped.has('INSERT') ? 'drawing-skipped-blocks' : 'drawing-skipped';
  return message(code, { skipped: counted(skipped) });
}

function counted(skipped: ReadonlyMap<string, number>): string {
  return [...skipped]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, times]) => `${times} ${type}`)
    .join(', ');
}
