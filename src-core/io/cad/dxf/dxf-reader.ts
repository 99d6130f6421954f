import { SocavonError } from '../../../model/errors.ts';
import type { NamedPolyline, ReadDrawing } from '../../../model/polyline.ts';
import { largestSide } from '../drawing-text.ts';
import {
  decideUnit,
  type LengthUnit,
  METRES,
  UNIT_DEFAULTS,
  UNIT_WORDS,
  type UnitOptions,
} from '../length-units.ts';
import { type DxfPair, dxfPairs, dxfRecords, dxfText, pairNumber } from './dxf-pairs.ts';
import { type DxfShape, dxfShapes } from './dxf-shapes.ts';
import { flattenBulge } from './flatten-arc.ts';

export interface DxfReaderOptions extends UnitOptions {
  /** Largest distance of the chords from the arcs that they stand for, m. */
  readonly sagitta: number;
  /** Only what lies on these layers; null: all. */
  readonly layers: readonly string[] | null;
}

export const DXF_READER_DEFAULTS: DxfReaderOptions = { ...UNIT_DEFAULTS, sagitta: 1e-4, layers: null };

/** Values of $INSUNITS that a drawing of a mine may have; 0 is "no unit". */
const INSUNITS: Readonly<Record<number, LengthUnit>> = {
  1: 'in',
  2: 'ft',
  4: 'mm',
  5: 'cm',
  6: 'm',
  7: 'km',
  21: 'us-ft',
};

/** Lines nearer than this to their start are closed, m. */
const CLOSING = 1e-6;

/**
 * The lines of an ASCII DXF of any version: LINE, LWPOLYLINE and POLYLINE (with bulges), ARC and CIRCLE, as polylines
 * in metres with arcs flattened. Each entity is a polyline of its own (`joinPolylines` lays the pieces end to end).
 * Blocks are not taken apart: what was left out is counted in the notes. A line that ends where it begins is closed.
 *
 * @param name of the file, shown in messages
 * @throws SocavonError drawing-format (binary, DWG, damaged: names the line), drawing-truncated, drawing-empty,
 *   drawing-units (asks for the unit)
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
  const extent = largestSide(
    shapes.flatMap(({ vertices, toWorld }) => vertices.map(([x, y, z]) => toWorld(x, y, z))),
  );
  const unit = decideUnit(extent, declaredUnit(header.insUnits), name, options);
  const scale = METRES[unit];
  return {
    polylines: shapes.map((shape) => flattened(shape, scale, options.sagitta / scale, name)),
    notes: [unitNote(unit, header.insUnits, options.unit), skippedNote(skipped)]
      .filter((note) => note !== null)
      .map((note) => `${name}: ${note}`),
  };
}

/**
 * The groups of the ENTITIES section, as they are read: a plan of a whole mine has millions. The unit of the header, which
 * stands before them, is put down on the way.
 */
function* entityPairs(
  pairs: Iterable<DxfPair>,
  header: { insUnits: number },
  name: string,
): Generator<DxfPair, void, undefined> {
  let section = '';
  let begins = false;
  let variable = '';
  for (const pair of pairs) {
    if (pair.code === 0) {
      begins = pair.value.trim() === 'SECTION';
      if (begins || pair.value.trim() === 'ENDSEC') {
        section = '';
        continue;
      }
    } else if (begins && pair.code === 2) {
      section = pair.value.trim();
      begins = false;
      continue;
    }
    if (section === 'ENTITIES') yield pair;
    else if (section === 'HEADER') {
      if (pair.code === 9) variable = pair.value.trim();
      else if (variable === '$INSUNITS' && pair.code === 70) header.insUnits = pairNumber(pair, name);
    }
  }
}

function declaredUnit(insUnits: number): LengthUnit | null {
  return INSUNITS[insUnits] ?? null;
}

function flattened(shape: DxfShape, scale: number, sagitta: number, name: string): NamedPolyline {
  const { vertices, toWorld } = shape;
  const points: number[] = [];
  const put = (x: number, y: number, z: number): void => {
    points.push(...toWorld(x, y, z).map((value) => scale * value));
  };
  put(vertices[0][0], vertices[0][1], vertices[0][2]);
  const edges = shape.closed ? vertices.length : vertices.length - 1;
  for (let i = 0; i < edges; i++) {
    const [x0, y0, z0, bulge] = vertices[i];
    const [x1, y1, z1] = vertices[(i + 1) % vertices.length];
    const chords = bulge === 0 ? [[x1, y1]] : flattenBulge([x0, y0], [x1, y1], bulge, sagitta);
    chords.forEach(([x, y], k) => {
      put(x, y, z0 + ((z1 - z0) * (k + 1)) / chords.length);
    });
  }
  if (!points.every(Number.isFinite))
    throw new SocavonError(
      'drawing-format',
      `Drawing ${name}: line ${shape.line}: a vertex of this line lacks a coordinate.`,
    );
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

function empty(
  name: string,
  all: readonly DxfShape[],
  skipped: ReadonlyMap<string, number>,
  layers: readonly string[] | null,
): SocavonError {
  const there = [...new Set(all.map(({ layer }) => layer))].sort();
  const what =
    all.length > 0
      ? `has no line on ${(layers ?? []).join(', ')}; its layers with lines are ${there.join(', ')}`
      : skipped.size > 0
        ? `has no line, polyline, arc or circle, only ${counted(skipped)}; explode blocks and convert curves to polylines before saving it`
        : 'has no line, polyline, arc or circle';
  return new SocavonError('drawing-empty', `Drawing ${name} ${what}.`);
}

function unitNote(unit: LengthUnit, insUnits: number, stated: LengthUnit | null): string {
  if (stated !== null) return `read in ${UNIT_WORDS[unit]}, as stated.`;
  if (declaredUnit(insUnits) === null) return 'no unit is declared, so it was read in metres.';
  return unit === 'm' ? 'in metres.' : `converted from ${UNIT_WORDS[unit]} to metres.`;
}

function skippedNote(skipped: ReadonlyMap<string, number>): string | null {
  if (skipped.size === 0) return null;
  const blocks = skipped.has('INSERT') ? ' Blocks are not taken apart: explode them where they matter.' : '';
  return `left out: ${counted(skipped)}.${blocks}`;
}

function counted(skipped: ReadonlyMap<string, number>): string {
  return [...skipped]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, times]) => `${times} ${type}`)
    .join(', ');
}
