import type { StageContext } from '../model/context.ts';
import type { DynamicPixels, DynamicReturns } from '../model/dynamic-returns.ts';
import type { InstrumentCalibration } from '../model/instrument-calibration.ts';
import type { PageStore } from '../model/paged-bytes.ts';
import type { Trajectory } from '../model/pose.ts';
import { type ControlSearch, type FindControlOptions, searchControl } from './find-control.ts';
import {
  controlSearchOptions,
  needsControlSearch,
  REFINE_SURVEY_DEFAULTS,
  type RefineQuestion,
  refine,
  type SurveyRefinement,
} from './refine.ts';
import type { ScanStore } from './scan-store.ts';

/**
 * Memoised results of the stages of one session. Each member returns the earlier result for the same
 * trajectory and options, else computes it and persists it before it returns, so that it is not lost if a
 * later stage fails.
 */
export interface StageCache {
  search(
    aligned: Trajectory,
    options: FindControlOptions,
    compute: () => Promise<ControlSearch>,
  ): Promise<ControlSearch>;
  refinement(
    aligned: Trajectory,
    question: RefineQuestion,
    compute: () => Promise<SurveyRefinement>,
  ): Promise<SurveyRefinement>;
  dynamic(placed: Trajectory, compute: () => Promise<DynamicPixels>): Promise<DynamicPixels>;
  calibration(
    aligned: Trajectory,
    compute: () => Promise<InstrumentCalibration | null>,
  ): Promise<InstrumentCalibration | null>;
  /** A product of the map, by all that it follows from; see `cached-wall`. */
  ofMap<Value, State>(
    kind: MapProduct,
    from: MapInputs,
    form: StoredForm<Value, State>,
    compute: () => Promise<Value>,
  ): Promise<Value>;
  /** Room on a disk for the points of a map while its wall is built, closed by the caller; null: there is none. */
  openPages(): PageStore | null;
}

/** What is made of all points of a map: the axis in its middle, the points by sections, the wall. */
export type MapProduct = 'axis' | 'points' | 'wall';

/** All that a product of a map follows from besides the scans and the program. */
export interface MapInputs {
  readonly placed: Trajectory;
  /** Returns that are left out of the map; null: none. */
  readonly dynamic: DynamicReturns | null;
  readonly calibration: InstrumentCalibration | null;
  /** Plain value. */
  readonly options: unknown;
}

/** How a value is stored: as a plain value, and back. */
interface StoredForm<Value, State> {
  stateOf(value: Value): State;
  restored(state: State): Value;
}

/** Computes everything, persists nothing. */
export const NO_CACHE: StageCache = {
  search: (_aligned, _options, compute) => compute(),
  refinement: (_aligned, _question, compute) => compute(),
  dynamic: (_placed, compute) => compute(),
  calibration: (_aligned, compute) => compute(),
  ofMap: (_kind, _from, _form, compute) => compute(),
  openPages: () => null,
};

/** Targets and gravity in the scans of an alignment; see `searchControl`. */
export function cachedSearch(
  store: ScanStore,
  aligned: Trajectory,
  question: RefineQuestion,
  cache: StageCache,
  context: StageContext,
): Promise<ControlSearch> {
  const options = controlSearchOptions(question, REFINE_SURVEY_DEFAULTS);
  return cache.search(aligned, options, () => searchControl(store, aligned, options, context));
}

/** The refinement of an alignment; see `refine`. */
export function cachedRefinement(
  store: ScanStore,
  aligned: Trajectory,
  question: RefineQuestion,
  cache: StageCache,
  context: StageContext,
): Promise<SurveyRefinement> {
  return cache.refinement(aligned, question, async () => {
    const search = needsControlSearch(question)
      ? await cachedSearch(store, aligned, question, cache, context)
      : null;
    return refine(store, aligned, question, REFINE_SURVEY_DEFAULTS, context, search);
  });
}
