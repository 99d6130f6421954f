/** Area and first moments of a region, m^2 and m^3. */
export interface RegionMeasures {
  area: number;
  /** Integrals of x and of y over the region. */
  momentX: number;
  momentY: number;
}

/** Intersection and differences of two outlines. */
export interface PolygonOverlap {
  readonly both: RegionMeasures;
  readonly onlyFirst: RegionMeasures;
  readonly onlySecond: RegionMeasures;
}

/**
 * Areas and moments of the intersection and of both differences of two simple polygons, exact to rounding.
 *
 * The plane is cut into vertical strips at every vertex and every crossing. Inside a strip no two sides cross, so
 * between neighbouring sides lies a trapezoid that is entirely inside or outside either polygon (even-odd). Only
 * integrals are needed, so no outline is stitched together, and touching, overlapping or repeated sides need no
 * special case: they make strips or trapezoids without area. General clipping libraries build the outlines, and
 * fail on just those cases.
 *
 * @param first, second (x, y) pairs, in either direction, first vertex not repeated
 */
export function polygonOverlap(first: ArrayLike<number>, second: ArrayLike<number>): PolygonOverlap {
  const a = sidesOf(1, first);
  const b = sidesOf(2, second);
  const cuts = cutsOf(a, b);
  const overlap: PolygonOverlap = { both: nothing(), onlyFirst: nothing(), onlySecond: nothing() };
  const regions = [null, overlap.onlyFirst, overlap.onlySecond, overlap.both];
  const waiting = [...a, ...b].sort((p, q) => q.x0 - p.x0);
  const active: Side[] = [];
  // One set of spans, reused for all strips: a survey compares thousands of sections.
  const spans: MutableSpan[] = [];
  for (let c = 0; c + 1 < cuts.length; c++) {
    const left = cuts[c];
    const right = cuts[c + 1];
    dropEnded(active, right);
    while (waiting.length > 0 && waiting[waiting.length - 1].x0 <= left) active.push(waiting.pop()!);
    while (spans.length < active.length) spans.push({ left: 0, middle: 0, right: 0, polygon: 1 });
    sortSpans(spans, active, left, right);
    let inside = 0;
    for (let i = 0; i + 1 < active.length; i++) {
      inside ^= spans[i].polygon;
      const region = regions[inside];
      if (region) addTrapezoid(region, left, right, spans[i], spans[i + 1]);
    }
  }
  return overlap;
}

/** Abscissas of all vertices and crossings, ascending, without duplicates. */
function cutsOf(a: readonly Side[], b: readonly Side[]): Float64Array {
  const all: number[] = crossings(a, b);
  for (const { x0, x1 } of a) all.push(x0, x1);
  for (const { x0, x1 } of b) all.push(x0, x1);
  const sorted = Float64Array.from(all).sort();
  let count = 0;
  for (let i = 0; i < sorted.length; i++)
    if (i === 0 || sorted[i] !== sorted[count - 1]) sorted[count++] = sorted[i];
  return sorted.subarray(0, count);
}

function dropEnded(active: Side[], right: number): void {
  let remaining = 0;
  for (const side of active) if (side.x1 >= right) active[remaining++] = side;
  active.length = remaining;
}

/** Fills the first spans with the sides that cross a strip, from the lowest to the highest. */
function sortSpans(spans: MutableSpan[], active: readonly Side[], left: number, right: number): void {
  const at = (left + right) / 2;
  for (let i = 0; i < active.length; i++) {
    const side = active[i];
    const span = spans[i];
    span.left = heightAt(side, left);
    span.middle = heightAt(side, at);
    span.right = heightAt(side, right);
    span.polygon = side.polygon;
    // A handful of sides, nearly sorted from the strip before.
    for (let k = i; k > 0 && spans[k - 1].middle > span.middle; k--) {
      spans[k] = spans[k - 1];
      spans[k - 1] = span;
    }
  }
}

function nothing(): RegionMeasures {
  return { area: 0, momentX: 0, momentY: 0 };
}

/** Adds the trapezoid between two sides in a strip; Simpson's rule is exact for the quadratic integrands. */
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

/** A side within a strip: its heights at the strip's left, middle and right. */
export interface Span {
  readonly left: number;
  readonly middle: number;
  readonly right: number;
  readonly polygon: 1 | 2;
}

type MutableSpan = { -readonly [key in keyof Span]: Span[key] };

/** A side of one of the two polygons, x0 < x1; vertical sides bound no strip. */
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
  const result: number[] = [];
  for (const p of a) {
    const low = Math.min(p.y0, p.y1);
    const high = Math.max(p.y0, p.y1);
    for (const q of b) {
      const from = p.x0 > q.x0 ? p.x0 : q.x0;
      const to = p.x1 < q.x1 ? p.x1 : q.x1;
      if (from >= to || (q.y0 > high && q.y1 > high) || (q.y0 < low && q.y1 < low)) continue;
      const before = heightAt(p, from) - heightAt(q, from);
      const after = heightAt(p, to) - heightAt(q, to);
      if (before * after < 0) result.push(from + ((to - from) * before) / (before - after));
    }
  }
  return result;
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
