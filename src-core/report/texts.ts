import { EN } from './texts/en.ts';
import { ES } from './texts/es.ts';

export type ReportLanguage = 'es' | 'en';
export type TextKey = keyof typeof EN;
export type Texts = Readonly<Record<TextKey, string>>;

/** The texts of a report in its language. */
export function textsOf(language: ReportLanguage): Texts {
  return language === 'es' ? ES : EN;
}
