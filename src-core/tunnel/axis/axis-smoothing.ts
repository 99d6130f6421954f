import { stepLength3 } from '../../math/vec3.ts';
import type { Backbone } from './trajectory/trajectory-backbone.ts';

/** Options for smoothing a line of scattered positions into an axis. */
interface SmoothingOptions {
  /** Distance between the vertices, m. */
  readonly step: number;
  /** Half-width of the smoothing window, m along the line. */
  readonly smoothing: number;
}

/**
 * Smooths a line by a local quadratic (LOESS, Cleveland 1979: preserves curves, removes sway) and resamples
 * it at equal steps, both ends included.
 *
 * @param line nodes relative to an origin near them, with the length along them
 * @returns 3 per vertex, m
 */
export function smoothedLine(line: Backbone, options: SmoothingOptions): Float64Array {
  return equalSteps(smoothed(line, options), options.step);
}

/** Line after local quadratic regression, sampled at a fifth of the step. */
function smoothed(backbone: Backbone, options: SmoothingOptions): Float64Array {
  const length = backbone.along[backbone.along.length - 1];
  const count = Math.max(2, Math.ceil((5 * length) / options.step) + 1);
  // Never so short that the window has nothing to average.
  const reach = Math.max(options.smoothing, 3 * options.step);
  const line = new Float64Array(3 * count);
  let first = 0;
  for (let i = 0; i < count; i++) {
    const s = (i / (count - 1)) * length;
    while (backbone.along[first] < s - reach) first++;
    const p = localQuadratic(backbone, first, s, reach);
    line.set(p, 3 * i);
  }
  return line;
}

/** Value at s of the quadratic fitted to the nodes within reach, tricube weights. */
function localQuadratic(backbone: Backbone, first: number, s: number, reach: number): number[] {
  const { along, xyz } = backbone;
  const moment = [0, 0, 0, 0, 0];
  const right = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  for (let i = first; i < along.length && along[i] < s + reach; i++) {
    const t = (along[i] - s) / reach;
    const w = (1 - Math.abs(t) ** 3) ** 3;
    for (let power = 0; power < 5; power++) moment[power] += w * t ** power;
    for (let k = 0; k < 3; k++)
      for (let power = 0; power < 3; power++) right[k][power] += w * t ** power * xyz[3 * i + k];
  }
  const [m0, m1, m2, m3, m4] = moment;
  // Within a gap wider than the window the line is straight from node to node.
  if (m0 === 0) return onLine(backbone, s);
  // First row of the inverse of the 3 x 3 normal matrix: the fit is needed at t = 0 only.
  const c0 = m2 * m4 - m3 * m3;
  const c1 = m2 * m3 - m1 * m4;
  const c2 = m1 * m3 - m2 * m2;
  const determinant = m0 * c0 + m1 * c1 + m2 * c2;
  if (!(determinant > 1e-9 * m0 ** 3)) return right.map((sums) => sums[0] / m0);
  return right.map((sums) => (c0 * sums[0] + c1 * sums[1] + c2 * sums[2]) / determinant);
}

/** Point at s of the line between its nodes. */
function onLine({ along, xyz }: Backbone, s: number): number[] {
  const next = Math.max(
    1,
    along.findIndex((value) => value >= s),
  );
  const share = (s - along[next - 1]) / (along[next] - along[next - 1]);
  return [0, 1, 2].map((k) => xyz[3 * next - 3 + k] + share * (xyz[3 * next + k] - xyz[3 * next - 3 + k]));
}

/** Points at equal steps along a polyline, both ends included; the step is adjusted to the length. */
function equalSteps(line: Float64Array, step: number): Float64Array {
  const n = line.length / 3;
  const along = new Float64Array(n);
  for (let i = 1; i < n; i++) along[i] = along[i - 1] + stepLength3(line, i - 1, i);
  const pieces = Math.max(1, Math.round(along[n - 1] / step));
  const xyz = new Float64Array(3 * (pieces + 1));
  let i = 0;
  for (let p = 0; p <= pieces; p++) {
    const s = (p / pieces) * along[n - 1];
    while (i < n - 2 && along[i + 1] < s) i++;
    const f = (s - along[i]) / (along[i + 1] - along[i] || 1);
    for (let k = 0; k < 3; k++)
      xyz[3 * p + k] = line[3 * i + k] + f * (line[3 * i + 3 + k] - line[3 * i + k]);
  }
  return xyz;
}
