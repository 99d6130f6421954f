/** Area and first moments of a region, m^2 and m^3. */
export interface RegionMeasures {
  area: number;
  /** Integrals of x and of y over the region. */
  momentX: number;
  momentY: number;
}

/** What two outlines have in common and apart. */
export interface PolygonOverlap {
  readonly both: RegionMeasures;
  readonly onlyFirst: RegionMeasures;
  readonly onlySecond: RegionMeasures;
}

/**
 * Areas and moments of the intersection and of both differences of two simple polygons, exact to rounding.
 *
 * The plane is cut into vertical strips at every vertex and every crossing. Inside a strip no two sides cross,
 * so between neighbouring sides lies a trapezoid that is wholly inside or outside either polygon (even-odd).
 * Only integrals are wanted, so no outline is stitched together and touching, overlapping or repeated sides need no
 * special case: they make strips or trapezoids without area. General clipping libraries build the outlines, and
 * fail on just those cases.
 *
 * @param first, second (x, y) pairs, either way round, first vertex not repeated
 */
export function polygonOverlap(first: ArrayLike<number>, second: ArrayLike<number>): PolygonOverlap {
  const a = sidesOf(1, first);
  const b = sidesOf(2, second);
  const cuts = Float64Array.from(
    new Set([...a.flatMap((s) => [s.x0, s.x1]), ...b.flatMap((s) => [s.x0, s.x1]), ...crossings(a, b)]),
  ).sort();
  const overlap: PolygonOverlap = { both: nothing(), onlyFirst: nothing(), onlySecond: nothing() };
  const regions = [null, overlap.onlyFirst, overlap.onlySecond, overlap.both];
  const waiting = [...a, ...b].sort((p, q) => q.x0 - p.x0);
  let active: Side[] = [];
  for (let c = 0; c + 1 < cuts.length; c++) {
    const left = cuts[c];
    const right = cuts[c + 1];
    active = active.filter((side) => side.x1 >= right);
    while (waiting.length > 0 && waiting[waiting.length - 1].x0 <= left) active.push(waiting.pop()!);
    const spans = active.map((side) => spanOf(side, left, right)).sort((p, q) => p.middle - q.middle);
    let inside = 0;
    for (let i = 0; i + 1 < spans.length; i++) {
      inside ^= spans[i].polygon;
      const region = regions[inside];
      if (region) addTrapezoid(region, left, right, spans[i], spans[i + 1]);
    }
  }
  return overlap;
}

function nothing(): RegionMeasures {
  return { area: 0, momentX: 0, momentY: 0 };
}

/** Adds what lies between two sides in a strip; Simpson's rule is exact for the quadratic integrands. */
function addTrapezoid(region: RegionMeasures, left: number, right: number, below: Span, above: Span): void {
  const width = right - left;
  const h0 = above.left - below.left;
  const h1 = above.right - below.right;
  region.area += (width * (h0 + h1)) / 2;
  region.momentX += (width * (h0 * (2 * left + right) + h1 * (left + 2 * right))) / 6;
  region.momentY +=
    (width *
      (square(above.left, above.middle, above.right) - square(below.left, below.middle, below.right))) /
    12;
}

function square(left: number, middle: number, right: number): number {
  return left * left + 4 * middle * middle + right * right;
}

/** A side where it crosses a strip: its heights at the strip's left, middle and right. */
export interface Span {
  readonly left: number;
  readonly middle: number;
  readonly right: number;
  readonly polygon: 1 | 2;
}

/** A side of one of the two polygons, x0 < x1; upright sides bound no strip. */
export interface Side {
  readonly polygon: 1 | 2;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export function sidesOf(polygon: 1 | 2, outline: ArrayLike<number>): Side[] {
  const n = outline.length / 2;
  const sides: Side[] = [];
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    const [p, q] = outline[2 * i] <= outline[2 * j] ? [i, j] : [j, i];
    if (outline[2 * p] === outline[2 * q]) continue;
    sides.push({
      polygon,
      x0: outline[2 * p],
      y0: outline[2 * p + 1],
      x1: outline[2 * q],
      y1: outline[2 * q + 1],
    });
  }
  return sides;
}

/** Abscissas where sides of the two polygons cross. */
export function crossings(a: readonly Side[], b: readonly Side[]): number[] {
  const found: number[] = [];
  for (const p of a) {
    for (const q of b) {
      const from = Math.max(p.x0, q.x0);
      const to = Math.min(p.x1, q.x1);
      if (from >= to) continue;
      const before = heightAt(p, from) - heightAt(q, from);
      const after = heightAt(p, to) - heightAt(q, to);
      if (before * after < 0) found.push(from + ((to - from) * before) / (before - after));
    }
  }
  return found;
}

export function spanOf(side: Side, left: number, right: number): Span {
  return {
    left: heightAt(side, left),
    middle: heightAt(side, (left + right) / 2),
    right: heightAt(side, right),
    polygon: side.polygon,
  };
}

function heightAt(side: Side, x: number): number {
  return side.y0 + ((side.y1 - side.y0) * (x - side.x0)) / (side.x1 - side.x0);
}
