import type { StageContext } from '../model/context.ts';
import type { DynamicPixels } from '../model/dynamic-returns.ts';
import type { Outputs } from '../model/outputs.ts';
import type { Trajectory } from '../model/pose.ts';
import { align } from './align.ts';
import { calibrateByScans } from './calibrate.ts';
import { findDynamicReturns } from './find-dynamic-returns.ts';
import { wallOfMap } from './measure-map.ts';
import type { PublishedMap } from './publish/measured-survey.ts';
import { publishMap } from './publish.ts';
import type { PublishTask } from './publish-task.ts';
import type { ScanStore } from './scan-store.ts';
import type { SurveyedMap } from './surveyed-map.ts';

/**
 * The stages of a survey that read its scans or points, as `survey` calls them. Others of the same results may take their
 * place.
 */
export interface Stages {
  readonly align: typeof align;
  readonly calibrate: typeof calibrateByScans;
  readonly findDynamic: (
    store: ScanStore,
    placed: Trajectory,
    context: StageContext,
  ) => Promise<DynamicPixels>;
  /** Files of a map; one that fails costs itself only. */
  readonly writeMap: (
    task: PublishTask,
    map: SurveyedMap,
    outputs: Outputs,
    context: StageContext,
  ) => Promise<PublishedMap>;
  readonly gather: typeof wallOfMap;
  /**
   * Two stages of which neither needs the other.
   *
   * @throws the failure of the first, else that of the second, when neither is at work any more
   */
  readonly both: <A, B>(first: () => Promise<A>, second: () => Promise<B>) => Promise<[A, B]>;
}

/** The stages one after the other, as the core has them. */
export const STAGES_IN_TURN: Stages = {
  align,
  calibrate: calibrateByScans,
  findDynamic: findDynamicReturns,
  writeMap: publishMap,
  gather: wallOfMap,
  both: async (first, second) => [await first(), await second()],
};
