import { remark } from '../messages/remark.ts';
import type { StageContext, StageName } from '../model/context.ts';
import { CancelledError } from '../model/errors.ts';
import type { InstrumentCalibration } from '../model/instrument-calibration.ts';
import { Outputs } from '../model/outputs.ts';
import type { Trajectory } from '../model/pose.ts';
import type { Warning } from '../model/warnings.ts';
import type { AlignTask } from './align.ts';
import { type CalibrationRequest, calibrationWarnings } from './calibrate.ts';
import { type MapMeasures, type MapTask, measureMap } from './measure-map.ts';
import type { PublishedMap } from './publish/measured-survey.ts';
import { wallAttributes, wantsWall } from './publish/wall-attributes.ts';
import { publish, publishMap, type Survey } from './publish.ts';
import { type PlacedSurvey, placeSurvey, type RefineQuestion } from './refine.ts';
import type { ScanStore } from './scan-store.ts';
import { cachedRefinement, type StageCache } from './stage-cache.ts';
import { STAGES_IN_TURN, type Stages } from './stages.ts';
import { warningsByStage } from './survey-warnings.ts';
import { mapOfScans, type SurveyedMap } from './surveyed-map.ts';

export type { Survey } from './publish.ts';

/** Session of scans to be surveyed, without its poses. */
export interface SurveyTask extends MapTask {
  readonly store: ScanStore;
  /** True if dynamic returns stay in map and measurement. */
  readonly keepsDynamic: boolean;
}

/** Inputs of the poses of a survey besides the scans. */
export interface PoseTask {
  readonly align: Omit<AlignTask, 'options'>;
  readonly refine: RefineQuestion;
  /** What the calibration of the instrument starts from; absent: the calibration of the task, if it has one. */
  readonly calibrate?: Omit<CalibrationRequest, 'targets'>;
}

/** Poses of a survey, and the calibration of its instrument by them. */
interface PosedSurvey {
  readonly placed: PlacedSurvey;
  /** Called once. */
  calibration(): Promise<InstrumentCalibration | null>;
}

/**
 * Runs all stages of a survey, from the scans to the report. Data flow in one direction.
 *
 *     scans -> align -> refine -> calibrate, find what moved -> map -> write, measure -> publish: files and report
 *
 * @throws errors of the stages; CancelledError. Files already written stay complete.
 */
export async function survey(
  task: SurveyTask,
  poses: PoseTask,
  cache: StageCache,
  context: StageContext,
  stages: Stages = STAGES_IN_TURN,
): Promise<Survey> {
  const { store, options, request, source } = task;
  const { warnings } = await stages.align(store, { ...poses.align, options: options.odometry }, context);
  const aligned: Trajectory = { poses: poses.align.store.poses() };
  const refinement = await cachedRefinement(store, aligned, poses.refine, cache, context);
  const refined = { asked: poses.refine, value: refinement };
  const placed = placeSurvey({ trajectory: aligned, warnings }, refined, request.T_grid_first);
  const { calibrate: question } = poses;
  const calibration = async (): Promise<InstrumentCalibration | null> =>
    question === undefined
      ? (source.calibration ?? null)
      : cache.calibration(aligned, () => stages.calibrate(store, aligned, question, context));
  return surveyPosed(task, { placed, calibration }, cache, context, stages);
}

/** The stages after the alignment, for a session with known poses. @throws as `survey` */
export function surveyPlaced(
  task: SurveyTask,
  placed: PlacedSurvey,
  cache: StageCache,
  context: StageContext,
  stages: Stages = STAGES_IN_TURN,
): Promise<Survey> {
  const calibration = async () => task.source.calibration ?? null;
  return surveyPosed(task, { placed, calibration }, cache, context, stages);
}

async function surveyPosed(
  task: SurveyTask,
  { placed, calibration: calibrated }: PosedSurvey,
  cache: StageCache,
  context: StageContext,
  stages: Stages,
): Promise<Survey> {
  const { store, keepsDynamic, source, request } = task;
  const { trajectory } = placed;
  warnOfSource(task, placed, context);
  const [calibration, dynamic] = await stages.both(calibrated, async () =>
    keepsDynamic ? null : cache.dynamic(trajectory, () => stages.findDynamic(store, trajectory, context)),
  );
  warn(context, 'align', calibrationWarnings(calibration, request.rangeBias));
  const map = mapOfScans(store, placed, dynamic, calibration, context.cancel);
  return surveyMap({ ...task, source: { ...source, calibration } }, map, cache, context, stages);
}

/** The stages after the map, for a cloud that another program made. @throws as `survey` */
export function surveyCloud(
  task: MapTask,
  map: SurveyedMap,
  cache: StageCache,
  context: StageContext,
): Promise<Survey> {
  warnOfSource(task, map.placed, context);
  return surveyMap(task, map, cache, context, STAGES_IN_TURN);
}

async function surveyMap(
  task: MapTask,
  map: SurveyedMap,
  cache: StageCache,
  context: StageContext,
  stages: Stages,
): Promise<Survey> {
  const measure = (): Promise<MapMeasures> => measureMap(task, map, stages.gather, cache, context);
  const [published, measured] = await written(task, map, measure, context, stages);
  return publish(task, { map, published, ...measured }, context);
}

/**
 * Files of a map, and its measures: if these are refused, the map shows why. It is written last where its points say
 * whether they were measured.
 */
async function written(
  task: MapTask,
  map: SurveyedMap,
  measure: () => Promise<MapMeasures>,
  context: StageContext,
  stages: Stages,
): Promise<[PublishedMap, MapMeasures]> {
  const { contents, attributes } = task.output.choice;
  const outputs = new Outputs();
  const write = (): Promise<PublishedMap> => stages.writeMap(task, map, outputs, context);
  try {
    if (!contents.includes('map') || !wantsWall(attributes)) return await stages.both(write, measure);
    const measured = await measure().catch(async (error: unknown) => {
      if (!(error instanceof CancelledError)) await write();
      throw error;
    });
    const design = task.request.files.design?.programme ?? null;
    const wall = () => wallAttributes(measured.wall.wall, design);
    return [await publishMap(task, map, outputs, context, { wall }), measured];
  } catch (error) {
    if (!(error instanceof CancelledError)) noteFailed(outputs, context);
    throw error;
  }
}

/** Tells which outputs of the map failed, where no result will name them. */
function noteFailed({ failed }: Outputs, context: StageContext): void {
  for (const { output, ...why } of failed)
    context.emit({
      kind: 'note',
      stage: 'export',
      ...remark('output-failed', { output, why: why.sentence ?? why.message }),
    });
}

/** Tells what is wrong with captures and poses before anything slow; of the axis whoever read its file did. */
function warnOfSource({ source, request }: MapTask, placed: PlacedSurvey, context: StageContext): void {
  const known = { source: { ...source, calibration: null }, placed, rangeBias: request.rangeBias, axis: [] };
  for (const { stage, warnings } of warningsByStage(known)) warn(context, stage, warnings);
}

function warn(context: StageContext, stage: StageName, warnings: readonly Warning[]): void {
  for (const warning of warnings) context.emit({ kind: 'warning', stage, ...warning });
}
