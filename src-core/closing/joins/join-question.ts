import { ANCHOR_DEFAULTS, type AnchorOptions } from '../../graph/anchors.ts';
import { EDGE_ERROR_DEFAULTS, type EdgeErrorModel } from '../../graph/edge-covariance.ts';
import type { ScanPose } from '../../model/pose.ts';
import { LOOP_CRITERIA_DEFAULTS, type LoopCriteria } from '../loops/loop-criteria.ts';
import { LOOP_REGISTRATION_DEFAULTS, type LoopRegistrationOptions } from '../loops/loop-registration.ts';
import { LOOP_SUBMAP_DEFAULTS, type LoopSubmapOptions, type ScanSource } from '../loops/loop-submap.ts';
import { JOIN_CANDIDATE_DEFAULTS, type JoinCandidateOptions } from './join-candidates.ts';
import { JOIN_PROFILE_DEFAULTS, type JoinProfileOptions } from './join-profile.ts';

/** One of two sessions: its scans and where they were. */
export interface JoinSide {
  readonly source: ScanSource;
  /** At least one. */
  readonly poses: readonly ScanPose[];
}

export interface JoinOptions {
  readonly anchors: AnchorOptions;
  readonly edges: EdgeErrorModel;
  readonly profile: JoinProfileOptions;
  readonly candidates: JoinCandidateOptions;
  readonly submap: LoopSubmapOptions;
  readonly registration: LoopRegistrationOptions;
  /** Of the second session's graph; `gate` is that of each place against the others. */
  readonly criteria: LoopCriteria;
  /** How far from a chainage that was given the second session may begin, m. */
  readonly nearReach: number;
  /** How far from a pose that was given, m. */
  readonly poseReach: number;
  /** Places of the two sessions stand at most so far apart, m, ... */
  readonly maxDistance: number;
  /** ... each so far from the one before along the second's way, m, and farther where there would be more than these. */
  readonly spacing: number;
  readonly maxPlaces: number;
  /** So many must hold the second session: a single one is contradicted by nothing. */
  readonly minPlaces: number;
  /** Answers farther apart than this are two, m and rad. */
  readonly sameWithin: number;
  readonly sameAngle: number;
  /** Whether the first session moves too. */
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
