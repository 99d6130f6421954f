import type {
  CalibratedParameter,
  CalibrationKind,
  InstrumentCalibration,
} from '../model/instrument-calibration.ts';

/** Unit, factor and decimals that a kind of parameter is shown in, in the report and the terminal. */
export const PARAMETER_UNITS: Readonly<
  Record<CalibrationKind, readonly [unit: string, factor: number, digits: number]>
> = {
  'range-offset': ['mm', 1000, 1],
  elevation: ['deg', 180 / Math.PI, 3],
  azimuth: ['deg', 180 / Math.PI, 3],
  'common-bias': ['mm', 1000, 1],
  incidence: ['mm', 1000, 1],
  signal: ['mm', 1000, 1],
  'warm-up': ['mm', 1000, 1],
  'imu-delay': ['ms', 1000, 2],
  'imu-rotation': ['deg', 180 / Math.PI, 2],
};

/** Calibration in `volume.json`: values and standard deviations in m, rad and s. */
export interface InstrumentJson {
  readonly serial: string;
  readonly productLine: string;
  readonly rays: number;
  readonly patches: number;
  readonly scans: number;
  readonly isBiasChecked: boolean;
  /** ± (95 %) of the range error that remains common to all ranges, m; null: the maker's bound. */
  readonly rangeBound: number | null;
  readonly parameters: readonly {
    readonly kind: CalibrationKind;
    readonly index: number;
    readonly value: number;
    readonly sigma: number;
    readonly state: ParameterState;
  }[];
}

type ParameterState = 'applied' | 'not-significant' | 'not-observed';

export function parameterState({ isApplied, isObserved }: CalibratedParameter): ParameterState {
  if (isApplied) return 'applied';
  return isObserved ? 'not-significant' : 'not-observed';
}

export function instrumentJson(calibration: InstrumentCalibration): InstrumentJson {
  const { serial, productLine, rays, patches, scans, isBiasChecked, rangeBound } = calibration;
  return {
    serial,
    productLine,
    rays,
    patches,
    scans,
    isBiasChecked,
    rangeBound,
    parameters: calibration.parameters.map((parameter) => ({
      kind: parameter.kind,
      index: parameter.index,
      // A micrometre, a microradian and a microsecond are far below any sigma.
      value: Math.round(1e7 * parameter.value) / 1e7,
      sigma: Math.round(1e7 * parameter.sigma) / 1e7,
      state: parameterState(parameter),
    })),
  };
}
