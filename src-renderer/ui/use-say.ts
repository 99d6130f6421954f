import { useI18n } from 'vue-i18n';
import type { Remark } from '../../src-core/model/sentences.ts';

/** What of vue-i18n is needed. */
interface Texts {
  t(key: string, values: Record<string, string | number>): string;
  te(key: string): boolean;
}

export type Say = (remark: Remark) => string;

/** What the engine says, in the person's language where the window has the sentence, else in the engine's English. */
export function sayWith({ t, te }: Texts): Say {
  return ({ message, sentence }) => {
    if (sentence === undefined) return message;
    const key = `sentences.${sentence.name}`;
    return te(key) ? t(key, { ...sentence.values }) : message;
  };
}

/** In the language of the window. */
export function useSay(): Say {
  return sayWith(useI18n());
}
