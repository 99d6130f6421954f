import type { CalibratedParameter } from '../../model/instrument-calibration.ts';
import { COVERAGE_95 } from '../../model/reliability.ts';
import { note, numberColumn, part, type ReportPart, table, textColumn } from '../document.ts';
import { PARAMETER_UNITS, parameterState } from '../instrument-json.ts';
import type { ReportInput } from '../report-input.ts';
import { fill, fixed } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';

/** Section on the calibration of the sensor by its own scans; null if there is none. */
export function instrumentPart({ calibration }: ReportInput, texts: Texts): ReportPart | null {
  if (calibration === undefined) return null;
  const { rangeBound } = calibration;
  const columns = [
    textColumn(texts['instrument.parameter']),
    numberColumn(texts['instrument.value'], ''),
    numberColumn(texts['instrument.plusMinus'], ''),
    textColumn(texts['instrument.unit']),
    textColumn(texts['instrument.state']),
  ];
  const rows = calibration.parameters.map((parameter) => row(parameter, calibration.knotSeconds, texts));
  const basis = fill(texts['instrument.basis'], {
    serial: calibration.serial,
    rays: fixed(calibration.rays, 0),
    patches: fixed(calibration.patches, 0),
    scans: fixed(calibration.scans, 0),
  });
  const common =
    rangeBound === null
      ? texts['instrument.boundMaker']
      : fill(texts['instrument.boundChecked'], { millimetres: fixed(1000 * rangeBound, 1) });
  return part(texts['instrument.title'], [note(basis), table(columns, rows), note(common)], true);
}

function row(parameter: CalibratedParameter, knots: readonly number[], texts: Texts): string[] {
  const { kind, index, value, sigma } = parameter;
  const [unit, factor, digits] = PARAMETER_UNITS[kind];
  const name = fill(texts[`instrument.kind.${kind}`], {
    beam: fixed(index + 1, 0),
    axis: 'xyz'[index] ?? '',
    seconds: fixed(knots[index] ?? 0, 0),
  });
  return [
    name,
    fixed(factor * value, digits),
    fixed(factor * COVERAGE_95 * sigma, digits),
    unit,
    texts[`instrument.state.${parameterState(parameter)}`],
  ];
}
