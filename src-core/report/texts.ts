import type { Remark, SentenceName } from '../model/sentences.ts';
import { fill } from './format.ts';
import { EN, type TextKey, type Texts } from './texts/en.ts';
import { REMARKS_ES } from './texts/es/remarks.ts';
import { ES } from './texts/es.ts';

export type ReportLanguage = 'es' | 'en';
export type { TextKey, Texts };

/** The texts of a report in its language. */
export function textsOf(language: ReportLanguage): Texts {
  return language === 'es' ? ES : EN;
}

/** What a stage says, in the report's language; in English where it knows no other. */
export function remarkText({ message, sentence }: Remark, language: ReportLanguage): string {
  const text = language === 'es' && sentence ? REMARKS_ES[sentence.name as SentenceName] : undefined;
  if (sentence === undefined || text === undefined) return message;
  return fill(
    text,
    Object.fromEntries(Object.entries(sentence.values).map(([name, value]) => [name, String(value)])),
  );
}
