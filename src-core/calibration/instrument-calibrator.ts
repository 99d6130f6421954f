import { multiply3, transpose3 } from '../math/se3.ts';
import { giveBack } from '../model/give-back.ts';
import type { CalibrationKind, InstrumentCalibration } from '../model/instrument-calibration.ts';
import type { PlacedScan } from '../model/placed-scans.ts';
import type { Rigid } from '../model/rigid.ts';
import type { ImuSample, Scan } from '../model/scan.ts';
import type { SensorModel } from '../model/sensor.ts';
import { columnPosesOf, motionOf, poseAtMiddle } from '../odometry/frame/deskewed-scan.ts';
import { rateSamples } from '../odometry/frame/gyro-rotation.ts';
import { REFERENCE_FRACTION } from '../odometry/frame/motion.ts';
import { scanClock } from '../odometry/frame/scan-clock.ts';
import { courseTerms, lessCourse } from './beam-course.ts';
import { biasByControl, type CheckControl, withMakersBound } from './check-control.ts';
import { biasByDistance, type CheckDistance } from './check-distance.ts';
import { estimateInstrument, type InstrumentEstimate } from './estimate-instrument.ts';
import { ImuPairs } from './imu-alignment.ts';
import { instrumentPriors } from './instrument-priors.ts';
import { isForeignTable, judgedParameters, type RawParameter } from './judge-parameters.ts';
import {
  type LinearPrior,
  type ParameterLayout,
  parameterLayout,
  warmUpKnots,
  warmUpSigma,
} from './parameter-layout.ts';
import { PATCH_DEFAULTS, patchRows } from './patch-rows.ts';
import { RAY_SAMPLE_DEFAULTS, RayCollector, type RaySampleOptions } from './wall-rays.ts';

/** Fewest patches from which an instrument is estimated. */
const LEAST_PATCHES = 40;
/** Fewest scans: the noise of fewer passes for an instrument's. */
const LEAST_SCANS = 6;
/** Bound of a normal distribution at 95 %, standard deviations. */
const NORMAL_95 = 1.96;

/** What a calibration starts from besides the scans. */
export interface CalibrationQuestion {
  /** Calibration of the same instrument by an earlier drive; null: none. */
  readonly earlier: InstrumentCalibration | null;
  /** Null: none was measured. */
  readonly distance: CheckDistance | null;
  /** Surveyed targets around the sensor; absent: none. */
  readonly control?: CheckControl;
}

/** A posed scan with its inertial readings. */
interface PosedScan {
  readonly scan: Scan;
  readonly imu: readonly ImuSample[];
  readonly pose: PlacedScan;
}

/** Estimates an instrument from a sample of posed scans; add them in order, then `finish`. */
export class InstrumentCalibrator {
  readonly #sensor: SensorModel;
  readonly #options: RaySampleOptions;
  readonly #rays: RayCollector;
  readonly #imu = new ImuPairs();
  #scans = 0;
  #firstNs: bigint | null = null;
  #lastSeconds = 0;
  #last: (PosedScan & { readonly T_map_middle: Rigid }) | null = null;

  /** @param share of the wall's cubes that are compared, 0..1 */
  constructor(sensor: SensorModel, share: number, options: RaySampleOptions = RAY_SAMPLE_DEFAULTS) {
    this.#sensor = sensor;
    this.#options = { ...options, share };
    this.#rays = new RayCollector(sensor, this.#options);
  }

