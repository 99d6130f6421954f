import { buildMapLevels } from './build-map-levels.ts';
import { calibrateAligned } from './calibrate-job.ts';
import { compareInProject } from './compare-job.ts';
import { dynamicReturnPoints } from './dynamic-returns.ts';
import { openSample } from './open-sample.ts';
import { readCloud } from './read-cloud.ts';
import { findControlPoints, findLoops, refineSession } from './refine-job.ts';
import { registerClouds } from './register-clouds.ts';
import { joinInProject } from './stored-join.ts';
import { previewReport, writeSurvey } from './survey-files.ts';
import { surveyPath } from './survey-path.ts';
import { surveyWall } from './survey-wall.ts';

/** Jobs that can run in a worker thread, by name; see `inThread`. */
export const JOBS = {
  'open-sample': openSample,
  'survey-path': surveyPath,
  'survey-wall': surveyWall,
  'preview-report': previewReport,
  'write-survey': writeSurvey,
  'read-cloud': readCloud,
  register: registerClouds,
  'map-levels': buildMapLevels,
  'moved-points': dynamicReturnPoints,
  'find-control': findControlPoints,
  'find-loops': findLoops,
  'calibrate-aligned': calibrateAligned,
  refine: refineSession,
  join: joinInProject,
  compare: compareInProject,
};
export type Jobs = typeof JOBS;
