import { buildMapLevels } from './build-map-levels.ts';
import { calibrateAligned } from './calibrate-job.ts';
import { compareInProject } from './compare-job.ts';
import { comparePoses } from './compare-poses.ts';
import { dynamicReturnPoints } from './dynamic-returns.ts';
import { freeSpace } from './free-space.ts';
import { mapUncertainty } from './map-uncertainty.ts';
import { chamberInProject } from './measure-chamber.ts';
import { openSample } from './open-sample.ts';
import { sessionDirections } from './place-session.ts';
import { readCloud } from './read-cloud.ts';
import { findControlPoints, findLoops, fitPicks, refineSession } from './refine-job.ts';
import { registerClouds } from './register-clouds.ts';
import { tryJoinInProject } from './stored-join.ts';
import { previewReport, writeSurvey } from './survey-files.ts';
import { surveyPath } from './survey-path.ts';
import { surveyWall } from './survey-wall.ts';
import { writeMovedCloud } from './write-moved-cloud.ts';

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
