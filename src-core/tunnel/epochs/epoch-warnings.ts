import type { EpochWarning, Figure } from '../../model/epoch.ts';
import { sentence } from '../../model/sentences.ts';
import type { SurveyedEpoch } from '../epoch-options.ts';

/** The section may be carried on to the face over so many metres without a word. */
const CARRIED_ON = 2;

/** What is to be said of a comparison. @param advance null where a face was not seen */
export function epochWarnings(
  earlier: SurveyedEpoch,
  later: SurveyedEpoch,
  advance: Figure | null,
): EpochWarning[] {
  const wentBack = advance !== null && advance.value < -advance.plusMinus;
  return [
    ...faceWarnings(earlier),
    ...faceWarnings(later),
    ...(wentBack ? [backWarning(advance.value)] : []),
  ];
}

function faceWarnings({ face }: SurveyedEpoch): EpochWarning[] {
  if (!face.seen) return [{ code: 'face-unseen', message: face.message, sentence: face.sentence }];
  const { nearest, wholeTo } = face.face;
  if (nearest - wholeTo <= CARRIED_ON) return [];
  const figures = { chainage: wholeTo.toFixed(1), metres: (nearest - wholeTo).toFixed(1) };
  return [
    {
      code: 'axis-short',
      message: `The walls were measured up to chainage ${figures.chainage} only, ${figures.metres} m before the face: the section there was carried on to it. Give an axis that runs up to the face.`,
      sentence: sentence('axis-short', figures),
    },
  ];
}

function backWarning(advance: number): EpochWarning {
  const metres = (-advance).toFixed(2);
  return {
    code: 'face-went-back',
    message: `The later face stands ${metres} m behind the earlier one: muck lies before it, or the two surveys are not in one grid.`,
    sentence: sentence('face-went-back', { metres }),
  };
}
