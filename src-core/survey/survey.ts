import { message } from '../messages/message.ts';
import { remark } from '../messages/remark.ts';
import type { Axis } from '../model/axis.ts';
import { betweenSteps, type ProgressEvent, type StageContext, type StageName } from '../model/context.ts';
import { CancelledError, SocavonError } from '../model/errors.ts';
import type { InstrumentCalibration } from '../model/instrument-calibration.ts';
import type { Trajectory } from '../model/pose.ts';
import type { Warning } from '../model/warnings.ts';
import type { MeasureQuestion } from '../question/survey-question.ts';
import type { DriveMeasures } from '../tunnel/volume/measure-drive.ts';
import type { DriveWall } from '../tunnel/wall/gather-drive.ts';
import { type AlignTask, align } from './align.ts';
import { cachedPath, cachedWall, type WallTask } from './cached-wall.ts';
import { type CalibrationRequest, calibrate, calibrationWarnings } from './calibrate.ts';
import { compareSurveys, type EpochPair } from './compare.ts';
import { ExtraFigures } from './measure/extra-figures.ts';
import { measure, profilesOf, wallToMeasure } from './measure.ts';
import type { PublishedMap } from './publish/measured-survey.ts';
import { wallAttributes, wantsWall } from './publish/wall-attributes.ts';
import { publish, publishMap, type Survey } from './publish.ts';
import type { PublishTask } from './publish-task.ts';
import { type PlacedSurvey, placeSurvey, type RefineQuestion, refinedAnchors } from './refine.ts';
import type { AlignmentScans } from './scan-store.ts';
import { cachedDynamic, cachedRefinement, type DynamicTask, type StageCache } from './stage-cache.ts';
import { warningsByStage } from './survey-warnings.ts';
import { axisQuestionOf, mapOfScans, type SurveyedMap } from './surveyed-map.ts';

export type { Survey } from './publish.ts';

/** Map to be measured, whatever it is made of. */
export interface MapTask extends PublishTask {
  /** This survey and an earlier one of the same working, to be compared; null: none. */
  readonly pair: EpochPair | null;
}

/** Session of scans to be surveyed, without its poses. */
export interface SurveyTask extends MapTask, DynamicTask {
  /** True if dynamic returns stay in map and measurement. */
  readonly keepsDynamic: boolean;
}

/** Inputs of the poses of a survey besides the scans. */
export interface PoseTask {
  readonly align: Omit<AlignTask, 'options'> & {
    /** The scans of the task, prepared before their turn; absent: read one by one. */
    readonly ahead?: AlignmentScans;
  };
  readonly refine: RefineQuestion;
  /** What the calibration of the instrument starts from; absent: the calibration of the task, if it has one. */
  readonly calibrate?: CalibrationRequest;
  /** Calibrates in another thread, beside the search for what moved; absent: the calling thread does, before that. */
  readonly calibrateBeside?: (
    aligned: Trajectory,
    context: StageContext,
  ) => Promise<InstrumentCalibration | null>;
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
  const { warnings } = await align(
    poses.align.ahead ?? store,
    { ...poses.align, options: options.odometry },
    context,
  );
  const aligned: Trajectory = { poses: poses.align.store.poses() };
  const refinement = await cachedRefinement(store, aligned, poses.refine, cache, context);
  const placed = placeSurvey(
    { trajectory: aligned, warnings },
    { asked: poses.refine, value: refinement },
    request.T_grid_first,
  );
  const { calibrate: question, calibrateBeside } = poses;
  if (question === undefined) return surveyPlaced(task, placed, cache, context);
  const calibration = cache.calibration(aligned, () =>
    calibrateBeside === undefined
      ? calibrate(store, aligned, question, context)
      : calibrateBeside(aligned, context),
  );
  if (calibrateBeside === undefined) await calibration;
  return surveyScans(task, placed, calibration, cache, context);
}

/** The stages after the alignment, for a session with known poses. @throws as `survey` */
export function surveyPlaced(
  task: SurveyTask,
  placed: PlacedSurvey,
  cache: StageCache,
  context: StageContext,
): Promise<Survey> {
  return surveyScans(task, placed, Promise.resolve(task.source.calibration ?? null), cache, context);
}

/** The stages after the alignment, the calibration being under way. */
async function surveyScans(
  task: SurveyTask,
  placed: PlacedSurvey,
  calibrating: Promise<InstrumentCalibration | null>,
  cache: StageCache,
  context: StageContext,
): Promise<Survey> {
  const { store, keepsDynamic, source, request } = task;
  warnOfSource(task, placed, context);
  const finding = keepsDynamic ? null : cachedDynamic(task, placed.trajectory, cache, context);
  // Of two that failed the first is told, when neither is at work any more.
  await Promise.allSettled([calibrating, finding]);
  const calibration = await calibrating;
  warn(context, 'align', calibrationWarnings(calibration, request.rangeBias));
  const map = mapOfScans(store, placed, await finding, calibration, context.cancel);
  return measureMap({ ...task, source: { ...source, calibration } }, map, cache, context);
}

/** The stages after the map, for a cloud that another program made. @throws as `survey` */
export function surveyCloud(
  task: MapTask,
  map: SurveyedMap,
  cache: StageCache,
  context: StageContext,
): Promise<Survey> {
  warnOfSource(task, map.placed, context);
  return measureMap(task, map, cache, context);
}

