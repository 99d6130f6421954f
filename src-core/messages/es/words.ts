import type { WORDS as ENGLISH } from '../en/words.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  list: '{items}',
  range: '{from} a {to}',
  text: '{text}',
} as const;

export const WORDS: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
