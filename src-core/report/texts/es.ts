import type { Texts } from './en.ts';
import { CLAIMS_ES } from './es/claims.ts';
import { EPOCHS_ES } from './es/epochs.ts';
import { QUALITY_ES } from './es/quality.ts';
import { RESULTS_ES } from './es/results.ts';
import { SURVEY_ES } from './es/survey.ts';
import { TABLES_ES } from './es/tables.ts';

/** All texts of the report in Spanish, as used by mine surveyors of the Andes. */
export const ES: Texts = {
  ...SURVEY_ES,
  ...RESULTS_ES,
  ...EPOCHS_ES,
  ...QUALITY_ES,
  ...TABLES_ES,
  ...CLAIMS_ES,
};
