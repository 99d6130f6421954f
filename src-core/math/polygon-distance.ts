/**
 * Signed distance of a point of the section plane from the design, m: positive outside (overbreak), negative inside
 * (underbreak), 0 on it. For millions of points use `DesignDistances`.
 *
 * @param outline closed, (left, up) pairs, counter-clockwise; see `designOutline`
 */
export function designDistance(outline: Float64Array, left: number, up: number): number {
  const n = outline.length / 2;
  let squared = Number.POSITIVE_INFINITY;
  let inside = false;
  for (let i = 0; i < n; i++) {
    squared = Math.min(squared, squaredToSide(outline, i, left, up));
    if (crosses(outline, i, left, up)) inside = !inside;
  }
  return inside ? -Math.sqrt(squared) : Math.sqrt(squared);
}

/** Squared distance of a point to the side that ends at a vertex. */
export function squaredToSide(outline: Float64Array, end: number, left: number, up: number): number {
  const begin = end === 0 ? outline.length / 2 - 1 : end - 1;
  const x0 = outline[2 * begin];
  const y0 = outline[2 * begin + 1];
  const dx = outline[2 * end] - x0;
  const dy = outline[2 * end + 1] - y0;
  const length = dx * dx + dy * dy;
  const share = length > 0 ? ((left - x0) * dx + (up - y0) * dy) / length : 0;
  const along = share < 0 ? 0 : share > 1 ? 1 : share;
  const offX = left - x0 - along * dx;
  const offY = up - y0 - along * dy;
  return offX * offX + offY * offY;
}

/**
 * True if a ray from a point to the left crosses the side that ends at a vertex; an odd number of crossings means
 * inside.
 */
export function crosses(outline: Float64Array, end: number, left: number, up: number): boolean {
  const begin = end === 0 ? outline.length / 2 - 1 : end - 1;
  const y0 = outline[2 * begin + 1];
  const y1 = outline[2 * end + 1];
  if (y0 > up === y1 > up) return false;
  const x0 = outline[2 * begin];
  return left < x0 + ((up - y0) / (y1 - y0)) * (outline[2 * end] - x0);
}
