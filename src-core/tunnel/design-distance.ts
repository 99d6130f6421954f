/**
 * How far a place of the section plane lies from the design, m: positive outside (overbreak), negative inside
 * (underbreak), 0 on it.
 *
 * @param outline closed, (left, up) pairs, counter-clockwise; see `designOutline`
 */
export function designDistance(outline: Float64Array, left: number, up: number): number {
  const n = outline.length / 2;
  let squared = Number.POSITIVE_INFINITY;
  let inside = false;
  for (let i = 0, j = n - 1; i < n; j = i++) {
    const [x0, y0, x1, y1] = [outline[2 * j], outline[2 * j + 1], outline[2 * i], outline[2 * i + 1]];
    squared = Math.min(squared, squaredToSide(left, up, x0, y0, x1, y1));
    if (y0 > up !== y1 > up && left < x0 + ((up - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside;
  }
  return inside ? -Math.sqrt(squared) : Math.sqrt(squared);
}

function squaredToSide(x: number, y: number, x0: number, y0: number, x1: number, y1: number): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = dx * dx + dy * dy;
  const along = length > 0 ? Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / length)) : 0;
  return (x - x0 - along * dx) ** 2 + (y - y0 - along * dy) ** 2;
}
