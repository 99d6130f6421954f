import { SURVEY_DEFAULTS } from '../../../src-core/survey/survey-request.ts';
import { SOFTWARE_VERSION } from '../../files/software-version.ts';
import { calibrationOf } from '../../project/calibrations.ts';
import { contentHash } from '../../project/canonical-json.ts';
import type { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';
import { resumableRun } from './resumable-alignment.ts';
import { keepsDynamicReturns } from './stored-dynamic-returns.ts';

/**
 * Key of the points of a session: it changes with the poses, the refinement in use, the calibration, the dynamic
 * returns and the version of the program. Without reading the poses: they follow from what is hashed.
 */
export function posesKey(project: Project, session: Session): string {
  const run = resumableRun(project, session, SURVEY_DEFAULTS.odometry);
  const refinement = run && project.refinements.head(run.id);
  return contentHash({
    version: SOFTWARE_VERSION,
    run: run && [run.id, project.poses.last(run.id), project.edits.of(run.id).made],
    refinement: refinement && [refinement.refined, refinement.createdAt],
    calibration: calibrationOf(project, session.id)?.key ?? null,
    keepsDynamicReturns: keepsDynamicReturns(project, session.id),
  });
}
