import { comparePoses } from './register/compare-poses.ts';
import { readCloud } from './register/read-cloud.ts';
import { registerClouds } from './register/register-clouds.ts';
import { writeMovedCloud } from './register/write-moved-cloud.ts';
import { buildMapLevels } from './session/build-map-levels.ts';
import { dynamicReturnPoints } from './session/dynamic-returns.ts';
import { freeSpace } from './session/free-space.ts';
import { mapUncertainty } from './session/map-uncertainty.ts';
import { sessionDirections } from './session/place-session.ts';
import { tryJoinInProject } from './session/stored-join.ts';
import { calibrateAligned } from './survey/calibrate-job.ts';
import { compareInProject } from './survey/compare-job.ts';
import { chamberInProject } from './survey/measure-chamber.ts';
import { openSample } from './survey/open-sample.ts';
import { findControlPoints, findLoops, fitPicks, refineSession } from './survey/refine-job.ts';
import { previewReport, writeSurvey } from './survey/survey-files.ts';
import { surveyPath } from './survey/survey-path.ts';
import { surveyWall } from './survey/survey-wall.ts';

/** Jobs that can run in a worker thread, by name; see `inThread`. */
export const JOBS = {
  'open-sample': openSample,
  'free-space': freeSpace,
  'survey-path': surveyPath,
  'survey-wall': surveyWall,
  'measure-chamber': chamberInProject,
  'preview-report': previewReport,
  'write-survey': writeSurvey,
  'read-cloud': readCloud,
  register: registerClouds,
  'compare-poses': comparePoses,
  'write-moved-cloud': writeMovedCloud,
  'map-levels': buildMapLevels,
  'map-uncertainty': mapUncertainty,
  'moved-points': dynamicReturnPoints,
  'find-control': findControlPoints,
  'find-loops': findLoops,
  'fit-picks': fitPicks,
  'calibrate-aligned': calibrateAligned,
  refine: refineSession,
  'try-join': tryJoinInProject,
  'session-directions': sessionDirections,
  compare: compareInProject,
};
export type Jobs = typeof JOBS;
