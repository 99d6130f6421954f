import {
  type CalibrationKind,
  type InstrumentCalibration,
  parametersOf,
} from '../model/instrument-calibration.ts';
import { courseTerms, lessCourse } from './beam-course.ts';
import {
  ELEVATION_TREND_SIGMA,
  type LinearPrior,
  type ParameterLayout,
  PRIOR_SIGMA,
  warmUpSigma,
} from './parameter-layout.ts';

/** What an instrument may change by from one drive to the next, in the unit of the kind: temperature, knocks. */
const CHANGE_SIGMA: Partial<Record<CalibrationKind, number>> = {
  'range-offset': 0.001,
  elevation: (0.003 * Math.PI) / 180,
  azimuth: (0.003 * Math.PI) / 180,
  incidence: 0.001,
  signal: 0.001,
};

/**
 * Priors of all parameters: wide ones of any instrument, and those of its own earlier calibration.
 *
 * @param altitudeDeg of the beams
 * @param earlier calibration of the same instrument; null: none
 */
export function instrumentPriors(
  layout: ParameterLayout,
  altitudeDeg: ArrayLike<number>,
  earlier: InstrumentCalibration | null,
): LinearPrior[] {
  const { beams, offset, elevation, azimuth, incidence, signal, warmUp, knots } = layout;
  const priors: LinearPrior[] = [];
  const single = (kind: CalibrationKind, column: number, sigma = PRIOR_SIGMA[kind]): void => {
    priors.push({ terms: [[column, 1]], value: 0, sigma });
  };
  for (let beam = 0; beam < beams; beam++) {
    single('range-offset', offset + beam);
    single('elevation', elevation + beam);
    single('azimuth', azimuth + beam);
  }
  single('incidence', incidence);
  single('signal', signal);
  for (const [k, seconds] of knots.slice(1).entries()) single('warm-up', warmUp + k, warmUpSigma(seconds));
  for (const terms of elevationTrends(altitudeDeg, layout))
    priors.push({ terms, value: 0, sigma: ELEVATION_TREND_SIGMA });
  if (earlier !== null && earlier.beams === beams)
    priors.push(...earlierPriors(layout, altitudeDeg, earlier));
  return priors;
}

function earlierPriors(
  layout: ParameterLayout,
  altitudeDeg: ArrayLike<number>,
  earlier: InstrumentCalibration,
): LinearPrior[] {
  const { beams } = layout;
  const course = lessCourse(altitudeDeg, beams);
  const mean = lessCourse(altitudeDeg, beams, 0);
  const priors: LinearPrior[] = [];
  const known = (kind: CalibrationKind, terms: (index: number) => LinearPrior['terms']): void => {
    for (const { index, value, sigma, isObserved } of parametersOf(earlier, kind)) {
      if (!isObserved || index >= beams) continue;
      priors.push({ terms: terms(index), value, sigma: Math.hypot(sigma, CHANGE_SIGMA[kind] ?? 0) });
    }
  };
  known('range-offset', (beam) => courseTerms(course, beams, layout.offset, beam));
  known('elevation', (beam) => courseTerms(course, beams, layout.elevation, beam));
  known('azimuth', (beam) => courseTerms(mean, beams, layout.azimuth, beam));
  known('incidence', () => [[layout.incidence, 1]]);
  known('signal', () => [[layout.signal, 1]]);
  return priors;
}

/** Mean of all elevations, and their stretch, each of the weight of one beam. */
function elevationTrends(
  altitudeDeg: ArrayLike<number>,
  { beams, elevation }: ParameterLayout,
): LinearPrior['terms'][] {
  let mean = 0;
  for (let b = 0; b < beams; b++) mean += altitudeDeg[b] / beams;
  let squares = 0;
  for (let b = 0; b < beams; b++) squares += (altitudeDeg[b] - mean) ** 2;
  const length = Math.sqrt(Math.max(squares, 1e-12) * beams);
  const along = (factor: (beam: number) => number): LinearPrior['terms'] =>
    Array.from({ length: beams }, (_, b) => [elevation + b, factor(b)] as const);
  return [along(() => 1 / beams), along((b) => (altitudeDeg[b] - mean) / length)];
}
