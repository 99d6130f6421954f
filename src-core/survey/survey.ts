import { message } from '../messages/message.ts';
import type { StageContext, StageName } from '../model/context.ts';
import { SocavonError } from '../model/errors.ts';
import type { Warning } from '../model/warnings.ts';
import { type AlignTask, align } from './align.ts';
import { cachedPath, cachedWall, type WallTask } from './cached-wall.ts';
import { type CalibrationRequest, calibrate, calibrationWarnings } from './calibrate.ts';
import { calibratedStore } from './calibrated-store.ts';
import { compareSurveys, type EpochPair } from './compare.ts';
import { mapPoints } from './map-points.ts';
import { measure } from './measure.ts';
import { publish, publishMap, type Survey } from './publish.ts';
import type { PublishTask } from './publish-task.ts';
import { type PlacedSurvey, placeSurvey, type RefineQuestion, refinedAnchors } from './refine.ts';
import type { ScanStore } from './scan-store.ts';
import { cachedDynamic, cachedRefinement, type StageCache } from './stage-cache.ts';
import { instrumentOf, profilesOf, wallQuestion } from './survey-request.ts';

export type { Survey } from './publish.ts';

/** Session to be surveyed, without its poses. */
export interface SurveyTask extends PublishTask {
  readonly store: ScanStore;
  /** True if dynamic returns stay in map and measurement. */
  readonly keepsDynamic: boolean;
  /** This survey and an earlier one of the same working, to be compared; null: none. */
  readonly pair: EpochPair | null;
}

/** Inputs of the poses of a survey besides the scans. */
export interface PoseTask {
  readonly align: Omit<AlignTask, 'options'>;
  readonly refine: RefineQuestion;
  /** What the calibration of the instrument starts from; absent: the calibration of the task, if it has one. */
  readonly calibrate?: CalibrationRequest;
}

/**
 * Runs all stages of a survey, from the scans to the report. Data flow in one direction.
 *
 *     scans -> align -> calibrate -> refine -> measure -> publish: files and report
 *
 * @throws errors of the stages; CancelledError. Files already written stay complete.
 */
export async function survey(
  task: SurveyTask,
  poses: PoseTask,
  cache: StageCache,
  context: StageContext,
): Promise<Survey> {
  const { store, options, request } = task;
  const aligned = await align(store, { ...poses.align, options: options.odometry }, context);
  const refinement = await cachedRefinement(store, aligned.value, poses.refine, cache, context);
  const placed = placeSurvey(
    { trajectory: aligned.value, warnings: aligned.diagnostics.warnings },
    { asked: poses.refine, value: refinement },
    request.T_grid_first,
  );
  const { calibrate: question } = poses;
  if (question === undefined) return surveyPlaced(task, placed, cache, context);
  const calibration = await cache.calibration(aligned.value, () =>
    calibrate(store, aligned.value, question, context),
  );
  return surveyPlaced({ ...task, source: { ...task.source, calibration } }, placed, cache, context);
}

/** Last two stages, for a session with known poses. @throws as `survey` */
export async function surveyPlaced(
  task: SurveyTask,
  placed: PlacedSurvey,
  cache: StageCache,
  context: StageContext,
): Promise<Survey> {
  const { store, request, pair } = task;
  const { trajectory, warnings } = placed;
  warn(context, 'import', task.source.warnings);
  warn(context, 'align', warnings.align);
  warn(context, 'refine', warnings.refine);
  warn(context, 'align', calibrationWarnings(task.source.calibration ?? null, request.rangeBias));
  const dynamic = task.keepsDynamic ? null : await cachedDynamic(store, trajectory, cache, context);
  const calibration = task.source.calibration ?? null;
  const calibrated = calibratedStore(store, calibration);
  const points = () => mapPoints(calibrated, trajectory, context.cancel, dynamic);

  // Before the measurement: if that is refused, the map shows why.
  const map = await publishMap(task, trajectory, points, context);

  const axis = { given: request.axis?.axis ?? null, question: request.measure.axis };
  const asked: WallTask = {
    placed: trajectory,
    dynamic,
    calibration,
    points,
    anchors: refinedAnchors(placed.refined),
    given: axis.given,
    measure: request.measure,
  };
  const { path, wall } = await unlessDust(warnings.align, async () => {
    const path = await cachedPath(asked, cache, context);
    return { path, wall: await cachedWall(asked, path, cache, context) };
  });
  const instrument = instrumentOf(store.sensor, calibration);
  const measures = measure(wall, path.reliability, wallQuestion(request), instrument);
  const rangeBias = request.rangeBias ?? instrument.rangeBias;
  const comparison = { axis, from: null, rounds: request.measure.rounds };
  const profiles = profilesOf(request);
  const compared = pair && (await compareSurveys(pair, comparison, { profiles, rangeBias }, context));
  warn(context, 'measure', measures.volume.warnings);

  return publish(task, { placed, dynamic, map, wall, measures, compared }, context);
}

/**
 * Gathers a wall; where there is none to gather and the alignment warned of returns that are not of walls, the refusal
 * says so, instead of what follows from it.
 */
async function unlessDust<T>(warnings: readonly Warning[], gathered: () => Promise<T>): Promise<T> {
  try {
    return await gathered();
  } catch (error) {
    const scatter = warnings.find(({ code }) => code === 'returns-scatter')?.sentence;
    const isWithoutWall =
      error instanceof SocavonError && (error.code === 'axis-unusable' || error.code === 'too-few-points');
    if (scatter === undefined || !isWithoutWall) throw error;
    throw new SocavonError('too-few-points', message('returns-no-wall', { why: scatter }), { cause: error });
  }
}

function warn(context: StageContext, stage: StageName, warnings: readonly Warning[]): void {
  for (const warning of warnings) context.emit({ kind: 'warning', stage, ...warning });
}
