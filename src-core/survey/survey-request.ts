import { message } from '../messages/message.ts';
import { SocavonError } from '../model/errors.ts';
import type { InstrumentCalibration } from '../model/instrument-calibration.ts';
import { type InstrumentRange, instrumentRangeOf } from '../model/instrument-range.ts';
import { checkCorrections } from '../model/object-correction.ts';
import type { SensorModel } from '../model/sensor.ts';
import { ODOMETRY_DEFAULTS, type OdometryOptions } from '../odometry/odometry-options.ts';
import type { AnsweredQuestion } from '../question/survey-question.ts';
import { requestedRounds } from '../tunnel/design/round-request.ts';
import { checkVehicle } from '../tunnel/sections/clearance.ts';
import { checkDesignGrade } from '../tunnel/sections/grade.ts';
import { tonnage } from '../tunnel/volume/tonnage.ts';
import { THIN_MAP_DEFAULTS, type ThinMapOptions } from './publish/thin-map.ts';

/** Parameters of the stages before the measurement. */
export interface SurveyOptions {
  readonly odometry: OdometryOptions;
  readonly map: ThinMapOptions;
}

export const SURVEY_DEFAULTS: SurveyOptions = {
  odometry: ODOMETRY_DEFAULTS,
  map: THIN_MAP_DEFAULTS,
};

/**
 * Range noise and bias of a sensor, from the manufacturer's data; with a check distance the bias is what that left.
 */
export function instrumentOf(
  { productLine }: Pick<SensorModel, 'productLine'>,
  calibration: InstrumentCalibration | null = null,
): InstrumentRange {
  const stated = instrumentRangeOf(productLine);
  const bound = calibration?.rangeBound ?? null;
  return bound === null ? stated : { ...stated, rangeBias: bound, isBiasKnown: true };
}

/**
 * Validates a request before anything is computed.
 *
 * @throws SocavonError density-unusable, rounds-unusable, vehicle-unusable, grade-unusable, usage for a correction that is empty, chainage-range if the range is empty, reversed or
 *   outside the given axis
 */
export function checkRequest({ files: { axis }, chainage, measure }: AnsweredQuestion): void {
  const { material, rounds, stations, corrections, vehicle, grade } = measure;
  checkCorrections(corrections ?? []);
  if (material !== null) tonnage({ value: 1, plusMinus: 0 }, material.density, material.swell);
  if (rounds !== null) requestedRounds(rounds, rounds.by === 'length' ? rounds.start + rounds.length : 0);
  if (vehicle !== null) checkVehicle(vehicle);
  if (grade !== null && grade.design !== null) checkDesignGrade(grade.design, axis?.axis.kind ?? 'slope');
  if (stations !== null && stations.length === 0)
    throw new SocavonError('chainage-range', message('chainage-list-empty'));
  if (chainage !== null && !(chainage.to > chainage.from))
    throw new SocavonError(
      'chainage-range',
      message('chainage-reversed', { from: chainage.from, to: chainage.to }),
    );
  if (axis === null || chainage === null) return;
  const first = axis.axis.chainage[0];
  const last = axis.axis.chainage[axis.axis.chainage.length - 1];
  if (chainage.from < last && chainage.to > first) return;
  throw new SocavonError(
    'chainage-range',
    message('chainage-off-axis', {
      start: chainage.from,
      end: chainage.to,
      axis: axis.name,
      first,
      last,
    }),
  );
}
