import type { SurveyWall } from '../../../src-core/contract/survey-requests.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import type { Warning } from '../../../src-core/model/warnings.ts';
import { cachedPath, cachedWall, wallTaskOf } from '../../../src-core/survey/cached-wall.ts';
import { driveWallState } from '../../../src-core/tunnel/wall/gather-drive.ts';
import { pathReply, type SurveyPathQuestion, withSurvey } from './survey-path.ts';

/**
 * Path and wall of a session from every point of its map, for the window to measure: the same product, by the same
 * hash, that report and files are made from.
 *
 * @throws SocavonError of the project and of the axis file, axis-unusable, too-few-points; CancelledError
 */
export function surveyWall(question: SurveyPathQuestion, context: StageContext): Promise<SurveyWall> {
  return withSurvey(question, context, async (opened) => {
    const { survey, axis } = opened;
    const { cache, isWhole } = survey;
    const heard: Warning[] = [];
    const hearing: StageContext = {
      ...context,
      emit(event) {
        if (event.kind === 'warning') heard.push(event);
        else context.emit(event);
      },
    };
    // While the map grows the volume is preliminary, and dynamic returns are found only with later scans.
    const leftOut = isWhole ? await survey.leftOut(hearing) : null;
    const map = survey.map(leftOut?.moved ?? null, context.cancel);
    const task = wallTaskOf(map, axis?.axis ?? null, question.measure);
    const path = await cachedPath(task, cache, hearing);
    const wall = driveWallState(await cachedWall(task, path, cache, hearing));
    const warnings = heard.map(({ code, message, sentence }) => ({ code, message, sentence }));
    return { path: pathReply(opened, map, path), wall, warnings };
  });
}
