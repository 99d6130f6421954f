import { message } from '../../messages/message.ts';
import type { Sector } from '../../model/breaks.ts';
import { SocavonError } from '../../model/errors.ts';
import type { UnrolledWall } from '../../model/unrolled.ts';
import { UNKNOWN } from '../wall/cells/wall-grid.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import { PerimeterLine } from './unrolled/perimeter-line.ts';
import { SlabPerimeter } from './unrolled/slab-perimeter.ts';

export interface UnrollOptions {
  /** Edge of a cell, m of chainage and of perimeter position. */
  readonly cell: number;
}

export const UNROLL_DEFAULTS: UnrollOptions = { cell: 0.1 };

/** Most cells of a raster; more are due to a wrong unit. */
const MOST_CELLS = 50_000_000;

/**
 * Unrolls the wall of a drive: chainage x perimeter position, m (docs/volume.md, "Unrolled wall"). A cell of
 * the raster shows the wall cell in the direction from the section's middle through its point of the
 * reference outline, at any distance.
 *
 * @param reference outline that perimeter position is measured along, (left, up) pairs about the axis,
 *   counter-clockwise: the design's (`designOutline`) or the drive's own (`referenceOutline`)
 * @param from, to chainages within the axis
 * @param sectorAt sector of a point of the section plane, from the design (`sectorAt`); null: by the facing
 *   direction of the outline
 * @throws SocavonError chainage-range: reversed, empty or off the wall; design-unusable; usage
 */
export function unrollWall(
  wall: WallSurface,
  reference: Float64Array,
  from: number,
  to: number,
  options: Partial<UnrollOptions> = {},
  sectorAt: ((left: number, up: number) => Sector) | null = null,
): UnrolledWall {
  const { cell } = { ...UNROLL_DEFAULTS, ...options };
  const line = new PerimeterLine(reference, sectorAt);
  const frame = frameOf(wall, line, from, to, cell);
  const { columns, rows } = frame;
  const unrolled: UnrolledWall = {
    ...frame,
    parts: line.parts,
    wallCell: new Int32Array(rows * columns).fill(-1),
    state: new Uint8Array(rows * columns),
    beyond: new Uint8Array(rows * columns),
    area: new Float32Array(rows * columns),
  };
  const edges = perimeterOfEdges(unrolled);
  const places = Array.from(edges, (position) => line.placeAt(position));
  const middles = Array.from({ length: rows }, (_, row) => line.placeAt((edges[row] + edges[row + 1]) / 2));
  const ring = new SlabPerimeter(wall);
  for (let column = 0; column < columns; column++) {
    const a = from + column * cell;
    const b = Math.min(to, a + cell);
    const slab = slabAt(wall, (a + b) / 2);
    if (slab < 0 || slab >= wall.grid.slabs) continue;
    ring.take(slab, a, b);
    let before = ring.lengthTo(places[0]);
    for (let row = 0; row < rows; row++) {
      const after = ring.lengthTo(places[row + 1]);
      const length = ring.between(before, after);
      before = after;
      const at = row * columns + column;
      const bin = ring.binAt(middles[row]);
      const wallCell = slab * wall.grid.bins + bin;
      if (wall.grid.state[wallCell] === UNKNOWN) continue;
      unrolled.wallCell[at] = wallCell;
      unrolled.state[at] = wall.grid.state[wallCell];
      unrolled.area[at] = length * ring.axialLengthAt(bin);
      if (wall.recesses.number[wallCell] > 0) unrolled.beyond[at] = 1;
    }
  }
  return unrolled;
}

/**
 * Maps a value per wall cell to the raster of the unrolled wall.
 *
 * @param values one per cell of the wall (slab x bin)
 * @returns one per cell of the raster, the uppermost row first; NaN where the wall is open
 */
export function unrolledLayer({ wallCell }: UnrolledWall, values: ArrayLike<number>): Float32Array {
  return Float32Array.from(wallCell, (at) => (at < 0 ? Number.NaN : values[at]));
}

/** Perimeter positions of the edges of the rows, from the left cut to the right one, m; rows + 1 values. */
export function perimeterOfEdges({
  rows,
  cell,
  girthTop,
  girthLeft,
  girthRight,
}: UnrolledWall): Float64Array {
  return Float64Array.from({ length: rows + 1 }, (_, row) =>
    Math.max(girthRight, Math.min(girthLeft, girthTop - row * cell)),
  );
}

type Frame = Pick<
  UnrolledWall,
  'chainageFrom' | 'chainageTo' | 'cell' | 'columns' | 'rows' | 'girthTop' | 'girthLeft' | 'girthRight'
>;

function frameOf(wall: WallSurface, line: PerimeterLine, from: number, to: number, cell: number): Frame {
  if (!(to > from)) throw new SocavonError('chainage-range', message('chainage-reversed', { from, to }));
  const [knownFrom, knownTo] = [wall.surveyedFrom.toFixed(2), wall.surveyedTo.toFixed(2)];
  if (!(to > wall.surveyedFrom && from < wall.surveyedTo))
    throw new SocavonError(
      'chainage-range',
      message('chainage-outside', {
        start: from,
        end: to,
        knownStart: knownFrom,
        knownEnd: knownTo,
      }),
    );
  // Rounding must not add an empty row or column.
  const cellsIn = (metres: number): number => Math.ceil(metres / cell - 1e-9);
  const above = cellsIn(line.leftEnd);
  const frame = {
    chainageFrom: from,
    chainageTo: to,
    cell,
    columns: cellsIn(to - from),
    rows: above + cellsIn(-line.rightEnd),
    girthTop: above * cell,
    girthLeft: line.leftEnd,
    girthRight: line.rightEnd,
  };
  if (!(cell > 0) || !(frame.columns * frame.rows <= MOST_CELLS))
    throw new SocavonError('usage', message('unroll-cell', { cell, metres: (to - from).toFixed(0) }));
  return frame;
}

/** Index of the slab at a chainage; a face belongs to the slab behind it. */
function slabAt(wall: WallSurface, chainage: number): number {
  return Math.floor(chainage / wall.options.slab) - wall.firstSlab;
}