  add(posed: PosedScan): void {
    const { scan, imu, pose } = posed;
    const clock = scanClock(scan, this.#sensor.rotationHz);
    const rates = rateSamples(imu, this.#sensor.T_sensor_imu.R, clock.firstNs);
    const T_map_middle = poseAtMiddle(pose, clock, rates);
    this.#firstNs ??= pose.stampNs;
    this.#lastSeconds = Number(pose.stampNs - this.#firstNs) * 1e-9;
    const columns = columnPosesOf(clock, rates, motionOf(pose));
    this.#rays.add(scan, columns, T_map_middle, this.#lastSeconds);
    giveBack(columns);
    this.#scans++;
    this.#addPair(posed, T_map_middle);
    this.#last = { ...posed, T_map_middle };
  }

  #addPair({ scan, imu, pose }: PosedScan, T_map_middle: Rigid): void {
    const last = this.#last;
    if (last === null || pose.scanIndex !== last.pose.scanIndex + 1) return;
    const [before, after] = [last.scan, scan].map((each) => scanClock(each, this.#sensor.rotationHz));
    const both = rateSamples([...last.imu, ...imu], this.#sensor.T_sensor_imu.R, before.firstNs);
    const from = REFERENCE_FRACTION * before.period;
    const to = Number(after.firstNs - before.firstNs) * 1e-9 + REFERENCE_FRACTION * after.period;
    this.#imu.add(multiply3(transpose3(last.T_map_middle.R), T_map_middle.R), both, from, to);
  }

  /**
   * The calibration; null: the scans do not show enough of the same wall. Nothing can be added or asked afterwards.
   *
   * @throws SocavonError 'usage' if the check distance is not that of two walls, or the targets show no offset
   */
  finish({ earlier, distance, control }: CalibrationQuestion): InstrumentCalibration | null {
    const { beams, serial, productLine, beamAltitudeDeg } = this.#sensor;
    const knotSeconds = warmUpKnots(this.#lastSeconds);
    const layout = parameterLayout(beams, this.#scans, knotSeconds);
    const rays = this.#rays.collected();
    const rows = patchRows(rays, layout, PATCH_DEFAULTS);
    giveBack(rays.rays);
    if (rows.patches < LEAST_PATCHES || this.#scans < LEAST_SCANS) return null;
    const estimate = estimateInstrument(rows, layout, instrumentPriors(layout, beamAltitudeDeg, earlier));
    if (estimate === null) return null;
    const measured = [
      ...(distance === null ? [] : [biasByDistance(rows, meanOf(rays.positions), distance)]),
      ...(control === undefined ? [] : [withMakersBound(biasByControl(control), productLine)]),
    ];
    const rawParameter = measured.length > 0 ? measuredBias(measured) : earlierBias(earlier);
    const parameters = judgedParameters([
      ...instrumentParameters(estimate, layout, beamAltitudeDeg),
      rawParameter ?? commonBias(estimate, layout),
      ...this.#imuParameters(),
    ]);
    const isForeign = isForeignTable(parameters);
    const bias = parameters.find(({ kind }) => kind === 'common-bias')!;
    const isBiasChecked = rawParameter !== null;
    return {
      serial,
      productLine,
      beams,
      // Corrections to a table that is another instrument's would only hide it.
      parameters: isForeign ? parameters.map((each) => ({ ...each, isApplied: false })) : parameters,
      knotSeconds,
      medianSignal: rows.medianSignal,
      rangeBound: isBiasChecked ? NORMAL_95 * bias.sigma + (bias.isApplied ? 0 : Math.abs(bias.value)) : null,
      isBiasChecked,
      isOtherInstrument: isForeign,
      scans: this.#scans,
      patches: rows.patches,
      rays: rows.rows,
      residualSigma: estimate.residualSigma,
    };
  }

  #imuParameters(): RawParameter[] {
    const imu = this.#imu.estimate();
    if (imu === null) return [];
    return [
      { kind: 'imu-delay', index: 0, ...imu.delay },
      ...imu.rotation.map((each, index) => ({ kind: 'imu-rotation' as const, index, ...each })),
    ];
  }
}

/**
 * The parameters of the rays but the common bias; range offsets and elevations from their smooth course over the beams,
 * azimuths from their mean.
 */
function instrumentParameters(
  estimate: InstrumentEstimate,
  layout: ParameterLayout,
  altitudeDeg: ArrayLike<number>,
): RawParameter[] {
  const { beams, offset, elevation, azimuth, incidence, signal, warmUp, knots, instrument } = layout;
  const course = lessCourse(altitudeDeg, beams);
  const mean = lessCourse(altitudeDeg, beams, 0);
  const all: RawParameter[] = [];
  const add = (kind: CalibrationKind, index: number, terms: LinearPrior['terms']): void => {
    all.push({ kind, index, ...combined(estimate, terms, instrument) });
  };
  const byBeam = (kind: CalibrationKind, first: number, factors: Float64Array): void => {
    for (let beam = 0; beam < beams; beam++) add(kind, beam, courseTerms(factors, beams, first, beam));
  };
  byBeam('range-offset', offset, course);
  byBeam('elevation', elevation, course);
  byBeam('azimuth', azimuth, mean);
  add('incidence', 0, [[incidence, 1]]);
  add('signal', 0, [[signal, 1]]);
  for (const [k, seconds] of knots.slice(1).entries())
    all.push({
      kind: 'warm-up',
      index: k + 1,
      prior: warmUpSigma(seconds),
      ...combined(estimate, [[warmUp + k, 1]], instrument),
    });
  return all;
}

function commonBias(
  estimate: InstrumentEstimate,
  { beams, offset, instrument }: ParameterLayout,
): RawParameter {
  const mean = Array.from({ length: beams }, (_, beam) => [offset + beam, 1 / beams] as const);
  return { kind: 'common-bias', index: 0, ...combined(estimate, mean, instrument) };
}

/** The common bias by all that measures it: the weighted mean. */
function measuredBias(measured: readonly { readonly value: number; readonly sigma: number }[]): RawParameter {
  const weight = measured.reduce((sum, { sigma }) => sum + 1 / sigma ** 2, 0);
  const value = measured.reduce((sum, each) => sum + each.value / each.sigma ** 2, 0) / weight;
  return { kind: 'common-bias', index: 0, value, sigma: Math.sqrt(1 / weight), isMeasured: true };
}

/** The common bias that an earlier check gave, 1 mm wider by its age; null: none was measured. */
function earlierBias(earlier: InstrumentCalibration | null): RawParameter | null {
  if (!earlier?.isBiasChecked) return null;
  const bias = earlier.parameters.find(({ kind }) => kind === 'common-bias');
  return bias === undefined ? null : { ...bias, sigma: Math.hypot(bias.sigma, 0.001), isMeasured: true };
}

function combined(
  { value, covariance }: InstrumentEstimate,
  terms: LinearPrior['terms'],
  n: number,
): { value: number; sigma: number } {
  let sum = 0;
  let variance = 0;
  for (const [i, a] of terms) {
    sum += a * value[i];
    for (const [j, b] of terms) variance += a * b * covariance[n * i + j];
  }
  return { value: sum, sigma: Math.sqrt(Math.max(0, variance)) };
}

function meanOf(positions: readonly Float64Array[]): [number, number, number] {
  const mean: [number, number, number] = [0, 0, 0];
  for (const position of positions) for (let k = 0; k < 3; k++) mean[k] += position[k] / positions.length;
  return mean;
}
