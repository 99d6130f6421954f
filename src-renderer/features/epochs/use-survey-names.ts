import { useI18n } from 'vue-i18n';
import type { Epoch } from '../../../src-core/contract/epoch-requests.ts';
import { useEpochs } from '../../stores/epochs.ts';

/** Display names of surveys: date and working, or captures and number, so that names are unique. */
export function useSurveyNames() {
  const epochs = useEpochs();
  const { t } = useI18n();

  function nameOf({ sessionId, name, heading: { surveyDate, working, level } }: Epoch): string {
    if (surveyDate === null) return `${name} · ${t('epochs.session', { id: sessionId })}`;
    return [surveyDate, working, level].filter((text) => text !== null).join(' · ');
  }

  /** '' if there is no such survey. */
  function nameOfSession(sessionId: number): string {
    const epoch = epochs.list.find((one) => one.sessionId === sessionId);
    return epoch === undefined ? '' : nameOf(epoch);
  }

  return { nameOf, nameOfSession };
}
