import { type Message, message } from '../../../messages/message.ts';
import type { Axis } from '../../../model/axis.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { DesignGrade } from '../../../model/grade.ts';

/** Steeper than any machine climbs, per cent; more is a wrong unit. */
const STEEPEST_PERCENT = 200;
/** Tolerance for gaps between consecutive stretches, m. */
const SAME_CHAINAGE = 1e-3;

/** Elevation of the design's floor by chainage. */
export interface DesignFloor {
  /** m; for gradients without a start, above it. NaN where there is no design. */
  elevationAt(chainage: number): number;
  /** True if elevations are those of the map, not relative to an unknown start. */
  readonly absolute: boolean;
}

/**
 * Builds the design's floor.
 *
 * @param kind of the axis that the chainages are counted along: a gradient is per plan length, a slope
 *   chainage is not
 * @throws SocavonError grade-unusable: fewer than two points, chainages out of order, gaps, values that are
 *   no gradient
 */
export function designFloor(grade: DesignGrade, kind: Axis['kind']): DesignFloor {
  const points = grade.kind === 'elevations' ? grade.points : pointsOf(grade, kind);
  if (points.length < 2) throw refused(message('grade-points-few'));
  points.forEach(({ chainage, elevation }, i) => {
    if (!Number.isFinite(chainage + elevation))
      throw refused(message('grade-point-no-number', { point: i + 1 }));
    if (i > 0 && !(chainage > points[i - 1].chainage))
      throw refused(message('grade-order', { chainage, before: points[i - 1].chainage }));
  });
  return {
    absolute: grade.kind === 'elevations' || grade.startElevation !== null,
    elevationAt: (chainage) => between(points, chainage),
  };
}

type GradePoint = { readonly chainage: number; readonly elevation: number };

function pointsOf(grade: Extract<DesignGrade, { kind: 'gradients' }>, kind: Axis['kind']): GradePoint[] {
  const { runs, startElevation } = grade;
  if (runs.length === 0) return [];
  const points: GradePoint[] = [{ chainage: runs[0].from, elevation: startElevation ?? 0 }];
  runs.forEach(({ from, to, percent }, i) => {
    if (!(to > from)) throw refused(message('grade-run-empty', { from, to }));
    if (!(Math.abs(percent) <= STEEPEST_PERCENT)) throw refused(message('grade-percent', { percent }));
    const last = points[i];
    if (Math.abs(from - last.chainage) > SAME_CHAINAGE)
      throw refused(message('grade-gap', { from, before: last.chainage }));
    const rise = percent / 100;
    const plan = kind === 'slope' ? (to - from) / Math.sqrt(1 + rise * rise) : to - from;
    points.push({ chainage: to, elevation: last.elevation + rise * plan });
  });
  return points;
}

function between(points: readonly GradePoint[], chainage: number): number {
  const after = points.findIndex((point) => point.chainage >= chainage);
  if (after < 0) return Number.NaN;
  const b = points[after];
  if (after === 0) return b.chainage === chainage ? b.elevation : Number.NaN;
  const a = points[after - 1];
  return a.elevation + ((chainage - a.chainage) / (b.chainage - a.chainage)) * (b.elevation - a.elevation);
}

function refused(why: Message): SocavonError {
  return new SocavonError('grade-unusable', message('grade-refused', { what: why }));
}
