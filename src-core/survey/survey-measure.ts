import type { ChainageOptions } from '../model/axis-chainage.ts';
import type { Vehicle, VehiclePlacement } from '../model/clearance.ts';
import { SocavonError } from '../model/errors.ts';
import type { DesignGrade } from '../model/grade.ts';
import type { ReportMaterial } from '../report/report-input.ts';
import { type AskedRounds, roundsAsked } from '../tunnel/asked-rounds.ts';
import { tonnage } from '../tunnel/tonnage.ts';

/** What is asked of the drive beside its volume; null: nothing. */
export interface SurveyMeasure {
  /** What the axis follows where no file gives one. */
  readonly axisOf: 'trajectory' | 'map';
  /** How the chainage of such an axis is counted. */
  readonly counted: ChainageOptions;
  /** Chainages of the profiles; null: at the interval. */
  readonly stations: readonly number[] | null;
  readonly rounds: AskedRounds | null;
  readonly material: ReportMaterial | null;
  readonly grade: { readonly baseLength: number; readonly design: DesignGrade | null } | null;
  readonly vehicle: (Vehicle & { readonly placement: VehiclePlacement }) | null;
  /** Whether the report shows the wall laid out flat. */
  readonly unrolled: boolean;
}

export const SURVEY_MEASURE_DEFAULTS: SurveyMeasure = {
  axisOf: 'trajectory',
  counted: {},
  stations: null,
  rounds: null,
  material: null,
  grade: null,
  vehicle: null,
  unrolled: false,
};

/**
 * Refuses what can be told to be wrong before anything is computed.
 *
 * @throws SocavonError density-unusable, rounds-unusable, chainage-range
 */
export function checkMeasure({ material, rounds, stations }: SurveyMeasure): void {
  if (material !== null) tonnage({ value: 1, plusMinus: 0 }, material.density, material.swell);
  if (rounds !== null) roundsAsked(rounds, rounds.by === 'length' ? rounds.start + rounds.length : 0);
  if (stations !== null && stations.length === 0)
    throw new SocavonError('chainage-range', 'The list of chainages is empty; give at least one, in metres.');
}
