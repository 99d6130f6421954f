import { invertSymmetric, solveCholesky } from '../../../math/cholesky.ts';
import { dot3, minus3 } from '../../../math/vec3.ts';
import type { BrightPoints } from './disc-fit.ts';
import { CORRELATED, type FeatureFit, type Place, withLeast } from './feature-fit.ts';
import { indicesWithin, planeThrough } from './plane-fit.ts';

/** Radius about the crossing whose points count, as a share of the side of the board. */
const INNER = 0.45;
/** Farthest crossing from the click, as a share of the side, and the steps of the search. */
const FARTHEST = 0.5;
const STEPS = 8;
const TURNS = 18;
/** Width over which bright turns to dark, m: the spot of a scanner. */
const BLUR = 0.006;
const LEAST_POINTS = 40;
/** Least number of points of a field, and least correlation with the pattern: half of the points are noise below. */
const LEAST_OF_FIELD = 6;
const LEAST_CORRELATION = 0.7;
const ROUNDS = 15;

/** Crossing in the plane of the board, m, and its turn, rad. */
type Crossing = readonly [number, number, number];

/**
 * The middle of a checkerboard of two by two fields: the crossing and the turn whose pattern the brightness of its points
 * follows best, by search and then least squares with gain and offset.
 *
 * @param size side of the board, m
 */
export function fitCheckerboard({ xyz, reflectivity }: BrightPoints, size: number): FeatureFit | null {
  if (reflectivity === null) return null;
  const near = indicesWithin(xyz, size);
  const plane = planeThrough(xyz, near);
  if (plane === null || near.length < LEAST_POINTS) return null;
  const { axes, normal, centre, rms } = plane;
  // In the plane, about the foot of the click.
  const foot = normal.map((value) => value * dot3(centre, normal)) as [number, number, number];
  const points = near.map((i) => {
    const off = minus3([xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]], foot);
    return [dot3(off, axes[0]), dot3(off, axes[1]), reflectivity[i]] as const;
  });
  const start = searched(points, size);
  if (start === null) return null;
  const fitted = adjusted(points, start, size);
  if (fitted === null || correlation(points, fitted.crossing, size) ** 2 < LEAST_CORRELATION ** 2)
    return null;
  const [u, v] = fitted.crossing;
  const place: Place = [0, 1, 2].map((k) => foot[k] + u * axes[0][k] + v * axes[1][k]) as [
    number,
    number,
    number,
  ];
  const across = (CORRELATED * rms ** 2) / near.length;
  const covariance = Float64Array.from({ length: 9 }, (_, at) => {
    const [i, j] = [Math.floor(at / 3), at % 3];
    let sum = across * normal[i] * normal[j];
    for (let a = 0; a < 2; a++)
      for (let b = 0; b < 2; b++) sum += fitted.covariance[2 * a + b] * axes[a][i] * axes[b][j];
    return sum;
  });
  return { place, covariance: withLeast(covariance), rms, points: fitted.count };
}

type Shade = readonly [number, number, number];

/** 1 in two opposite fields, -1 in the others. */
function pattern(u: number, v: number, [cu, cv, turn]: Crossing): number {
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
  const a = cosine * (u - cu) + sine * (v - cv);
  const b = -sine * (u - cu) + cosine * (v - cv);
  return Math.tanh(a / BLUR) * Math.tanh(b / BLUR);
}

function innerOf(points: readonly Shade[], [cu, cv]: Crossing, size: number): Shade[] {
  return points.filter(([u, v]) => Math.hypot(u - cu, v - cv) < INNER * size);
}

