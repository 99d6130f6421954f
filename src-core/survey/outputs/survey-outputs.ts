import type { SurveyContent } from '../../model/survey-content.ts';
import { drawings } from './drawings.ts';
import { profiles, volume } from './figures.ts';
import { map } from './map.ts';
import { meshes } from './meshes.ts';
import type { Output } from './output.ts';
import { report } from './report.ts';
import { scans } from './scans.ts';
import { tables } from './tables.ts';
import { trajectory } from './trajectory.ts';
import { unrolled } from './unrolled.ts';

/** What writes each content, in the order in which they are written. */
const WRITERS: Readonly<Record<SurveyContent, Output>> = {
  trajectory,
  map,
  scans,
  profiles,
  volume,
  report,
  drawings,
  unrolled,
  tables,
  meshes,
};

/** Every output of a survey, in the order in which they are written. */
export const SURVEY_OUTPUTS: readonly Output[] = Object.values(WRITERS);
