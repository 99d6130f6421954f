/** Lateral interval of the section plane, from right to left, that is free of rock between two heights. */
export interface FreeSpan {
  /** m left of the axis, `from` < `to`. */
  readonly from: number;
  readonly to: number;
  /** Sides of the outline (by the vertex they begin at) that bound the span. */
  readonly fromSide: number;
  readonly toSide: number;
}

/** Part of a side between two heights. */
interface Blocked {
  readonly from: number;
  readonly to: number;
  readonly side: number;
}

/**
 * Free spans between two heights of a closed outline: upright boxes of that height fit exactly between `from`
 * and `to`. Rock that only touches the heights from outside does not block.
 *
 * @param outline (left, up) pairs, simple, first vertex not repeated
 * @param low, high m above the axis, `low` < `high`
 * @returns from right to left
 */
export function freeSpans(outline: ArrayLike<number>, low: number, high: number): FreeSpan[] {
  const blocked = sidesBetween(outline, low, high);
  const spans: FreeSpan[] = [];
  let reached = blocked[0];
  for (const next of blocked.slice(1)) {
    if (next.from > reached.to && containsSpan(outline, (reached.to + next.from) / 2, (low + high) / 2))
      spans.push({ from: reached.to, to: next.from, fromSide: reached.side, toSide: next.side });
    if (next.to > reached.to) reached = next;
  }
  return spans;
}

/** Lowest rock above a height between two lateral positions, and its side; null if there is none. */
export function lowestRock(
  outline: ArrayLike<number>,
  from: number,
  to: number,
  above: number,
): { readonly up: number; readonly side: number } | null {
  const n = outline.length / 2;
  let lowest: { up: number; side: number } | null = null;
  for (let side = 0; side < n; side++) {
    const next = side + 1 === n ? 0 : side + 1;
    const x0 = outline[2 * side];
    const y0 = outline[2 * side + 1];
    const x1 = outline[2 * next];
    const y1 = outline[2 * next + 1];
    // A side that only touches the interval from outside does not block, including upright sides on its ends.
    if (Math.max(x0, x1) <= from || Math.min(x0, x1) >= to) continue;
    const ya = heightAt(x0, y0, x1, y1, Math.max(from, Math.min(to, x0)), y0);
    const yb = heightAt(x0, y0, x1, y1, Math.max(from, Math.min(to, x1)), y1);
    if (Math.max(ya, yb) <= above) continue;
    const up = Math.max(above, Math.min(ya, yb));
    if (lowest === null || up < lowest.up) lowest = { up, side };
  }
  return lowest;
}

/** Sides within two heights, clipped to them: their lateral extents, sorted by their right end. */
export function sidesBetween(outline: ArrayLike<number>, low: number, high: number): Blocked[] {
  const n = outline.length / 2;
  const blocked: Blocked[] = [];
  for (let side = 0; side < n; side++) {
    const next = side + 1 === n ? 0 : side + 1;
    const x0 = outline[2 * side];
    const y0 = outline[2 * side + 1];
    const x1 = outline[2 * next];
    const y1 = outline[2 * next + 1];
    if (Math.max(y0, y1) <= low || Math.min(y0, y1) >= high) continue;
    const xa = heightAt(y0, x0, y1, x1, Math.max(low, Math.min(high, y0)), x0);
    const xb = heightAt(y0, x0, y1, x1, Math.max(low, Math.min(high, y1)), x1);
    blocked.push({ from: Math.min(xa, xb), to: Math.max(xa, xb), side });
  }
  return blocked.sort((p, q) => p.from - q.from || p.to - q.to || p.side - q.side);
}

/** Ordinate at `x` of the line from (x0, y0) to (x1, y1); `flat` where the line is upright. */
function heightAt(x0: number, y0: number, x1: number, y1: number, x: number, flat: number): number {
  if (x1 === x0) return flat;
  return x === x1 ? y1 : y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
}

function containsSpan(outline: ArrayLike<number>, left: number, up: number): boolean {
  const n = outline.length / 2;
  let inside = false;
  for (let side = 0; side < n; side++) {
    const next = side + 1 === n ? 0 : side + 1;
    const y0 = outline[2 * side + 1];
    const y1 = outline[2 * next + 1];
    if (y0 > up === y1 > up) continue;
    const x0 = outline[2 * side];
    if (left < x0 + ((up - y0) / (y1 - y0)) * (outline[2 * next] - x0)) inside = !inside;
  }
  return inside;
}
