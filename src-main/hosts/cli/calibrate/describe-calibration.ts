import type {
  CalibratedParameter,
  InstrumentCalibration,
} from '../../../../src-core/model/instrument-calibration.ts';
import { COVERAGE_95 } from '../../../../src-core/model/reliability.ts';
import { PARAMETER_UNITS, parameterState } from '../../../../src-core/report/instrument-json.ts';
import { say } from '../words.ts';

/** A calibration as a table of its parameters, with ± (95 %). */
export function calibrationText(calibration: InstrumentCalibration): string {
  const { serial, rays, patches, scans, residualSigma, rangeBound, isOtherInstrument } = calibration;
  const foreign = Math.max(
    ...calibration.parameters.filter(({ kind }) => kind === 'elevation').map(({ value }) => Math.abs(value)),
  );
  return [
    say('calibration-head', { serial, rays, patches, scans, scatter: (1000 * residualSigma).toFixed(1) }),
    ...calibration.parameters.map((parameter) => line(parameter, calibration)),
    rangeBound === null
      ? say('calibration-bound-maker')
      : say('calibration-bound-checked', { metres: (1000 * rangeBound).toFixed(1) }),
    ...(isOtherInstrument
      ? [say('beam-table-foreign', { serial, degrees: ((180 / Math.PI) * foreign).toFixed(2) })]
      : []),
  ].join('\n');
}

function line(parameter: CalibratedParameter, calibration: InstrumentCalibration): string {
  const { kind, value, sigma } = parameter;
  const [unit, factor, digits] = PARAMETER_UNITS[kind];
  return `  ${say('calibration-line', {
    name: nameOf(parameter, calibration).padEnd(36),
    value: (factor * value).toFixed(digits).padStart(8),
    plusMinus: (factor * COVERAGE_95 * sigma).toFixed(digits).padEnd(6),
    unit: unit.padEnd(3),
    state: say(STATES[parameterState(parameter)]),
  })}`;
}

const STATES = {
  applied: 'calibration-state-applied',
  'not-observed': 'calibration-state-not-observed',
  'not-significant': 'calibration-state-not-significant',
} as const;

function nameOf({ kind, index }: CalibratedParameter, { knotSeconds }: InstrumentCalibration): string {
  const beam = index + 1;
  switch (kind) {
    case 'range-offset':
      return say('calibration-range-offset', { beam });
    case 'elevation':
      return say('calibration-elevation', { beam });
    case 'azimuth':
      return say('calibration-azimuth', { beam });
    case 'warm-up':
      return say('calibration-warm-up', { seconds: (knotSeconds[index] ?? 0).toFixed(0) });
    case 'imu-rotation':
      return say('calibration-imu-rotation', { axis: 'xyz'[index] });
    default:
      return say(`calibration-${kind}`);
  }
}