/** Map -> measures -> files and report. */
async function measureMap(
  task: MapTask,
  map: SurveyedMap,
  cache: StageCache,
  context: StageContext,
): Promise<Survey> {
  const { request, pair } = task;
  const { placed, dynamic, calibration, instrument, points } = map;
  // Before the measurement, or beside it in another thread: if that is refused, the map shows why. After it where points
  // say whether they were measured.
  const { choice, mapBeside } = task.output;
  const { contents } = choice;
  const isLate = contents.includes('map') && wantsWall(choice.attributes);
  const beside = hushed(context);
  const early = isLate
    ? null
    : publishMap(task, map, null, mapBeside === undefined ? context : beside.context);
  // Where it failed, nobody hands points on; a cancellation is thrown where it is awaited.
  early?.catch(() => {}).finally(() => mapBeside?.release());
  if (mapBeside === undefined) await early;
  const shared = early !== null && contents.includes('map') && map.ownScans !== null ? mapBeside : undefined;
  if (shared === undefined) mapBeside?.release();

  const figures = new ExtraFigures(context);
  const question = axisQuestionOf(request.measure.axis, map);
  const measured = { ...request.measure, axis: question };
  const asked: WallTask = {
    placed: placed.trajectory,
    dynamic,
    calibration,
    points: shared === undefined ? points : () => shared.points(points),
    anchors: refinedAnchors(placed.refined),
    stated: map.stated,
    hasReflectivity: map.hasReflectivity,
    given: request.files.axis?.axis ?? null,
    measure: measured,
  };
  const gathered = async (): Promise<{ wall: DriveWall; measures: DriveMeasures }> => {
    const { path, wall } = await unlessDust(placed.warnings.align, () =>
      unlessUnfound(map, asked.given, async () => {
        const path = await cachedPath(asked, cache, context);
        const gathered = await cachedWall(asked, path, cache, context);
        return { path, wall: wallToMeasure(gathered, request, instrument) };
      }),
    ).finally(() => shared?.release());
    await betweenSteps(context, 'work-measure');
    const { stations } = measured;
    const measureOf = (question: MeasureQuestion): DriveMeasures =>
      measure(wall, path.reliability, { ...request, measure: question }, instrument);
    try {
      return { wall, measures: measureOf(measured) };
    } catch (error) {
      // Without a section at any of the chainages the volume stands, if more than the sections was asked for.
      if (stations === null || !(contents.includes('volume') || contents.includes('report'))) throw error;
      const measures = measureOf({ ...measured, stations: null });
      figures.miss('stations', error);
      return { wall, measures };
    }
  };
  const { wall, measures } = await gathered().catch(async (error: unknown) => {
    // What the measurement says counts, and the map shows why.
    if (!(error instanceof CancelledError))
      noteFailed(await (early ?? publishMap(task, map, null, context)), context);
    else await early?.catch(() => {});
    throw error;
  });
  beside.speak();
  const rangeBias = request.rangeBias ?? instrument.rangeBias;
  const axis = { given: request.files.axis?.axis ?? null, question };
  const comparison = { axis, from: null, rounds: measured.rounds };
  const profiles = profilesOf(request.measure);
  const compared =
    pair &&
    (await compareSurveys(pair, comparison, { profiles, rangeBias }, context).catch((error: unknown) =>
      figures.miss('comparison', error),
    ));
  warn(context, 'measure', measures.volume.warnings);
  const design = request.files.design?.programme ?? null;
  const published = await (early ?? publishMap(task, map, () => wallAttributes(wall.wall, design), context));

  return publish(task, { map, published, wall, measures, compared, figures }, context);
}

/** Tells which outputs of the map failed, where no result will name them. */
function noteFailed({ outputs: { failed } }: PublishedMap, context: StageContext): void {
  for (const { output, ...why } of failed)
    context.emit({
      kind: 'note',
      stage: 'export',
      ...remark('output-failed', { output, why: why.sentence ?? why.message }),
    });
}

/** A context whose progress is shown from `speak` on, beginning with how far it has got: of two stages at once one is shown. */
function hushed(context: StageContext): { readonly context: StageContext; speak(): void } {
  let isHushed = true;
  let last: ProgressEvent | null = null;
  return {
    context: {
      ...context,
      emit(event) {
        if (event.kind === 'progress' && isHushed) last = event;
        else context.emit(event);
      },
    },
    speak() {
      isHushed = false;
      if (last !== null) context.emit(last);
    },
  };
}

/** Tells what is wrong with captures and poses before anything slow; of the axis whoever read its file did. */
function warnOfSource({ source, request }: MapTask, placed: PlacedSurvey, context: StageContext): void {
  const { warnings, grid = null } = source;
  const { rangeBias } = request;
  const known = { source: warnings, placed, calibration: null, rangeBias, grid, axis: [] };
  for (const { stage, warnings } of warningsByStage(known)) warn(context, stage, warnings);
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

/**
 * The axis and the wall of a map; of one whose path was found in its void, a line that is none, or none along which a wall
 * closes, says that none was found, and not what is wrong with a line that nobody gave.
 */
async function unlessUnfound<T>(
  { hasPath, hasSensorPath }: SurveyedMap,
  given: Axis | null,
  found: () => Promise<T>,
): Promise<T> {
  try {
    return await found();
  } catch (error) {
    const isOfCloud = given === null && !hasSensorPath;
    if (!isOfCloud || !(error instanceof SocavonError)) throw error;
    const { code } = error;
    if (code !== 'axis-unusable' && !(code === 'too-few-points' && hasPath)) throw error;
    throw new SocavonError(
      code,
      hasPath ? message('cloud-no-axis', { why: error.sentence ?? error.message }) : message('cloud-no-void'),
      {
        cause: error,
      },
    );
  }
}

function warn(context: StageContext, stage: StageName, warnings: readonly Warning[]): void {
  for (const warning of warnings) context.emit({ kind: 'warning', stage, ...warning });
}
