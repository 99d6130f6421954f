import type { ReportInput } from '../../report/report-input.ts';
import { roundsAsked } from '../../tunnel/asked-rounds.ts';
import { clearanceStudy } from '../../tunnel/clearance.ts';
import { contourQuality } from '../../tunnel/contour-quality.ts';
import { floorGrade } from '../../tunnel/grade.ts';
import type { DriveMeasures, DriveWall } from '../../tunnel/measure-drive.ts';
import type { VolumeOptions } from '../../tunnel/volume.ts';
import type { ComparedSurveys } from '../compare.ts';
import { SURVEY_MEASURE_DEFAULTS } from '../survey-measure.ts';
import type { SurveyRequest } from '../survey-request.ts';

/** What is told of a drive beside its volume, where it was asked for. */
export type SurveyExtras = Pick<
  Required<ReportInput>,
  'material' | 'comparison' | 'convergence' | 'contour' | 'grade' | 'clearance'
>;

/**
 * Of a wall that was measured.
 *
 * @param compared with an earlier survey; null: none was asked for
 * @throws SocavonError rounds-unusable, grade-unusable, vehicle-unusable, chainage-range, design-unusable
 */
export function surveyExtras(
  { wall, axis }: DriveWall,
  { volume, profiles }: DriveMeasures,
  { design, measure = SURVEY_MEASURE_DEFAULTS }: SurveyRequest,
  compared: ComparedSurveys | null,
  { every }: VolumeOptions,
): SurveyExtras {
  const { rounds, material, grade, vehicle, stations } = measure;
  const { chainageFrom: from, chainageTo: to } = volume;
  // A gradient needs the floor all along, whatever profiles were asked for.
  const along = stations === null ? profiles : wall.profiles(every, from, to);
  return {
    material,
    comparison: compared?.comparison ?? null,
    convergence: compared?.convergence ?? null,
    contour: rounds && contourQuality(wall, design?.programme ?? null, roundsAsked(rounds, to)),
    grade: grade && floorGrade(along, grade.design, axis.kind, { baseLength: grade.baseLength }),
    clearance: vehicle && clearanceStudy(wall, from, to, every, vehicle, vehicle.placement),
  };
}
