import { buildMapLevels } from './build-map-levels.ts';
import { compareInProject } from './compare-job.ts';
import { joinInProject } from './kept-join.ts';
import { movedPoints } from './moved-points.ts';
import { openSample } from './open-sample.ts';
import { readCloud } from './read-cloud.ts';
import { findControlPoints, findLoops, refineSession } from './refine-job.ts';
import { registerClouds } from './register-clouds.ts';
import { previewReport, writeSurvey } from './survey-files.ts';
import { surveyPath } from './survey-path.ts';

/** What may be done in a thread of its own, by name; see `inThread`. */
export const JOBS = {
  'open-sample': openSample,
  'survey-path': surveyPath,
  'preview-report': previewReport,
  'write-survey': writeSurvey,
  'read-cloud': readCloud,
  register: registerClouds,
  'map-levels': buildMapLevels,
  'moved-points': movedPoints,
  'find-control': findControlPoints,
  'find-loops': findLoops,
  refine: refineSession,
  join: joinInProject,
  compare: compareInProject,
};
export type Jobs = typeof JOBS;
