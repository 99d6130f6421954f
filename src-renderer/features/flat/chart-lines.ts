import { decimalsOf, niceStep, ticks } from '../../../src-core/report/figures/scale.ts';

/** Value at a chainage; NaN or null breaks the line. */
type ChartPoint = readonly [chainage: number, value: number | null];

export interface ChartLine {
  readonly id: string;
  readonly title: string;
  /** Design token of the colour. */
  readonly ink: string;
  readonly dash?: string;
  readonly points: readonly ChartPoint[];
}

/** Band between two values along the drive. */
export interface ChartBand {
  readonly title: string;
  readonly points: readonly (readonly [chainage: number, low: number, high: number] | null)[];
}

/** Stretches of the drive marked below the chart. */
export interface ChartMark {
  readonly id: string;
  readonly title: string;
  readonly ink: string;
  readonly stretches: readonly { readonly from: number; readonly to: number }[];
}

interface ChartScale {
  readonly low: number;
  readonly high: number;
  readonly step: number;
  readonly decimals: number;
  readonly ticks: readonly number[];
}

/** Axis range in whole steps around the values. @param least least range shown */
export function chartScale(values: Iterable<number | null>, least: number, steps: number): ChartScale {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (!(low <= high)) [low, high] = [0, least];
  const short = Math.max(0, least - (high - low)) / 2;
  const step = niceStep((high - low + 2 * short) / steps);
  const [from, to] = [Math.floor((low - short) / step) * step, Math.ceil((high + short) / step) * step];
  return { low: from, high: to, step, decimals: decimalsOf(step), ticks: ticks(from, to, step) };
}

/** SVG path of the points, with a new subpath after each gap. */
export function chartPath(
  points: readonly ChartPoint[],
  x: (chainage: number) => number,
  y: (value: number) => number,
): string {
  let isDown = false;
  const parts: string[] = [];
  for (const [chainage, value] of points) {
    const isKnown = value !== null && Number.isFinite(value);
    if (isKnown) parts.push(`${isDown ? 'L' : 'M'}${x(chainage).toFixed(1)} ${y(value).toFixed(1)}`);
    isDown = isKnown;
  }
  return parts.join('');
}

/** SVG path of a band, one closed area per piece without a gap. */
export function bandPath(
  points: ChartBand['points'],
  x: (chainage: number) => number,
  y: (value: number) => number,
): string {
  const pieces: (readonly [number, number, number])[][] = [[]];
  for (const point of points) {
    if (point === null) pieces.push([]);
    else pieces[pieces.length - 1].push(point);
  }
  return pieces
    .filter((piece) => piece.length > 1)
    .map((piece) => {
      const upper = piece.map(([chainage, , high]) => [chainage, high] as const);
      const lower = piece.map(([chainage, low]) => [chainage, low] as const).reverse();
      return `${chartPath([...upper, ...lower], x, y)}Z`;
    })
    .join('');
}
