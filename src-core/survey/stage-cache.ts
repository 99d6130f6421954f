import type { StageContext } from '../model/context.ts';
import type { DynamicPixels } from '../model/dynamic-returns.ts';
import type { InstrumentCalibration } from '../model/instrument-calibration.ts';
import type { Trajectory } from '../model/pose.ts';
import { type ControlSearch, type FindControlOptions, searchControl } from './find-control.ts';
import { findDynamicReturns } from './find-dynamic-returns.ts';
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
}

/** Computes everything, persists nothing. */
export const NO_CACHE: StageCache = {
  search: (_aligned, _options, compute) => compute(),
  refinement: (_aligned, _question, compute) => compute(),
  dynamic: (_placed, compute) => compute(),
  calibration: (_aligned, compute) => compute(),
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

/** Dynamic returns; see `findDynamicReturns`. */
export function cachedDynamic(
  store: ScanStore,
  placed: Trajectory,
  cache: StageCache,
  context: StageContext,
): Promise<DynamicPixels> {
  return cache.dynamic(placed, () => findDynamicReturns(store, placed, context));
}
