import { type Message, message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import { isOnEarth } from '../../../model/place-limit.ts';
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
import { isFitted } from './dxf-curves.ts';
import { type DxfOpening, declaredUnit } from './dxf-sections.ts';
import { dxfShapes, type PlacedShape } from './dxf-shapes.ts';
import { flattenBulge } from './flatten-arc.ts';
import { flattenCurve, piecePoints } from './flatten-curve.ts';
import { type PlacedEntity, placedEntities } from './placed-entities.ts';

interface DxfReaderOptions extends UnitOptions {
  /** Largest distance of the chords from the arcs and curves that they approximate, m. */
  readonly sagitta: number;
  /** Only entities on these layers, the faults of others do not matter; null: all. */
  readonly layers: readonly string[] | null;
}

export const DXF_READER_DEFAULTS: DxfReaderOptions = { ...UNIT_DEFAULTS, sagitta: 1e-4, layers: null };

/** Tolerance for closing a line, m. */
const CLOSING = 1e-6;

/**
 * Reads the lines of a DXF of any version, ASCII or binary: LINE, LWPOLYLINE and POLYLINE (with bulges), ARC, CIRCLE, ELLIPSE
 * and SPLINE, also those of blocks at each place of an INSERT, as polylines in metres with arcs and curves flattened. Each entity
 * is a polyline of its own (`joinPolylines` joins them). Other entities are counted in the notes. A line that ends
 * where it begins is closed.
 *
 * @param name of the file, shown in messages
 * @throws SocavonError drawing-format (DWG, damaged: names the line), drawing-truncated, drawing-empty,
 *   drawing-units (the unit must be stated)
 */
export function readDxf(
  bytes: Uint8Array,
  name: string,
  options: DxfReaderOptions = DXF_READER_DEFAULTS,
): ReadDrawing {
  const header: DxfOpening = { insUnits: 0, blocks: new Map() };
  const skipped = new Map<string, number>();
  const layersThere = new Set<string>();
  const fitted: number[] = [];
  const { layers } = options;
  const entities = placedEntities(bytes, header, { layers, layersThere, skipped }, name);
  const shapes = [...dxfShapes(noting(entities, fitted), skipped, name)].filter(
    ({ vertices }) => vertices.length > 1,
  );
  if (shapes.length === 0) throw empty(name, layersThere, skipped, layers);
  const lacking = shapes.find(({ vertices }) => vertices.some(([x, y, z]) => Number.isNaN(x + y + z)));
  if (lacking) throw incomplete(lacking, name);
  const extent = largestSide(
    shapes.flatMap(({ vertices, toWorld }) => vertices.map(([x, y, z]) => toWorld(x, y, z))),
  );
  const unit = decideUnit(extent, declaredUnit(header.insUnits), name, options);
  const scale = METRES[unit];
  let chordsLeft: number = READING_LIMITS.chords;
  const polylines = shapes.map((shape) => {
    const sagitta = options.sagitta / (scale * shape.stretch);
    const points = flattened(shape, scale, sagitta, chordsLeft, name);
    chordsLeft -= points.length / 3 - shape.vertices.length;
    return asPolyline(shape, points);
  });
  return {
    polylines,
    notes: [unitNote(unit, header.insUnits, options.unit), skippedNote(skipped), fittedNote(fitted)]
      .filter((note) => note !== null)
      .map((what) => message('drawing-note', { name, what })),
  };
}

/** Coordinates of the line with its arcs as chords, of which the drawing may have so many more. */
function flattened(
  shape: PlacedShape,
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
  if (shape.pieces !== null) {
    // Of a curve that bends to no place on Earth no number of chords would be enough.
    requirePlaces(
      shape.pieces.flatMap((piece) =>
        piecePoints(piece).flatMap((point) => toWorld(...point).map((value) => scale * value)),
      ),
      shape,
      name,
    );
    const chords = flattenCurve(shape.pieces, sagitta, mostChords);
    if (chords === null) throw tooFine(shape, name);
    for (const [x, y, z] of chords) put(x, y, z);
    requirePlaces(points, shape, name);
    return points;
  }
  const edges = shape.closed ? vertices.length : vertices.length - 1;
  for (let i = 0; i < edges; i++) {
    const [x0, y0, z0, bulge] = vertices[i];
    const [x1, y1, z1] = vertices[(i + 1) % vertices.length];
    const most = mostChords - (points.length / 3 - i);
    const chords = bulge === 0 ? [[x1, y1]] : flattenBulge([x0, y0], [x1, y1], bulge, sagitta, most);
    if (chords === null) throw tooFine(shape, name);
    chords.forEach(([x, y], k) => {
      put(x, y, z0 + ((z1 - z0) * (k + 1)) / chords.length);
    });
  }
  requirePlaces(points, shape, name);
  return points;
}

/** Refuses a line with a vertex that is not finite, or that no place on Earth has. */
function requirePlaces(points: readonly number[], shape: PlacedShape, name: string): void {
  if (!points.every(Number.isFinite)) throw incomplete(shape, name);
  if (!points.every(isOnEarth))
    throw new SocavonError('drawing-format', message('dxf-far', { name, line: shape.line }));
}

function tooFine({ line }: PlacedShape, name: string): SocavonError {
  return new SocavonError(
    'drawing-format',
    message('dxf-arc-fine', { name, line, most: READING_LIMITS.chords }),
  );
}

/** The line of these coordinates; closed where it ends where it begins. */
function asPolyline(shape: PlacedShape, points: number[]): NamedPolyline {
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

function incomplete({ line }: PlacedShape, name: string): SocavonError {
  return new SocavonError('drawing-format', message('dxf-vertex-incomplete', { name, line }));
}

function empty(
  name: string,
  layersThere: ReadonlySet<string>,
  skipped: ReadonlyMap<string, number>,
  layers: readonly string[] | null,
): SocavonError {
  const there = [...layersThere].filter((layer) => !layers?.includes(layer)).toSorted();
  const what =
    layers !== null && there.length > 0
      ? message('dxf-layers-empty', { wanted: layers.join(', '), there: there.join(', ') })
      : skipped.size > 0
        ? message('dxf-no-line-only', { skipped: counted(skipped) })
        : message('dxf-no-line');
  return new SocavonError('drawing-empty', message('drawing-refused-file', { name, what }));
}

/** Passes entities on and takes down the lines of the splines that are drawn by their fit points. */
function* noting(entities: Iterable<PlacedEntity>, fitted: number[]): Generator<PlacedEntity> {
  for (const placed of entities) {
    if (isFitted(placed.entity.head)) fitted.push(placed.entity.head.line);
    yield placed;
  }
}

/** Maximum number of lines in a message. */
const LISTED = 8;

function fittedNote(lines: readonly number[]): Message | null {
  if (lines.length === 0) return null;
  const at = [...new Set(lines)].slice(0, LISTED).join(', ');
  return message('dxf-spline-fitted', { count: lines.length, at });
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
