import { message } from '../messages/message.ts';
import type { Axis } from '../model/axis.ts';
import { betweenSteps, type StageContext } from '../model/context.ts';
import { SocavonError } from '../model/errors.ts';
import type { Warning } from '../model/warnings.ts';
import type { MeasureQuestion } from '../question/survey-question.ts';
import type { DriveMeasures } from '../tunnel/volume/measure-drive.ts';
import type { DriveWall } from '../tunnel/wall/gather-drive.ts';
import { cachedPath, cachedWall, wallTaskOf } from './cached-wall.ts';
import { compareSurveys, type EpochPair } from './compare.ts';
import { ExtraFigures } from './measure/extra-figures.ts';
import { type DrivePath, measure, profilesOf, wallToMeasure } from './measure.ts';
import type { MeasuredSurvey } from './publish/measured-survey.ts';
import type { PublishTask } from './publish-task.ts';
import type { StageCache } from './stage-cache.ts';
import { questionOfMap, type SurveyedMap } from './surveyed-map.ts';

/** Map to be measured, whatever it is made of. */
export interface MapTask extends PublishTask {
  /** This survey and an earlier one of the same working, to be compared; null: none. */
  readonly pair: EpochPair | null;
}

/** Wall of a map, less what its own scans show of the errors of the instrument, along its axis. */
interface GatheredWall {
  readonly path: DrivePath;
  readonly wall: DriveWall;
}

/** Measures of a map, with what they were taken of. */
export type MapMeasures = Omit<MeasuredSurvey, 'map' | 'published'>;

/**
 * Stage map -> wall: the axis, and the wall along it from every point of the map.
 *
 * @throws errors of `cachedPath` and `cachedWall`; CancelledError
 */
export function wallOfMap(
  { request }: MapTask,
  map: SurveyedMap,
  cache: StageCache,
  context: StageContext,
): Promise<GatheredWall> {
  const given = request.files.axis?.axis ?? null;
  const task = wallTaskOf(map, given, request.measure);
  return unlessDust(map.placed.warnings.align, () =>
    unlessUnfound(map, given, async () => {
      const path = await cachedPath(task, cache, context);
      const gathered = await cachedWall(task, path, cache, context);
      return { path, wall: wallToMeasure(gathered, request, map.instrument) };
    }),
  );
}

/**
 * Stage map -> measures: its wall, what is measured of it, and how that differs from an earlier survey.
 *
 * @param gather gives the wall, as `wallOfMap` does
 * @throws what `gather` and `measure` throw; CancelledError
 */
export async function measureMap(
  task: MapTask,
  map: SurveyedMap,
  gather: typeof wallOfMap,
  cache: StageCache,
  context: StageContext,
): Promise<MapMeasures> {
  const { request, pair } = task;
  const { instrument } = map;
  const { contents } = task.output.choice;
  const figures = new ExtraFigures(context);
  const { path, wall } = await gather(task, map, cache, context);
  await betweenSteps(context, 'work-measure');
  const measured = questionOfMap(request.measure, map);
  const measureOf = (question: MeasureQuestion): DriveMeasures =>
    measure(wall, path.reliability, { ...request, measure: question }, instrument);
  let measures: DriveMeasures;
  try {
    measures = measureOf(measured);
  } catch (error) {
    // Without a section at any of the chainages the volume stands, if more than the sections was asked for.
    const isOfMore = contents.includes('volume') || contents.includes('report');
    if (measured.stations === null || !isOfMore) throw error;
    measures = measureOf({ ...measured, stations: null });
    figures.miss('stations', error);
  }
  const comparison = {
    axis: { given: request.files.axis?.axis ?? null, question: measured.axis },
    from: null,
    rounds: measured.rounds,
  };
  const options = {
    profiles: profilesOf(request.measure),
    rangeBias: request.rangeBias ?? instrument.rangeBias,
  };
  const compared =
    pair &&
    (await compareSurveys(pair, comparison, options, context).catch((error: unknown) =>
      figures.miss('comparison', error),
    ));
  for (const warning of measures.volume.warnings)
    context.emit({ kind: 'warning', stage: 'measure', ...warning });
  return { wall, measures, compared, figures };
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