/** Correlation of the brightness with the pattern; 0 if a field has too few points. */
function correlation(points: readonly Shade[], crossing: Crossing, size: number): number {
  const inner = innerOf(points, crossing, size);
  const fields = [0, 0, 0, 0];
  let [p, g, pp, gg, pg] = [0, 0, 0, 0, 0];
  const [cosine, sine] = [Math.cos(crossing[2]), Math.sin(crossing[2])];
  for (const [u, v, shade] of inner) {
    const a = cosine * (u - crossing[0]) + sine * (v - crossing[1]);
    const b = -sine * (u - crossing[0]) + cosine * (v - crossing[1]);
    fields[(a > 0 ? 1 : 0) + (b > 0 ? 2 : 0)]++;
    const value = Math.tanh(a / BLUR) * Math.tanh(b / BLUR);
    p += value;
    g += shade;
    pp += value * value;
    gg += shade * shade;
    pg += value * shade;
  }
  const n = inner.length;
  if (n < LEAST_POINTS || fields.some((count) => count < LEAST_OF_FIELD)) return 0;
  const spread = Math.sqrt((pp - (p * p) / n) * (gg - (g * g) / n));
  return spread > 0 ? (pg - (p * g) / n) / spread : 0;
}

function searched(points: readonly Shade[], size: number): Crossing | null {
  let best: { readonly crossing: Crossing; readonly score: number } | null = null;
  for (let i = -STEPS; i <= STEPS; i++)
    for (let j = -STEPS; j <= STEPS; j++)
      for (let k = 0; k < TURNS; k++) {
        const step = (FARTHEST * size) / STEPS;
        const crossing: Crossing = [i * step, j * step, (k * Math.PI) / 2 / TURNS];
        const score = Math.abs(correlation(points, crossing, size));
        if (score > (best?.score ?? 0)) best = { crossing, score };
      }
  return best?.crossing ?? null;
}

/** Least squares of brightness = offset + gain * pattern, by numeric derivatives of the pattern. */
function adjusted(points: readonly Shade[], start: Crossing, size: number) {
  let crossing = start;
  let last: { readonly H: Float64Array; readonly variance: number; readonly count: number } | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const inner = innerOf(points, crossing, size);
    const [offset, gain] = gainOf(inner, crossing);
    const H = new Float64Array(25);
    const b = new Float64Array(5);
    let squared = 0;
    for (const [u, v, shade] of inner) {
      const value = pattern(u, v, crossing);
      const residual = shade - offset - gain * value;
      squared += residual ** 2;
      const J = [0, 1, 2].map((k) => {
        const by = k === 2 ? 1e-4 : 1e-5;
        const moved = crossing.map((one, at) => (at === k ? one + by : one)) as unknown as Crossing;
        return (gain * (pattern(u, v, moved) - value)) / by;
      });
      J.push(1, value);
      for (let i = 0; i < 5; i++) {
        b[i] += J[i] * residual;
        for (let j = 0; j < 5; j++) H[5 * i + j] += J[i] * J[j];
      }
    }
    const move = solveCholesky(H, b, 5);
    if (move === null || inner.length < LEAST_POINTS) return null;
    last = { H, variance: squared / (inner.length - 5), count: inner.length };
    // A step past a field's blur would leave the pattern.
    const share = Math.min(1, BLUR / Math.max(Math.hypot(move[0], move[1]), 1e-12));
    crossing = [crossing[0] + share * move[0], crossing[1] + share * move[1], crossing[2] + share * move[2]];
    if (Math.hypot(move[0], move[1]) < 1e-6) break;
  }
  const inverse = last && invertSymmetric(last.H, 5);
  if (last === null || inverse === null) return null;
  const { variance, count } = last;
  const covariance = [0, 1, 5, 6].map((at) => CORRELATED * variance * inverse[at]);
  return { crossing, covariance, count };
}

/** Offset and gain of the brightness by the pattern. */
function gainOf(points: readonly Shade[], crossing: Crossing): [number, number] {
  let [p, g, pp, pg] = [0, 0, 0, 0];
  for (const [u, v, shade] of points) {
    const value = pattern(u, v, crossing);
    p += value;
    g += shade;
    pp += value * value;
    pg += value * shade;
  }
  const n = points.length;
  const gain = (n * pg - p * g) / Math.max(n * pp - p * p, 1e-12);
  return [(g - gain * p) / n, gain];
}
