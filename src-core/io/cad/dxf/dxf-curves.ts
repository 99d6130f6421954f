import { cross3 } from '../../../math/vec3.ts';
import { message } from '../../../messages/message.ts';
import { type DxfRecord, numberOf, pairNumber, refusal } from './dxf-pairs.ts';
import type { CurvePiece } from './flatten-curve.ts';

type Point = [number, number, number];

/** Bits of group 70 of a SPLINE. */
const CLOSED = 1;

/** CAD programs write degrees to 11; a wrong one would make the pieces large. */
const HIGHEST_DEGREE = 20;

/**
 * The pieces of a SPLINE: rational B-spline of its degree, knots and weights; of one that has fit points only, the cubic through
 * them that is smooth to its second derivative, by the lengths of their chords.
 *
 * @throws SocavonError drawing-format: names the line
 */
export function splinePieces(record: DxfRecord, name: string): CurvePiece[] {
  const controls = pointsAt(record, 10, name);
  const isClosed = (numberOf(record, 70, name, 0) & CLOSED) !== 0;
  if (controls.length > 0) return controlledPieces(record, controls, isClosed, name);
  const tangent = (code: number): Point | null => pointsAt(record, code, name)[0] ?? null;
  return fittedPieces(pointsAt(record, 11, name), isClosed, [tangent(12), tangent(13)]);
}

/** True for a SPLINE that has fit points only: what runs between them is not in the file. */
export function isFitted({ type, pairs }: DxfRecord): boolean {
  return type === 'SPLINE' && !pairs.some(({ code }) => code === 10);
}

function controlledPieces(
  record: DxfRecord,
  controls: readonly Point[],
  isClosed: boolean,
  name: string,
): CurvePiece[] {
  const { line } = record;
  const degree = numberOf(record, 71, name);
  if (!(Number.isInteger(degree) && degree >= 1 && degree <= HIGHEST_DEGREE))
    throw refusal(name, message('dxf-spline-degree', { line, degree, most: HIGHEST_DEGREE }));
  const weights = numbersAt(record, 41, name);
  if (weights.length > 0 && (weights.length !== controls.length || !weights.every((weight) => weight > 0)))
    throw refusal(name, message('dxf-spline-weights', { line }));
  const points = controls.map(([x, y, z], i): readonly number[] => {
    const weight = weights[i] ?? 1;
    return [x * weight, y * weight, z * weight, weight];
  });
  let knots = numbersAt(record, 40, name);
  if (knots.length === 0) {
    // A closed one goes on over its first points; an open one touches its ends.
    if (isClosed) points.push(...points.slice(0, degree));
    const most = points.length - degree;
    knots = Array.from({ length: points.length + degree + 1 }, (_, i) =>
      isClosed ? i : Math.min(Math.max(i - degree, 0), most),
    );
  }
  const needed = points.length + degree + 1;
  const falls = knots.some((knot, i) => i > 0 && knot < knots[i - 1]);
  if (points.length <= degree || knots.length !== needed || falls)
    throw refusal(
      name,
      message('dxf-spline-knots', { line, points: controls.length, degree, knots: knots.length }),
    );
  const pieces: CurvePiece[] = [];
  for (let span = degree; span < points.length; span++) {
    const [from, to] = [knots[span], knots[span + 1]];
    if (!(to > from)) continue;
    const piece = new Float64Array(4 * (degree + 1));
    for (let j = 0; j <= degree; j++) {
      const at = Array.from({ length: degree }, (_, i) => (i < degree - j ? from : to));
      piece.set(blossom(points, knots, degree, span, at), 4 * j);
    }
    pieces.push(piece);
  }
  if (pieces.length === 0)
    throw refusal(
      name,
      message('dxf-spline-knots', { line, points: controls.length, degree, knots: knots.length }),
    );
  return pieces;
}

/** The polar form of a span of a B-spline: at equal arguments its point, at ends of the span the control points of its piece. */
function blossom(
  points: readonly (readonly number[])[],
  knots: readonly number[],
  degree: number,
  span: number,
  at: readonly number[],
): readonly number[] {
  let row = points.slice(span - degree, span + 1);
  for (let r = 1; r <= degree; r++)
    row = row.slice(1).map((after, i) => {
      const first = knots[span - degree + r + i];
      const t = (at[r - 1] - first) / (knots[span + 1 + i] - first);
      return after.map((value, k) => (1 - t) * row[i][k] + t * value);
    });
  return row[0];
}

/** Points beyond the seam of a closed curve that still have a say in it: each counts for a quarter of the one before. */
const SEAM = 30;

function fittedPieces(
  fits: readonly Point[],
  isClosed: boolean,
  tangents: readonly [Point | null, Point | null],
): CurvePiece[] {
  const apart = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  const own = fits.filter((point, i) => i === 0 || apart(fits[i - 1], point) > 0);
  if (isClosed && own.length > 1 && apart(own[0], own[own.length - 1]) === 0) own.pop();
  if (own.length < 2) return [];
  if (!isClosed || own.length < 3) return cubicThrough(own, tangents);
  // About the seam it goes on as about every other point.
  const around = Array.from(
    { length: own.length + 2 * SEAM + 1 },
    (_, i) => own[(((i - SEAM) % own.length) + own.length) % own.length],
  );
  return cubicThrough(around, [null, null]).slice(SEAM, SEAM + own.length);
}

