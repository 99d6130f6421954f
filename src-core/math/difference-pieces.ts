import { measurePolygon } from './polygon.ts';
import { crossings, type Side, type Span, sidesOf, spanOf } from './polygon-overlap.ts';

/** Both differences of two polygons, as simple polygons that do not overlap: (x, y) pairs. */
interface DifferencePieces {
  readonly onlyFirst: readonly Float64Array[];
  readonly onlySecond: readonly Float64Array[];
}

/** A piece under construction from left to right: its lower and upper edge, and the sides that they follow. */
interface Growing {
  readonly region: number;
  readonly lower: number[];
  readonly upper: number[];
  low: Side;
  high: Side;
  x: number;
  lowY: number;
  highY: number;
}

/** Edges nearer than this count as one, m. */
const SAME = 1e-9;

/**
 * Polygons to shade: both differences of two simple polygons, cut along verticals into pieces that any
 * program can fill. It sweeps the same strips as `polygonOverlap`, whose areas the pieces sum to.
 *
 * @param first, second (x, y) pairs, in either orientation, first vertex not repeated
 * @param smallest pieces of a smaller area are left out, m^2
 */
export function differencePieces(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  smallest = 1e-6,
): DifferencePieces {
  const a = sidesOf(1, first);
  const b = sidesOf(2, second);
  const cuts = Float64Array.from(
    new Set([...a.flatMap((s) => [s.x0, s.x1]), ...b.flatMap((s) => [s.x0, s.x1]), ...crossings(a, b)]),
  ).sort();
  const pieces: [Float64Array[], Float64Array[]] = [[], []];
  const finish = (piece: Growing): void => {
    const outline = outlineOf(piece);
    if (measurePolygon(outline).area >= smallest) pieces[piece.region - 1].push(outline);
  };
  const waiting = [...a, ...b].sort((p, q) => q.x0 - p.x0);
  let active: Side[] = [];
  let growing: Growing[] = [];
  for (let c = 0; c + 1 < cuts.length; c++) {
    active = active.filter((side) => side.x1 >= cuts[c + 1]);
    while (waiting.length > 0 && waiting[waiting.length - 1].x0 <= cuts[c]) active.push(waiting.pop()!);
    const next = growOver(growing, active, cuts[c], cuts[c + 1]);
    for (const piece of growing) if (!next.includes(piece)) finish(piece);
    growing = next;
  }
  growing.forEach(finish);
  return { onlyFirst: pieces[0], onlySecond: pieces[1] };
}

/** Pieces in one strip: those of the previous strip that continue there, and new ones. */
function growOver(
  before: readonly Growing[],
  sides: readonly Side[],
  left: number,
  right: number,
): Growing[] {
  const spans = sides
    .map((side) => ({ side, span: spanOf(side, left, right) }))
    .sort((p, q) => p.span.middle - q.span.middle);
  const pieces: Growing[] = [];
  let inside = 0;
  for (let i = 0; i + 1 < spans.length; i++) {
    const [below, above] = [spans[i], spans[i + 1]];
    inside ^= below.span.polygon;
    if (inside !== 1 && inside !== 2) continue;
    const earlier = before.find(
      (piece) =>
        piece.region === inside &&
        Math.abs(piece.lowY - below.span.left) < SAME &&
        Math.abs(piece.highY - above.span.left) < SAME,
    );
    const piece = earlier ?? begin(inside, left, below, above);
    if (piece.low !== below.side) piece.lower.push(left, below.span.left);
    if (piece.high !== above.side) piece.upper.push(left, above.span.left);
    piece.low = below.side;
    piece.high = above.side;
    piece.x = right;
    piece.lowY = below.span.right;
    piece.highY = above.span.right;
    pieces.push(piece);
  }
  return pieces;
}

type Edge = { readonly side: Side; readonly span: Span };

function begin(region: number, left: number, below: Edge, above: Edge): Growing {
  return {
    region,
    lower: [left, below.span.left],
    upper: [left, above.span.left],
    low: below.side,
    high: above.side,
    x: left,
    lowY: below.span.left,
    highY: above.span.left,
  };
}

/** Outline along the lower edge and back along the upper one; vertices that coincide are merged. */
function outlineOf({ lower, upper, x, lowY, highY }: Growing): Float64Array {
  const points: number[] = [];
  const put = (px: number, py: number): void => {
    const n = points.length;
    if (n === 0 || Math.hypot(points[n - 2] - px, points[n - 1] - py) > SAME) points.push(px, py);
  };
  for (let i = 0; i < lower.length; i += 2) put(lower[i], lower[i + 1]);
  put(x, lowY);
  put(x, highY);
  for (let i = upper.length - 2; i >= 0; i -= 2) put(upper[i], upper[i + 1]);
  const n = points.length;
  if (n > 2 && Math.hypot(points[n - 2] - points[0], points[n - 1] - points[1]) <= SAME) points.length -= 2;
  return Float64Array.from(points);
}
