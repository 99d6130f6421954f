import { measurePolygon } from './polygon.ts';

/** Tolerance for merging the ends of pieces, m. */
const SAME_POINT = 1e-9;

/**
 * Outer boundary of the region that a closed path winds around counter-clockwise: parts that are wound clockwise,
 * or twice, make no loop of their own. Holes are filled.
 *
 * @param path (x, y) pairs; may cross itself
 * @param speck loops of a smaller area are ignored
 * @returns null if nothing is wound around, or more than one piece
 */
export function outermostLoop(path: Float64Array, speck: number): Float64Array | null {
  const pieces = piecesOf(path);
  const isWhole = pieces.length === path.length / 2;
  const loops = isWhole ? [path] : loopsOf(pieces.filter((piece) => isBoundary(path, piece)));
  const outer = loops.filter((loop) => measurePolygon(loop).area > speck);
  return outer.length === 1 ? outer[0] : null;
}

/** A part of a side between two crossings. */
interface Piece {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** The sides, split where others cross or touch them. */
function piecesOf(path: Float64Array): Piece[] {
  const n = path.length / 2;
  const cuts: number[][] = Array.from({ length: n }, () => []);
  for (let i = 0; i < n; i++)
    for (let j = i + 2; j < n; j++) if (i > 0 || j < n - 1) cutEachOther(path, i, j, cuts);
  return cuts.flatMap((shares, i) => {
    const j = (i + 1) % n;
    const at = (share: number): [number, number] =>
      share === 1
        ? [path[2 * j], path[2 * j + 1]]
        : [
            path[2 * i] + share * (path[2 * j] - path[2 * i]),
            path[2 * i + 1] + share * (path[2 * j + 1] - path[2 * i + 1]),
          ];
    const marks = [0, ...shares.toSorted((a, b) => a - b), 1];
    return marks.slice(1).flatMap((share, k) => {
      const [[x0, y0], [x1, y1]] = [at(marks[k]), at(share)];
      return Math.abs(x1 - x0) + Math.abs(y1 - y0) > SAME_POINT ? [{ x0, y0, x1, y1 }] : [];
    });
  });
}

function cutEachOther(path: Float64Array, i: number, j: number, cuts: number[][]): void {
  const n = path.length / 2;
  const [i2, j2] = [(i + 1) % n, (j + 1) % n];
  const px = path[2 * i2] - path[2 * i];
  const py = path[2 * i2 + 1] - path[2 * i + 1];
  const qx = path[2 * j2] - path[2 * j];
  const qy = path[2 * j2 + 1] - path[2 * j + 1];
  const ox = path[2 * j] - path[2 * i];
  const oy = path[2 * j + 1] - path[2 * i + 1];
  const cross = px * qy - py * qx;
  if (cross === 0) return; // parallel: where they overlap, their ends are cut by the sides that follow
  const a = (ox * qy - oy * qx) / cross;
  const b = (ox * py - oy * px) / cross;
  if (a < 0 || a > 1 || b < 0 || b > 1) return;
  if (a > 0 && a < 1) cuts[i].push(a);
  if (b > 0 && b < 1) cuts[j].push(b);
}

/** True if the region left of a piece is wound around and the region right of it is not. */
function isBoundary(path: Float64Array, { x0, y0, x1, y1 }: Piece): boolean {
  const length = Math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2);
  const aside = Math.min(1e-6, length / 4) / length;
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const [dx, dy] = [-(y1 - y0) * aside, (x1 - x0) * aside];
  return windings(path, x + dx, y + dy) > 0 && windings(path, x - dx, y - dy) <= 0;
}

/** Winding number of the path about a point, counter-clockwise. */
function windings(path: Float64Array, x: number, y: number): number {
  const n = path.length / 2;
  let count = 0;
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    const [y0, y1] = [path[2 * i + 1], path[2 * j + 1]];
    if (y0 > y === y1 > y) continue;
    const crossing = path[2 * i] + ((y - y0) / (y1 - y0)) * (path[2 * j] - path[2 * i]);
    if (crossing > x) count += y1 > y0 ? 1 : -1;
  }
  return count;
}

/** Joins pieces end to start; pieces that close no loop are left out. */
function loopsOf(pieces: readonly Piece[]): Float64Array[] {
  const waiting = new Set(pieces);
  const loops: Float64Array[] = [];
  for (const first of pieces) {
    if (!waiting.delete(first)) continue;
    const points = [first.x0, first.y0];
    let at = first;
    while (!meets(at, first)) {
      const end = at;
      const next = [...waiting].find((piece) => meets(end, piece));
      if (next === undefined) break;
      waiting.delete(next);
      points.push(next.x0, next.y0);
      at = next;
    }
    if (meets(at, first)) loops.push(Float64Array.from(points));
  }
  return loops;
}

function meets(piece: Piece, next: Piece): boolean {
  return Math.abs(piece.x1 - next.x0) < 10 * SAME_POINT && Math.abs(piece.y1 - next.y0) < 10 * SAME_POINT;
}
