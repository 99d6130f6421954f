import { SECTORS, type Sector } from '../../model/breaks.ts';

/**
 * Contour of a profile against its design, vertex by vertex: from it over- and underbreak are computed for a
 * shifted wall.
 */
export interface BreakContour {
  readonly chainage: number;
  /** Length of axis that the profile represents, m. */
  readonly length: number;
  readonly vertices: ContourVertices;
}

export interface ContourVertices {
  /** Distance from the line of excavation, m, positive outside. */
  readonly distance: Float64Array;
  /** Contour length per vertex, half of either side, m; and that length projected to the left and up. */
  readonly size: Float64Array;
  readonly left: Float64Array;
  readonly up: Float64Array;
  /** Index in `SECTORS`. */
  readonly sector: Uint8Array;
}

/**
 * Contour vertices of an outline.
 *
 * @param outline closed, (left, up) pairs, counter-clockwise, m
 * @param distance of its vertices from the line of excavation, m, positive outside
 * @param sectors of its vertices
 */
export function contourVertices(
  outline: ArrayLike<number>,
  distance: Float64Array,
  sectors: readonly Sector[],
): ContourVertices {
  const n = distance.length;
  const [size, left, up] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i++) {
    const next = (i + 1) % n;
    const right = outline[2 * i] - outline[2 * next];
    const rise = outline[2 * next + 1] - outline[2 * i + 1];
    const half = Math.hypot(right, rise) / 2;
    for (const end of [i, next]) {
      size[end] += half;
      left[end] += rise / 2;
      up[end] += right / 2;
    }
  }
  return { distance, size, left, up, sector: Uint8Array.from(sectors, (sector) => SECTORS.indexOf(sector)) };
}

/** A shift of the wall against the design, m. */
export interface WallShift {
  readonly left: number;
  readonly up: number;
}

/**
 * Change of over- and underbreak by sector if the wall of each contour is shifted, m^3.
 *
 * @param shiftAt shift of a contour
 * @returns indexed as `SECTORS`
 */
export function changeOfBreaks(
  contours: readonly BreakContour[],
  shiftAt: (contour: BreakContour) => WallShift,
): { readonly over: number; readonly under: number }[] {
  const changes = SECTORS.map(() => ({ over: 0, under: 0 }));
  for (const contour of contours) {
    const { distance, size, left, up, sector } = contour.vertices;
    const shift = shiftAt(contour);
    for (let i = 0; i < distance.length; i++) {
      const before = size[i] * distance[i];
      const after = before + left[i] * shift.left + up[i] * shift.up;
      const change = changes[sector[i]];
      change.over += contour.length * (Math.max(after, 0) - Math.max(before, 0));
      change.under += contour.length * (Math.max(-after, 0) - Math.max(-before, 0));
    }
  }
  return changes;
}

/** Surface of the wall outside and inside of the design, m^2, indexed as `SECTORS`. */
export function breakSurfaces(
  contours: readonly BreakContour[],
): { readonly over: number; readonly under: number }[] {
  const surfaces = SECTORS.map(() => ({ over: 0, under: 0 }));
  for (const { length, vertices } of contours)
    vertices.distance.forEach((distance, i) => {
      surfaces[vertices.sector[i]][distance > 0 ? 'over' : 'under'] += length * vertices.size[i];
    });
  return surfaces;
}
