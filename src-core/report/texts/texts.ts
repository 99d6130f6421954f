import type { Language } from '../../messages/message.ts';
import { EN, type TextKey, type Texts } from './en.ts';
import { ES } from './es.ts';

export type ReportLanguage = Language;
export type { TextKey, Texts };

/** Texts of a report in its language. */
export function textsOf(language: ReportLanguage): Texts {
  return language === 'es' ? ES : EN;
}
