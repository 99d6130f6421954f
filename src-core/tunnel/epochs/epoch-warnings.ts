import { remark } from '../../messages/remark.ts';
import type { EpochWarning, Figure } from '../../model/epoch.ts';
import type { SurveyedEpoch } from '../epoch-options.ts';

/** Length over which the section may be extrapolated to the face without a warning, m. */
const CARRIED_ON = 2;

/** Warnings for a comparison. @param advance null if a face was not observed */
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
      ...remark('axis-short', figures),
    },
  ];
}

function backWarning(advance: number): EpochWarning {
  const metres = (-advance).toFixed(2);
  return {
    code: 'face-went-back',
    ...remark('face-went-back', { metres }),
  };
}
