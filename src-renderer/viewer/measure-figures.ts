import { angleAt, areaOf, lengthOf } from './measure.ts';
import { length, subtract, type Vector } from './vector.ts';

/** Kinds of measures that are kept. */
const MEASURE_KINDS = ['point', 'distance', 'angle', 'area'] as const;
export type MeasureKind = (typeof MEASURE_KINDS)[number];

/** Number of points from which on a measure of a kind is complete; an angle takes no more. */
export const LEAST_POINTS: Readonly<Record<MeasureKind, number>> = {
  point: 1,
  distance: 2,
  angle: 3,
  area: 3,
};

/** A figure of a measure with its derivatives. */
export interface Figure {
  /** m, rad or m². */
  readonly value: number;
  /** By the coordinates of each point in turn, 3 each: unit of the value per m. */
  readonly gradient: readonly number[];
  /** True for a coordinate, false for what a motion of the whole map leaves as it is. */
  readonly isAbsolute: boolean;
}

/** Step of the differences, m: errors of the third order and of the last digits are below a millionth then. */
const STEP = 1e-4;
/** Directions that differ by less than this have no angle whose error is in proportion to theirs, rad. */
const STRAIGHT = 1e-3;

/**
 * Figures of a measure: easting, northing and elevation of a point, else the one value.
 *
 * @param points map frame, m
 * @returns none where the value is not smooth, and ± has no meaning: points that coincide, sides in one line
 */
export function figuresOf(kind: MeasureKind, points: readonly Vector[]): Figure[] {
  if (kind === 'point')
    return [0, 1, 2].map((axis) => ({
      value: points[0][axis],
      gradient: [0, 1, 2].map((k) => (k === axis ? 1 : 0)),
      isAbsolute: true,
    }));
  const value = measuredValue(kind, points);
  if (value === null || !isSmooth(kind, points, value)) return [];
  // Relative to the first point: northings would lose the digits of the differences.
  const own = points.map((point) => subtract(point, points[0]));
  const gradient = own.flatMap((_, i) =>
    [0, 1, 2].map((axis) => {
      const [ahead, behind] = [STEP, -STEP].map(
        (by) => measuredValue(kind, moved(own, i, axis, by)) ?? Number.NaN,
      );
      return (ahead - behind) / (2 * STEP);
    }),
  );
  return gradient.every(Number.isFinite) ? [{ value, gradient, isAbsolute: false }] : [];
}

/** Value of a distance (m), an angle (rad) or an area (m²); null: not complete, or points that coincide. */
export function measuredValue(kind: MeasureKind, points: readonly Vector[]): number | null {
  if (points.length < LEAST_POINTS[kind]) return null;
  if (kind === 'distance') return lengthOf(points).slope;
  if (kind === 'area') return areaOf(points);
  return kind === 'angle' ? angleAt(points[0], points[1], points[2]) : null;
}

function isSmooth(kind: MeasureKind, points: readonly Vector[], value: number): boolean {
  const apart = points.slice(1).every((point, i) => length(subtract(point, points[i])) > 10 * STEP);
  if (kind === 'angle') return apart && value > STRAIGHT && value < Math.PI - STRAIGHT;
  return kind === 'area' ? value > 10 * STEP * STEP : apart;
}

function moved(points: readonly Vector[], i: number, axis: number, by: number): Vector[] {
  return points.map((point, k) =>
    k === i ? (point.map((value, a) => (a === axis ? value + by : value)) as unknown as Vector) : point,
  );
}
