/**
 * Piece of a rational curve (Bézier): control points as 4 numbers each, x, y, z times their weight, and the weight, which is
 * positive.
 */
export type CurvePiece = Float64Array;

/**
 * Flattens consecutive pieces of a curve into chords that stay within `sagitta` of it; returns its points without the first, or
 * null if it takes more than `most` chords.
 *
 * A piece lies within the hull of its control points, so that it is a chord where none of them is farther from it.
 *
 * @param sagitta in the unit of the points
 */
export function flattenCurve(
  pieces: readonly CurvePiece[],
  sagitta: number,
  most: number,
): [number, number, number][] | null {
  const points: [number, number, number][] = [];
  const open = pieces.toReversed();
  for (let piece = open.pop(); piece; piece = open.pop()) {
    if (points.length + open.length >= most) return null;
    if (isFlat(piece, sagitta)) points.push(place(piece, piece.length - 4));
    else open.push(...halves(piece).toReversed());
  }
  return points;
}

/** The first and the last point of a piece. */
export function pieceEnds(
  piece: CurvePiece,
): [first: [number, number, number], last: [number, number, number]] {
  return [place(piece, 0), place(piece, piece.length - 4)];
}

/** The control points of a piece. */
export function piecePoints(piece: CurvePiece): [number, number, number][] {
  return Array.from({ length: piece.length / 4 }, (_, i) => place(piece, 4 * i));
}

function place(piece: CurvePiece, at: number): [number, number, number] {
  const weight = piece[at + 3];
  return [piece[at] / weight, piece[at + 1] / weight, piece[at + 2] / weight];
}

function isFlat(piece: CurvePiece, sagitta: number): boolean {
  const [a, b] = pieceEnds(piece);
  const along = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const square = along[0] ** 2 + along[1] ** 2 + along[2] ** 2;
  for (let at = 4; at < piece.length - 4; at += 4) {
    const p = place(piece, at);
    const from = [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
    const dot = from[0] * along[0] + from[1] * along[1] + from[2] * along[2];
    const t = square > 0 ? Math.min(1, Math.max(0, dot / square)) : 0;
    const off = Math.hypot(from[0] - t * along[0], from[1] - t * along[1], from[2] - t * along[2]);
    if (!(off <= sagitta)) return false;
  }
  return true;
}

/** Both halves of a piece, by de Casteljau's algorithm. */
function halves(piece: CurvePiece): [CurvePiece, CurvePiece] {
  const n = piece.length;
  const work = piece.slice();
  const [first, second] = [new Float64Array(n), new Float64Array(n)];
  for (let level = 0; level < n; level += 4) {
    first.set(work.subarray(0, 4), level);
    second.set(work.subarray(n - 4 - level, n - level), n - 4 - level);
    for (let at = 0; at < n - 4 - level; at++) work[at] = (work[at] + work[at + 4]) / 2;
  }
  return [first, second];
}
