import type { Migration } from '../migrate.ts';
import { initial } from './0001-initial.ts';
import { edits } from './0002-edits.ts';
import { refinement } from './0003-refinement.ts';
import { surveyHeadings } from './0004-survey-headings.ts';
import { work } from './0005-work.ts';
import { sessions } from './0006-sessions.ts';
import { clouds } from './0007-clouds.ts';
import { sums } from './0008-sums.ts';
import { audit } from './0009-audit.ts';

/** Every step of the schema, oldest first. A step that was released is never changed; a new one follows it. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  edits,
  refinement,
  surveyHeadings,
  work,
  sessions,
  clouds,
  sums,
  audit,
];
