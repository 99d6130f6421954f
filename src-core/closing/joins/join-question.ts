import { ANCHOR_DEFAULTS, type AnchorOptions } from '../../graph/anchors.ts';
import { EDGE_ERROR_DEFAULTS, type EdgeErrorModel } from '../../graph/edge-covariance.ts';
import { LOOP_CRITERIA_DEFAULTS, type LoopCriteria } from '../loops/loop-criteria.ts';
import { LOOP_REGISTRATION_DEFAULTS, type LoopRegistrationOptions } from '../loops/loop-registration.ts';
import { LOOP_SUBMAP_DEFAULTS, type LoopSubmapOptions } from '../loops/loop-submap.ts';
import { JOIN_CANDIDATE_DEFAULTS, type JoinCandidateOptions } from './join-candidates.ts';
import { JOIN_PROFILE_DEFAULTS, type JoinProfileOptions } from './join-profile.ts';

export interface JoinOptions {
  readonly anchors: AnchorOptions;
  readonly edges: EdgeErrorModel;
  readonly profile: JoinProfileOptions;
  readonly candidates: JoinCandidateOptions;
  readonly submap: LoopSubmapOptions;
  readonly registration: LoopRegistrationOptions;
  /** Acceptance criteria; `gate` applies to each place against the others in the second session's graph. */
  readonly criteria: LoopCriteria;
  /** Search range about a given chainage of the start of the second session, m. */
  readonly nearReach: number;
  /** Search range about a given pose of the start, m. */
  readonly poseReach: number;
  /** Largest distance between the two sessions at a place, m, ... */
  readonly maxDistance: number;
  /**
   * ... spacing of the places along the second session's path, m; increased if there would be more than
   * `maxPlaces`.
   */
  readonly spacing: number;
  readonly maxPlaces: number;
  /** Least number of accepted places: a single one has no redundancy. */
  readonly minPlaces: number;
  /** Differences above which two solutions are distinct, m and rad. */
  readonly sameWithin: number;
  readonly sameAngle: number;
  /** True if the poses of the first session are adjusted too. */
  readonly both: boolean;
}

export const JOIN_DEFAULTS: JoinOptions = {
  anchors: ANCHOR_DEFAULTS,
  edges: EDGE_ERROR_DEFAULTS,
  profile: JOIN_PROFILE_DEFAULTS,
  candidates: JOIN_CANDIDATE_DEFAULTS,
  submap: LOOP_SUBMAP_DEFAULTS,
  registration: LOOP_REGISTRATION_DEFAULTS,
  criteria: LOOP_CRITERIA_DEFAULTS,
  nearReach: 5,
  poseReach: 3,
  maxDistance: 3,
  spacing: 3,
  maxPlaces: 60,
  minPlaces: 2,
  sameWithin: 0.5,
  sameAngle: 0.1,
  both: false,
};
