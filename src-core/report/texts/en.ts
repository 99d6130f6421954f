import { CLAIMS_EN } from './en/claims.ts';
import { EPOCHS_EN } from './en/epochs.ts';
import { QUALITY_EN } from './en/quality.ts';
import { RESULTS_EN } from './en/results.ts';
import { SURVEY_EN } from './en/survey.ts';
import { TABLES_EN } from './en/tables.ts';

/** All texts of the report in English. Placeholders in braces are filled in. */
export const EN = {
  ...SURVEY_EN,
  ...RESULTS_EN,
  ...EPOCHS_EN,
  ...QUALITY_EN,
  ...TABLES_EN,
  ...CLAIMS_EN,
} as const;

export type TextKey = keyof typeof EN;
export type Texts = Readonly<Record<TextKey, string>>;
