import type { Adjustment } from '../../graph/adjust.ts';
import type { PoseGraph } from '../../graph/pose-graph.ts';
import type { LoopDecision, LoopEvidence } from '../../model/loop.ts';
import type { ScanPose } from '../../model/pose.ts';
import { LOOP_CRITERIA_DEFAULTS, type LoopCriteria } from './loop-criteria.ts';
import { LOOP_PLACE_DEFAULTS, type LoopPlaceOptions } from './loop-places.ts';
import { LOOP_REGISTRATION_DEFAULTS, type LoopRegistrationOptions } from './loop-registration.ts';
import { LOOP_SUBMAP_DEFAULTS, type LoopSubmapOptions, type ScanSource } from './loop-submap.ts';

export interface LoopSearchOptions {
  readonly places: LoopPlaceOptions;
  readonly submap: LoopSubmapOptions;
  readonly registration: LoopRegistrationOptions;
  readonly criteria: LoopCriteria;
  /** Search rounds: a trajectory with closed loops shows candidates that it did not show before. */
  readonly rounds: number;
}

export const LOOP_SEARCH_DEFAULTS: LoopSearchOptions = {
  places: LOOP_PLACE_DEFAULTS,
  submap: LOOP_SUBMAP_DEFAULTS,
  registration: LOOP_REGISTRATION_DEFAULTS,
  criteria: LOOP_CRITERIA_DEFAULTS,
  rounds: 3,
};

/** Input of the loop search. */
export interface LoopQuestion {
  readonly source: ScanSource;
  /** Poses by odometry. */
  readonly poses: readonly ScanPose[];
  /** Indices into `poses`. */
  readonly anchors: readonly number[];
  /** Pose graph without loops; nodes are the anchors. */
  readonly graph: PoseGraph;
  /** User's decisions on pairs of scans that are anchors. */
  readonly decisions: readonly LoopDecision[];
}

export interface ClosedLoops {
  /** Pose graph with all accepted loops. */
  readonly graph: PoseGraph;
  readonly adjustment: Adjustment;
  /** Every candidate that was tried, in order. */
  readonly loops: readonly LoopEvidence[];
}
