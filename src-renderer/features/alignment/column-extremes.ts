/** Minimum and maximum of each of n equal stretches, NaN for an empty stretch. */
interface Extremes {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/**
 * Min-max decimation of a curve to a few pixels; every peak stays visible.
 *
 * @param x ascending, in `from .. to`
 * @param stretches number of stretches: the width of the curve, px
 */
export function extremesOf(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  from: number,
  to: number,
  stretches: number,
): Extremes {
  const low = new Float64Array(stretches).fill(Number.NaN);
  const high = new Float64Array(stretches).fill(Number.NaN);
  for (let i = 0; i < x.length; i++) {
    if (!Number.isFinite(y[i])) continue;
    const at = stretchOf(x[i], from, to, stretches);
    if (!(low[at] <= y[i])) low[at] = y[i];
    if (!(high[at] >= y[i])) high[at] = y[i];
  }
  return { low, high };
}

/** Index of the stretch of a value. */
export function stretchOf(x: number, from: number, to: number, stretches: number): number {
  if (to <= from) return 0;
  // Multiply first: with as many stretches as scans, each scan has its own.
  return Math.min(stretches - 1, Math.max(0, Math.floor(((x - from) * stretches) / (to - from))));
}
