import type { Axis } from '../../model/axis.ts';
import { SocavonError } from '../../model/errors.ts';
import type { DesignGrade } from '../../model/grade.ts';

/** Steeper than this no machine climbs: the numbers are of another unit, per cent. */
const STEEPEST_PERCENT = 200;
/** Runs may miss each other by so little, m. */
const SAME_CHAINAGE = 1e-3;

/** Elevation of the design's floor by chainage. */
export interface DesignFloor {
  /** m; of gradients without a start, above it. NaN where the design says nothing. */
  elevationAt(chainage: number): number;
  /** True where elevations are those of the map, not above an unknown start. */
  readonly absolute: boolean;
}

/**
 * @param kind of the axis that the chainages are counted along: a gradient is per plan length, a slope chainage is not
 * @throws SocavonError grade-unusable: fewer than two points, chainages out of order, gaps, numbers that are no gradient
 */
export function designFloor(grade: DesignGrade, kind: Axis['kind']): DesignFloor {
  const points = grade.kind === 'elevations' ? grade.points : pointsOf(grade, kind);
  if (points.length < 2)
    throw refused('it has fewer than two points; give a chainage and an elevation for each end at least');
  points.forEach(({ chainage, elevation }, i) => {
    if (!Number.isFinite(chainage + elevation)) throw refused(`its point ${i + 1} holds no number`);
    if (i > 0 && !(chainage > points[i - 1].chainage))
      throw refused(`chainage ${chainage} does not come after ${points[i - 1].chainage}; give them in order`);
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
    if (!(to > from)) throw refused(`its run ${from}:${to} is empty or reversed; give FROM smaller than TO`);
    if (!(Math.abs(percent) <= STEEPEST_PERCENT))
      throw refused(`a gradient of ${percent} % is none for a drive; is it 1:n, or in per mille?`);
    const last = points[i];
    if (Math.abs(from - last.chainage) > SAME_CHAINAGE)
      throw refused(`its run from ${from} does not begin where the one before ends, at ${last.chainage}`);
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

function refused(why: string): SocavonError {
  return new SocavonError('grade-unusable', `The design grade cannot be used: ${why}.`);
}
