import { REMARKS_ES } from '../../model/remarks-es.ts';
import type { Remark, SentenceName } from '../../model/sentences.ts';
import { EN, type TextKey, type Texts } from './en.ts';
import { ES } from './es.ts';
import { fill } from './format.ts';

export type ReportLanguage = 'es' | 'en';
export type { TextKey, Texts };

/** The texts of a report in its language. */
export function textsOf(language: ReportLanguage): Texts {
  return language === 'es' ? ES : EN;
}

/** Not every sentence of the window can stand in a report. */
const SPANISH: Readonly<Partial<Record<SentenceName, string>>> = REMARKS_ES;

/** What a stage says, in the report's language; in English where it knows no other. */
export function remarkText({ message, sentence }: Remark, language: ReportLanguage): string {
  const text = language === 'es' && sentence ? SPANISH[sentence.name as SentenceName] : undefined;
  if (sentence === undefined || text === undefined) return message;
  return fill(
    text,
    Object.fromEntries(Object.entries(sentence.values).map(([name, value]) => [name, String(value)])),
  );
}
