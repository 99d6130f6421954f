import type { Centreline } from '../motion/centreline.ts';
import { COLUMN_STEP, COLUMNS, ROW_STEP, type RockSurface } from '../rock/rock-surface.ts';

/** Points of a section ring per column of the table. */
const SUBDIVISION = 2;
const RING = COLUMNS * SUBDIVISION;
const RING_ANGLES = Float64Array.from({ length: RING }, (_, i) => (i * COLUMN_STEP) / SUBDIVISION);
const COSINE = RING_ANGLES.map(Math.cos);
const SINE = RING_ANGLES.map(Math.sin);

/**
 * Second integration, independent of tunnel coordinates: the void between two chainages as a closed solid of
 * triangles in world coordinates, by the divergence theorem: V = 1/6 sum of a . (b x c) over the triangles. Where
 * the surface jumps, at a jamb, there are two rings at one chainage with the jamb between them.
 *
 * @returns m^3
 */
export function trueSolidVolume(line: Centreline, surface: RockSurface, from: number, to: number): number {
  const origin = line.pointAt(from, 0, 0);
  let previous = ring(line, surface, from, surface.cellRowOf(from + 1e-9), origin);
  let volume = -capVolume(previous);
  let at = from;
  while (at < to) {
    const cell = surface.cellRowOf(at + 1e-9);
    const next = Math.min((cell + 1) * ROW_STEP, to);
    const upper = ring(line, surface, next, cell, origin);
    volume += stripVolume(previous, upper);
    previous = upper;
    const after = surface.cellRowOf(next + 1e-9);
    if (next < to && after !== cell && surface.lower[after] !== surface.upper[cell]) {
      const jamb = ring(line, surface, next, after, origin);
      volume += stripVolume(previous, jamb);
      previous = jamb;
    }
    at = next;
  }
  return volume + capVolume(previous);
}

/** Centre of the section, then the outline of the cell row; xyz from the origin. */
function ring(
  line: Centreline,
  surface: RockSurface,
  s: number,
  cell: number,
  origin: Float64Array,
): Float64Array {
  const { C, N, B } = line.frameAt(s);
  const { nodes, lower, upper } = surface;
  const f = s / ROW_STEP - cell;
  const points = new Float64Array(3 * (RING + 1));
  for (let k = 0; k < 3; k++) points[k] = C[k] - origin[k];
  for (let i = 0; i < RING; i++) {
    const column = Math.floor(i / SUBDIVISION);
    const share = (i % SUBDIVISION) / SUBDIVISION;
    const a = nodes[lower[cell] + column] * (1 - share) + nodes[lower[cell] + column + 1] * share;
    const z = nodes[upper[cell] + column] * (1 - share) + nodes[upper[cell] + column + 1] * share;
    const radius = a + f * (z - a);
    const n = radius * COSINE[i];
    const b = radius * SINE[i];
    for (let k = 0; k < 3; k++) points[3 * (i + 1) + k] = C[k] + n * N[k] + b * B[k] - origin[k];
  }
  return points;
}

function stripVolume(low: Float64Array, high: Float64Array): number {
  let sixfold = 0;
  for (let i = 1; i <= RING; i++) {
    const next = i === RING ? 1 : i + 1;
    sixfold += tripleProduct(low, i, low, next, high, i) + tripleProduct(low, next, high, next, high, i);
  }
  return sixfold / 6;
}

/** Volume share of the fan from the centre, outward along the drive. */
function capVolume(points: Float64Array): number {
  let sixfold = 0;
  for (let i = 1; i <= RING; i++)
    sixfold += tripleProduct(points, 0, points, i, points, i === RING ? 1 : i + 1);
  return sixfold / 6;
}

function tripleProduct(
  p: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
  r: Float64Array,
  k: number,
): number {
  const [a, b, c] = [3 * i, 3 * j, 3 * k];
  return (
    p[a] * (q[b + 1] * r[c + 2] - q[b + 2] * r[c + 1]) +
    p[a + 1] * (q[b + 2] * r[c] - q[b] * r[c + 2]) +
    p[a + 2] * (q[b] * r[c + 1] - q[b + 1] * r[c])
  );
}
