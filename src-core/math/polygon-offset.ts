import { outermostLoop } from './outermost-loop.ts';
import { measurePolygon } from './polygon.ts';
import { squaredToSide } from './polygon-distance.ts';

/** Sides that turn by less than this are collinear, sine of the angle. */
const STRAIGHT = 1e-6;
/**
 * Mitre limit: a corner is extended to at most this many times the offset; a sharper one is cut off square there.
 */
const LONGEST_MITRE = 4;
/** Loops of less than this share of the area are rounding artefacts. */
const SPECK = 1e-9;
/** Tolerance of a distance, m. */
const CLOSE = 1e-6;

/**
 * Offsets the sides of a polygon along their outward normals, each by its own distance; neighbouring sides are
 * extended, or trimmed, to their intersection. Parts that turn inside out (a notch that fills, a side that
 * vanishes) are left out.
 *
 * @param outline simple, counter-clockwise, (x, y) pairs, first not repeated
 * @param distances for the side that begins at each vertex, m, positive outwards
 * @returns counter-clockwise; null if nothing, or more than one piece, is left
 */
export function offsetPolygon(outline: Float64Array, distances: readonly number[]): Float64Array | null {
  const sides = sidesOf(outline, distances);
  if (sides.length < 3) return null;
  const path = sides.flatMap((side, i) => corner(sides[(i + sides.length - 1) % sides.length], side));
  const loop = outermostLoop(withoutRepeats(path), SPECK * measurePolygon(outline).area);
  return loop !== null && keepsItsDistance(loop, outline, distances) ? loop : null;
}

/**
 * Detects a polygon that was turned inside out twice: it looks valid, but is too near to the sides that moved
 * inwards.
 */
function keepsItsDistance(loop: Float64Array, outline: Float64Array, distances: readonly number[]): boolean {
  const n = outline.length / 2;
  return distances.every((distance, side) => {
    if (distance >= 0) return true;
    const least = (distance + CLOSE) ** 2;
    for (let i = 0; i < loop.length; i += 2)
      if (squaredToSide(outline, (side + 1) % n, loop[i], loop[i + 1]) < least) return false;
    return true;
  });
}

/** A side: its start, its direction and its distance. */
interface Side {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly distance: number;
}

function sidesOf(outline: Float64Array, distances: readonly number[]): Side[] {
  const n = outline.length / 2;
  const sides: Side[] = [];
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    const [x, y] = [outline[2 * i], outline[2 * i + 1]];
    const [dx, dy] = [outline[2 * j] - x, outline[2 * j + 1] - y];
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length > 0) sides.push({ x, y, dx: dx / length, dy: dy / length, distance: distances[i] });
  }
  return sides;
}

/** The corner between two sides after both have moved: one point, or two if it is straight or cut off. */
function corner(before: Side, after: Side): number[] {
  if (before.distance === 0 && after.distance === 0) return [after.x, after.y];
  const sine = before.dx * after.dy - before.dy * after.dx;
  const cosine = before.dx * after.dx + before.dy * after.dy;
  const [x0, y0] = offsetCorner(before, after);
  const [x1, y1] = offsetCorner(after, after);
  if (Math.abs(sine) < STRAIGHT && cosine > 0)
    return before.distance === after.distance ? [x1, y1] : [x0, y0, x1, y1];
  // Along the offset line before the corner to its intersection with the one after.
  const along = (after.distance - cosine * before.distance) / sine;
  const x = x0 + along * before.dx;
  const y = y0 + along * before.dy;
  const offset = Math.max(Math.abs(before.distance), Math.abs(after.distance));
  if ((x - after.x) ** 2 + (y - after.y) ** 2 <= (LONGEST_MITRE * offset) ** 2) return [x, y];
  const reach = Math.sign(along) * offset;
  return [x0 + reach * before.dx, y0 + reach * before.dy, x1 - reach * after.dx, y1 - reach * after.dy];
}

/** The corner at which `at` begins, offset with a side. */
function offsetCorner(side: Side, at: Side): [number, number] {
  return [at.x + side.distance * side.dy, at.y - side.distance * side.dx];
}

function withoutRepeats(path: readonly number[]): Float64Array {
  const n = path.length / 2;
  const vertices: number[] = [];
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    if (path[2 * i] !== path[2 * j] || path[2 * i + 1] !== path[2 * j + 1])
      vertices.push(path[2 * i], path[2 * i + 1]);
  }
  return Float64Array.from(vertices);
}