/** The cubic pieces through points, smooth to the second derivative; at an end without a tangent they do not bend. */
function cubicThrough(
  points: readonly Point[],
  tangents: readonly [Point | null, Point | null],
): CurvePiece[] {
  const last = points.length - 1;
  const steps = points.slice(1).map((b, i) => Math.hypot(...[0, 1, 2].map((k) => b[k] - points[i][k])));
  const slopes = points.slice(1).map((b, i) => [0, 1, 2].map((k) => (b[k] - points[i][k]) / steps[i]));
  const unit = (tangent: Point | null): number[] | null => {
    const norm = tangent === null ? 0 : Math.hypot(...tangent);
    return tangent === null || norm === 0 ? null : tangent.map((value) => value / norm);
  };
  const [first, final] = tangents.map(unit);
  // Rows of the tridiagonal system for the derivatives: below, at and above the diagonal, and the right side.
  const rows = points.map((_, i): [number, number, number, number[]] => {
    if (i === 0) return first ? [0, 1, 0, first] : [0, 2, 1, slopes[0].map((slope) => 3 * slope)];
    if (i === last) return final ? [0, 1, 0, final] : [1, 2, 0, slopes[last - 1].map((slope) => 3 * slope)];
    const [before, after] = [steps[i - 1], steps[i]];
    const right = [0, 1, 2].map((k) => 3 * (after * slopes[i - 1][k] + before * slopes[i][k]));
    return [after, 2 * (before + after), before, right];
  });
  for (let i = 1; i <= last; i++) {
    const share = rows[i][0] / rows[i - 1][1];
    rows[i][1] -= share * rows[i - 1][2];
    rows[i][3] = rows[i][3].map((value, k) => value - share * rows[i - 1][3][k]);
  }
  const speeds: number[][] = [];
  for (let i = last; i >= 0; i--) {
    const next = speeds[i + 1] ?? [0, 0, 0];
    speeds[i] = rows[i][3].map((value, k) => (value - rows[i][2] * next[k]) / rows[i][1]);
  }
  return steps.map((step, i) => {
    const at = (from: Point, speed: readonly number[], share: number): number[] => [
      ...from.map((value, k) => value + share * speed[k]),
      1,
    ];
    return Float64Array.from([
      ...at(points[i], speeds[i], 0),
      ...at(points[i], speeds[i], step / 3),
      ...at(points[i + 1], speeds[i + 1], -step / 3),
      ...at(points[i + 1], speeds[i + 1], 0),
    ]);
  });
}

/** The pieces of an ELLIPSE or a part of one: quarters at most, each a rational parabola. */
export function ellipsePieces(record: DxfRecord, name: string): CurvePiece[] {
  const point = (code: number): Point => [
    numberOf(record, code, name),
    numberOf(record, code + 10, name),
    numberOf(record, code + 20, name, 0),
  ];
  const [centre, major] = [point(10), point(11)];
  const up = [210, 220, 230].map((code) => numberOf(record, code, name, code === 230 ? 1 : 0));
  const ratio = numberOf(record, 40, name);
  const minor = cross3(up, major).map((value) => (ratio * value) / Math.hypot(...up));
  const from = numberOf(record, 41, name, 0);
  let sweep = (numberOf(record, 42, name, 2 * Math.PI) - from) % (2 * Math.PI);
  if (sweep <= 1e-12) sweep += 2 * Math.PI;
  const count = Math.ceil(sweep / (Math.PI / 2) - 1e-9);
  const half = sweep / count / 2;
  // The middle control point is where the tangents of both ends meet; its weight makes the parabola the ellipse.
  const control = (angle: number, reach: number, weight: number): number[] => [
    ...centre.map(
      (value, k) => weight * (value + reach * (Math.cos(angle) * major[k] + Math.sin(angle) * minor[k])),
    ),
    weight,
  ];
  return Array.from({ length: count }, (_, i) => {
    const begin = from + 2 * half * i;
    return Float64Array.from([
      ...control(begin, 1, 1),
      ...control(begin + half, 1 / Math.cos(half), Math.cos(half)),
      ...control(begin + 2 * half, 1, 1),
    ]);
  });
}

function numbersAt({ pairs }: DxfRecord, code: number, name: string): number[] {
  return pairs.filter((pair) => pair.code === code).map((pair) => pairNumber(pair, name));
}

/** Points of which the groups of x have this code, and those of y and z 10 and 20 more. */
function pointsAt({ pairs }: DxfRecord, code: number, name: string): Point[] {
  const points: Point[] = [];
  for (const pair of pairs) {
    const last = points[points.length - 1];
    if (pair.code === code) points.push([pairNumber(pair, name), Number.NaN, 0]);
    else if (pair.code === code + 10 && last) last[1] = pairNumber(pair, name);
    else if (pair.code === code + 20 && last) last[2] = pairNumber(pair, name);
  }
  return points;
}
