import { z } from 'zod';

/** What a calibration estimates of an instrument; docs/calibration.md gives the model of each. */
export const CALIBRATION_KINDS = [
  /** Range offset of a beam from the smooth course of all over their elevation, m: measured less true. */
  'range-offset',
  /** Error of the beam table's elevation, the same way, rad: true less stated. */
  'elevation',
  /** Error of the beam table's azimuth from the mean of all beams, rad: true less stated, the maker's sign. */
  'azimuth',
  /** Range offset common to all beams, m. */
  'common-bias',
  /** Range error at grazing incidence, m; at incidence theta it is this times 1 - cos(theta). */
  'incidence',
  /** Range error, m per decade of signal above the median of the walls. */
  'signal',
  /** Range offset at a knot of the recording's time, m, against the first. */
  'warm-up',
  /** Stamp of the gyroscope less the time of its motion, by the lidar's clock, s. */
  'imu-delay',
  /** Rotation of the inertial unit against its stated mounting, rad, about x, y, z of the sensor. */
  'imu-rotation',
] as const;
export type CalibrationKind = (typeof CALIBRATION_KINDS)[number];

const parameterSchema = z.object({
  kind: z.enum(CALIBRATION_KINDS),
  index: z.number().int().nonnegative(),
  value: z.number(),
  sigma: z.number().nonnegative(),
  isObserved: z.boolean(),
  isApplied: z.boolean(),
});

export const calibrationSchema = z.object({
  serial: z.string(),
  productLine: z.string(),
  beams: z.number().int().positive(),
  parameters: z.array(parameterSchema),
  knotSeconds: z.array(z.number()),
  medianSignal: z.number().positive(),
  rangeBound: z.number().nonnegative().nullable(),
  isBiasChecked: z.boolean(),
  isOtherInstrument: z.boolean(),
  scans: z.number().int().nonnegative(),
  patches: z.number().int().nonnegative(),
  rays: z.number().int().nonnegative(),
  residualSigma: z.number().nonnegative(),
});

/** One estimated parameter of an instrument. */
export interface CalibratedParameter {
  readonly kind: CalibrationKind;
  /** Beam, axis or knot, by kind; 0 where there is only one. */
  readonly index: number;
  /** m, rad or s, by kind. */
  readonly value: number;
  /** Standard deviation, the same unit. */
  readonly sigma: number;
  /** False if the data leave the parameter where its prior had it. */
  readonly isObserved: boolean;
  /** True if the map and the measurement are corrected by it. */
  readonly isApplied: boolean;
}

/** Calibration of one instrument from the redundancy of its own scans; plain JSON, written as calibration.json. */
export interface InstrumentCalibration {
  readonly serial: string;
  readonly productLine: string;
  readonly beams: number;
  readonly parameters: readonly CalibratedParameter[];
  /** Times of the knots of 'warm-up', s after the first scan, ascending; empty without one. */
  readonly knotSeconds: readonly number[];
  /** Signal at which 'signal' is zero, counts of the sensor. */
  readonly medianSignal: number;
  /** 95 % bound of the range error that remains common to all ranges, m; null: the maker's bound stays. */
  readonly rangeBound: number | null;
  /** True if 'common-bias' is known from outside of the scans: by a check distance, or by surveyed targets. */
  readonly isBiasChecked: boolean;
  /** True if the beam table cannot be this instrument's. */
  readonly isOtherInstrument: boolean;
  /** Scans, wall patches and rays that were compared. */
  readonly scans: number;
  readonly patches: number;
  readonly rays: number;
  /** Scatter of the rays about their patches, m, one standard deviation. */
  readonly residualSigma: number;
}

/** The parameters of one kind, in the order of their index. */
export function parametersOf(
  calibration: InstrumentCalibration,
  kind: CalibrationKind,
): CalibratedParameter[] {
  return calibration.parameters.filter((parameter) => parameter.kind === kind);
}

/** Value that the map is corrected by: 0 if the parameter is not applied. */
export function appliedValue(
  { parameters }: Pick<InstrumentCalibration, 'parameters'>,
  kind: CalibrationKind,
  index = 0,
): number {
  const known = parameters.find((parameter) => parameter.kind === kind && parameter.index === index);
  return known?.isApplied ? known.value : 0;
}

/** True if at least one parameter corrects the map. */
export function correctsMap({ parameters }: InstrumentCalibration): boolean {
  return parameters.some(({ isApplied }) => isApplied);
}
