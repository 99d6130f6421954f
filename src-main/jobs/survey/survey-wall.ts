import type { SurveyWall } from '../../../src-core/contract/survey-requests.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import type { Warning } from '../../../src-core/model/warnings.ts';
import { cachedPath, cachedWall } from '../../../src-core/survey/cached-wall.ts';
import { driveWallState } from '../../../src-core/tunnel/wall/gather-drive.ts';
import { excludedDynamicReturns } from '../session/stored-dynamic-returns.ts';
import { isWholeSurvey, pathReply, type SurveyPathQuestion, wallCache, withSurvey } from './survey-path.ts';

/**
 * Path and wall of a session from every point of its map, for the window to measure: the same product, by the same
 * hash, that report and files are made from.
 *
 * @throws SocavonError of the project and of the axis file, axis-unusable, too-few-points; CancelledError
 */
export function surveyWall(question: SurveyPathQuestion, context: StageContext): Promise<SurveyWall> {
  return withSurvey(question, context, async (survey) => {
    const { project, session, placed } = survey;
    const cache = wallCache(survey);
    const heard: Warning[] = [];
    const hearing: StageContext = {
      ...context,
      emit(event) {
        if (event.kind === 'warning') heard.push(event);
        else context.emit(event);
      },
    };
    // While the map grows the volume is preliminary, and dynamic returns are found only with later scans.
    const isWhole = isWholeSurvey(survey);
    const moved = isWhole ? await excludedDynamicReturns(project, session, placed.trajectory, hearing) : null;
    const task = survey.wallTask(moved);
    const path = await cachedPath(task, cache, hearing);
    const wall = driveWallState(await cachedWall(task, path, cache, hearing));
    const warnings = heard.map(({ code, message, sentence }) => ({ code, message, sentence }));
    return { path: pathReply(survey, path), wall, warnings };
  });
}
