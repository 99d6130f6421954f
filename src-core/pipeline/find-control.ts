import type { ControlMatch, RoughStart } from '../mapping/control/control-match.ts';
import {
  LEVEL_DEFAULTS,
  type LevelDiagnostics,
  LevelFinder,
  type LevelOptions,
} from '../mapping/control/level.ts';
import { upInMap } from '../mapping/control/map-up.ts';
import { matchControl } from '../mapping/control/match-control.ts';
import { TargetFinder, type TargetSearch } from '../mapping/control/target-finder.ts';
import { TARGET_SEARCH_DEFAULTS, type TargetSearchOptions } from '../mapping/control/target-options.ts';
import { type StageContext, type StageResult, throwIfCancelled } from '../model/context.ts';
import type { Control, ControlObservation, ControlPoint, KnownLength, KnownPose } from '../model/control.ts';
import type { Trajectory } from '../model/pose.ts';
import type { ScanStore } from './scan-store.ts';

export interface FindControlOptions {
  target: TargetSearchOptions;
  level: LevelOptions;
}

export const FIND_CONTROL_DEFAULTS: FindControlOptions = {
  target: TARGET_SEARCH_DEFAULTS,
  level: LEVEL_DEFAULTS,
};

/** What a person knows beforehand. */
export interface KnownControl {
  /** Empty: no list. Targets are looked for all the same. */
  readonly points: readonly ControlPoint[];
  /** Points that a person showed in scans. */
  readonly byHand: readonly ControlObservation[];
  readonly start: RoughStart | null;
  readonly knownPoses: readonly KnownPose[];
  readonly knownLengths: readonly KnownLength[];
}

export const NOTHING_KNOWN: KnownControl = {
  points: [],
  byHand: [],
  start: null,
  knownPoses: [],
  knownLengths: [],
};

export interface ControlDiagnostics {
  readonly targets: TargetSearch;
  readonly level: LevelDiagnostics;
  /** null: no list of points was given. */
  readonly match: ControlMatch | null;
}

/**
 * Stage poses -> control: goes through the scans once, finds the targets in their reflectivity and the level where the
 * sensor stood, and tells which target is which surveyed point. Changes no pose.
 *
 * @throws what the store throws; CancelledError
 */
export async function findControl(
  store: ScanStore,
  trajectory: Trajectory,
  known: KnownControl,
  options: FindControlOptions,
  context: StageContext,
): Promise<StageResult<Control, ControlDiagnostics>> {
  const { poses } = trajectory;
  const targets = new TargetFinder(store.sensor, options.target);
  const level = new LevelFinder(store.sensor, options.level);
  for (const [i, pose] of poses.entries()) {
    throwIfCancelled(context.cancel, 'The search for control points');
    const stored = await store.read(pose.scanIndex);
    targets.add(stored, pose);
    level.add(stored.imu, pose);
    context.emit({ kind: 'progress', stage: 'refine', done: i + 1, total: poses.length, unit: 'scans' });
  }
  const search = targets.finish();
  const { observations: gravity, diagnostics } = level.finish();
  const poseOf = new Map(poses.map((pose) => [pose.scanIndex, pose]));
  const seen = [...search.observations, ...known.byHand.filter(({ scanIndex }) => poseOf.has(scanIndex))];
  const match =
    known.points.length === 0
      ? null
      : matchControl({
          poses,
          observations: seen,
          points: known.points,
          gravity: upInMap(gravity, (scanIndex) => poseOf.get(scanIndex)),
          start: known.start,
        });
  return {
    value: {
      points: known.points,
      observations: match?.observations ?? seen,
      gravity,
      knownPoses: known.knownPoses,
      knownLengths: known.knownLengths,
    },
    diagnostics: { targets: search, level: diagnostics, match },
  };
}
