/** Intersection of a vertical with a closed outline. */
interface VerticalCrossing {
  /** The side that begins at this vertex. */
  readonly side: number;
  readonly up: number;
}

/**
 * Intersections of the vertical at `left` with a closed outline, from below: an even number, two for a simple
 * section. A vertex on the vertical counts as left of it, so that touching it is no crossing.
 *
 * @param outline (left, up) pairs, first vertex not repeated
 */
export function verticalCrossings(outline: ArrayLike<number>, left: number): VerticalCrossing[] {
  const n = outline.length / 2;
  const crossings: VerticalCrossing[] = [];
  for (let side = 0; side < n; side++) {
    const next = side + 1 === n ? 0 : side + 1;
    const x0 = outline[2 * side];
    const x1 = outline[2 * next];
    if (x0 <= left === x1 <= left) continue;
    const y0 = outline[2 * side + 1];
    crossings.push({ side, up: y0 + ((left - x0) / (x1 - x0)) * (outline[2 * next + 1] - y0) });
  }
  return crossings.sort((a, b) => a.up - b.up);
}
