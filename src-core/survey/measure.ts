import type { SurveyContent } from '../contract/survey-requests.ts';
import type { PointCloud } from '../model/cloud.ts';
import type { StageContext } from '../model/context.ts';
import type { Trajectory } from '../model/pose.ts';
import type { LayeredWall } from '../model/unrolled.ts';
import { type DriveMeasures, type DriveWall, gatherWall, measureWall } from '../tunnel/measure-drive.ts';
import { reliability } from '../tunnel/reliability.ts';
import { unrollWithLayers } from '../tunnel/unrolled-layers.ts';
import type { ComparedSurveys } from './compare.ts';
import { type AskedAxis, surveyAxis } from './measure/survey-axis.ts';
import { refinedAnchors, type SurveyRefinement } from './refine.ts';
import { SURVEY_MEASURE_DEFAULTS } from './survey-measure.ts';
import type { SurveyOptions, SurveyRequest } from './survey-request.ts';

/**
 * Compares an earlier survey with one that is measured along the axis that is given or, where none is, along that of the later
 * one.
 */
export type CompareEarlier = (axis: AskedAxis, context: StageContext) => Promise<ComparedSurveys>;

/** A drive as it was measured, and what it was compared with. */
export interface MeasuredDrive {
  readonly wall: DriveWall;
  readonly measures: DriveMeasures;
  readonly compared: ComparedSurveys | null;
  /** Whether the wall is to be laid out flat. */
  readonly isUnrolled: boolean;
}

/** What the measuring needs of the world. */
export interface MeasureHost {
  /** What is to be written; null: what a survey writes where nobody says what. */
  readonly contents: ReadonlySet<SurveyContent> | null;
  /** null: no earlier survey is compared. */
  readonly compare: CompareEarlier | null;
}

/**
 * Stage map -> axis, profiles, volume and, where asked for, what an earlier survey is compared with.
 *
 * @param points the map, given anew at each call
 * @throws what the stages throw; CancelledError
 */
export async function measuredDrive(
  points: () => AsyncIterable<PointCloud>,
  trajectory: Trajectory,
  refinement: SurveyRefinement | null,
  { axis: asked, chainage, design, measure = SURVEY_MEASURE_DEFAULTS }: SurveyRequest,
  options: SurveyOptions,
  { contents, compare }: MeasureHost,
  context: StageContext,
): Promise<MeasuredDrive> {
  const { axisOf: of, counted, stations } = measure;
  const isUnrolled = measure.unrolled || contents?.has('unrolled') === true;
  const { profiles } = options.measure;
  const which = { given: asked?.axis ?? null, of, counted };
  const axis = await surveyAxis(points, trajectory, which, profiles, context);
  const gathering = { ...profiles, reflectivity: isUnrolled };
  const gathered = await gatherWall(points(), trajectory, axis, gathering, context, counted);
  const wall = gathered.value;
  const strip = reliability(trajectory, wall.way, refinedAnchors(refinement));
  const programme = design?.programme ?? null;
  const measures = measureWall(wall, strip, { chainage, design: programme, stations }, options.measure);
  const compared = compare && (await compare(which, context));
  return { wall, measures, compared, isUnrolled };
}

/** The wall laid out flat with all that is known of it. */
export function unrolledOf(
  { wall, measures, compared }: MeasuredDrive,
  { design }: SurveyRequest,
): LayeredWall {
  const { chainageFrom: from, chainageTo: to } = measures.volume;
  return unrollWithLayers(wall.wall, {
    chainage: { from, to },
    design: design?.programme ?? null,
    convergence: compared?.convergence ?? null,
  });
}
