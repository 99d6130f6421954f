import { median } from '../../math/statistics.ts';
import { message } from '../../messages/message.ts';
import type { Axis } from '../../model/axis.ts';
import { SocavonError } from '../../model/errors.ts';
import type { DesignGrade, FloorGrade, FloorPoint, GradeStation, GradeStretch } from '../../model/grade.ts';
import { COVERAGE_95 } from '../../model/reliability.ts';
import type { Profile } from '../../model/tunnel.ts';
import { type DesignFloor, designFloor } from './floor/design-grade.ts';
import { floorLine } from './floor/floor-line.ts';

interface GradeOptions {
  /** Plan length over which a gradient is measured, m. */
  readonly baseLength: number;
  /** Correlation length of the unevenness of the floor, m. */
  readonly unevenness: number;
  /** Standard deviation of the tilt of the map along the drive, rad. */
  readonly tiltSigma: number;
  /** Number of worst stretches to report. */
  readonly worst: number;
}

const GRADE_DEFAULTS: GradeOptions = { baseLength: 10, unevenness: 1, tiltSigma: 0, worst: 5 };

/**
 * Gradient of the floor: the slope of the least squares line through the floor points within the base length
 * about each station, against that of the design's floor at the same points (docs/volume.md, "Floor and
 * gradient").
 *
 * @param profiles in order of chainage, as `WallSurface.profiles` returns them; at least two within the base
 *   length
 * @param design null: none
 * @param kind of the axis' chainage
 * @throws SocavonError grade-unusable; chainage-range if the floor is shorter than the base
 */
export function floorGrade(
  profiles: readonly Profile[],
  design: DesignGrade | null,
  kind: Axis['kind'],
  options: Partial<GradeOptions> = {},
): FloorGrade {
  const o = { ...GRADE_DEFAULTS, ...options };
  if (!(o.baseLength > 0))
    throw new SocavonError('grade-unusable', message('grade-base', { metres: o.baseLength }));
  const expected = design && designFloor(design, kind);
  const floor = floorLine(profiles, kind);
  const length = floor.length < 2 ? 0 : floor[floor.length - 1].run;
  if (!(length >= o.baseLength))
    throw new SocavonError(
      'chainage-range',
      message('grade-floor-short', { length: length.toFixed(1), base: o.baseLength }),
    );
  const windows = new FloorWindows(floor, expected, o);
  const stations = floor.map((point, i): GradeStation => {
    const stretch = windows.about(i);
    const elevation = expected?.absolute ? expected.elevationAt(point.plumbChainage) : Number.NaN;
    return {
      ...point,
      gradient: stretch?.gradient ?? null,
      plusMinus: stretch?.plusMinus ?? null,
      measuredShare: stretch?.measuredShare ?? (point.measured ? 1 : 0),
      designElevation: Number.isFinite(elevation) ? elevation : null,
      designGradient: stretch?.designGradient ?? null,
    };
  });
  return {
    baseLength: o.baseLength,
    stations,
    mean: windows.through(0, floor.length - 1),
    worst: worstOf(
      floor.map((_, i) => windows.about(i)).filter((stretch) => stretch !== null),
      o.worst,
    ),
  };
}

/** Validates the design of a floor. @throws SocavonError grade-unusable */
export function checkDesignGrade(design: DesignGrade, kind: Axis['kind']): void {
  designFloor(design, kind);
}

/** Floor points about each station, and the lines fitted to them. */
class FloorWindows {
  readonly #floor: readonly FloorPoint[];
  readonly #design: DesignFloor | null;
  readonly #options: GradeOptions;
  /** Typical spacing of the floor points in plan, m. */
  readonly #spacing: number;

  constructor(floor: readonly FloorPoint[], design: DesignFloor | null, options: GradeOptions) {
    this.#floor = floor;
    this.#design = design;
    this.#options = options;
    this.#spacing = median(floor.slice(1).map(({ run }, i) => run - floor[i].run));
  }

  /** Stretch of the base length about a point; null if it does not fit, or a gap takes too much of it. */
  about(i: number): GradeStretch | null {
    const floor = this.#floor;
    const spacing = this.#spacing;
    const half = this.#options.baseLength / 2;
    const middle = floor[i].run;
    const reach = half + 1e-6;
    let [a, b] = [i, i];
    while (a > 0 && middle - floor[a - 1].run <= reach) a--;
    while (b < floor.length - 1 && floor[b + 1].run - middle <= reach) b++;
    const short = 1.5 * spacing;
    if (middle - floor[a].run < half - short || floor[b].run - middle < half - short) return null;
    // A base that the end of the floor cuts is not used.
    if (middle - half < floor[0].run - 1e-6 || middle + half > floor[floor.length - 1].run + 1e-6)
      return null;
    if (b - a < 1 || 2 * (b - a) * spacing < floor[b].run - floor[a].run) return null;
    return this.through(a, b);
  }

  /** Least squares line through the points a..b. */
  through(a: number, b: number): GradeStretch {
    const points = this.#floor.slice(a, b + 1);
    const n = points.length;
    const own = lineThrough(points, ({ elevation }) => elevation);
    // Neighbours nearer than the correlation length are not independent: the number of independent points is
    // smaller.
    const { unevenness, tiltSigma } = this.#options;
    const alike = Math.max(1, Math.min(n / 2, unevenness / this.#spacing));
    const variance = n > 2 ? (own.residual / (n - 2)) * alike : 0;
    const sigma = Math.sqrt(variance / own.spread + tiltSigma * tiltSigma);
    const design = this.#design;
    const expected =
      design && lineThrough(points, ({ plumbChainage }) => design.elevationAt(plumbChainage)).slope;
    return {
      from: points[0].chainage,
      to: points[n - 1].chainage,
      gradient: own.slope,
      plusMinus: COVERAGE_95 * sigma,
      designGradient: expected !== null && Number.isFinite(expected) ? expected : null,
      measuredShare: points.filter(({ measured }) => measured).length / n,
    };
  }
}

/** Slope against the run, sum of squared residuals, and spread of the runs about their mean, m^2. */
function lineThrough(
  points: readonly FloorPoint[],
  height: (point: FloorPoint) => number,
): { slope: number; residual: number; spread: number } {
  const n = points.length;
  const [first] = points;
  let [sx, sy] = [0, 0];
  for (const point of points) {
    sx += point.run - first.run;
    sy += height(point) - height(first);
  }
  const [mx, my] = [sx / n, sy / n];
  let [sxx, sxy, syy] = [0, 0, 0];
  for (const point of points) {
    const x = point.run - first.run - mx;
    const y = height(point) - height(first) - my;
    sxx += x * x;
    sxy += x * y;
    syy += y * y;
  }
  return { slope: sxy / sxx, residual: Math.max(0, syy - (sxy * sxy) / sxx), spread: sxx };
}

/** The worst stretches, without overlap. */
function worstOf(stretches: readonly GradeStretch[], count: number): GradeStretch[] {
  const off = ({ gradient, designGradient }: GradeStretch): number =>
    Math.abs(gradient - (designGradient ?? 0));
  const compared = stretches.some(({ designGradient }) => designGradient !== null)
    ? stretches.filter(({ designGradient }) => designGradient !== null)
    : stretches;
  const chosen: GradeStretch[] = [];
  for (const stretch of [...compared].sort((p, q) => off(q) - off(p))) {
    if (chosen.length === count) break;
    if (chosen.every(({ from, to }) => stretch.to <= from || stretch.from >= to)) chosen.push(stretch);
  }
  return chosen;
}
