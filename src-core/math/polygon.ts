/** Area (positive counter-clockwise), first moments and length of a closed polygon of (x, y) pairs. */
interface PolygonMeasures {
  readonly area: number;
  /** Integrals of x and y over the area. */
  readonly momentX: number;
  readonly momentY: number;
  readonly perimeter: number;
}

/** Measures of a closed polygon, first vertex not repeated, about its own first vertex for precision. */
export function measurePolygon(outline: ArrayLike<number>): PolygonMeasures {
  const n = outline.length / 2;
  const ox = outline[0];
  const oy = outline[1];
  let twice = 0;
  let mx = 0;
  let my = 0;
  let perimeter = 0;
  for (let i = 0; i < n; i++) {
    const j = i + 1 === n ? 0 : i + 1;
    const ax = outline[2 * i] - ox;
    const ay = outline[2 * i + 1] - oy;
    const bx = outline[2 * j] - ox;
    const by = outline[2 * j + 1] - oy;
    const cross = ax * by - bx * ay;
    twice += cross;
    mx += cross * (ax + bx);
    my += cross * (ay + by);
    perimeter += Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
  }
  const area = twice / 2;
  return { area, momentX: mx / 6 + area * ox, momentY: my / 6 + area * oy, perimeter };
}
