import type { POINT_TEXT as ENGLISH } from '../en/point-text.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {} as const;

export const POINT_TEXT: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
