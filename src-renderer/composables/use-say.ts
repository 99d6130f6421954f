import { useI18n } from 'vue-i18n';
import type { Remark } from '../../src-core/model/sentences.ts';

/** What the engine says, in the person's language where the window has the sentence, else in the engine's English. */
export function useSay(): (remark: Remark) => string {
  const { t, te } = useI18n();
  return ({ message, sentence }) => {
    if (sentence === undefined) return message;
    const key = `sentences.${sentence.name}`;
    return te(key) ? t(key, { ...sentence.values }) : message;
  };
}
