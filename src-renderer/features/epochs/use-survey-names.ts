import type { Epoch } from '../../../src-core/contract/epoch-requests.ts';
import { useEpochs } from '../../stores/epochs.ts';

/** Display names of surveys: those of their sessions. */
export function useSurveyNames() {
  const epochs = useEpochs();

  const nameOf = ({ name }: Epoch): string => name;

  /** '' if there is no such survey. */
  function nameOfSession(sessionId: number): string {
    const epoch = epochs.list.find((one) => one.sessionId === sessionId);
    return epoch === undefined ? '' : nameOf(epoch);
  }

  return { nameOf, nameOfSession };
}
