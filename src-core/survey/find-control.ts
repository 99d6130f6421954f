import type { ControlMatch, RoughStart } from '../closing/control/control-match.ts';
import {
  LEVEL_DEFAULTS,
  type LevelDiagnostics,
  LevelFinder,
  type LevelOptions,
} from '../closing/control/level.ts';
import { upInMap } from '../closing/control/map-up.ts';
import { matchControl } from '../closing/control/match-control.ts';
import { TargetFinder, type TargetSearch } from '../closing/control/target-finder.ts';
import { TARGET_SEARCH_DEFAULTS, type TargetSearchOptions } from '../closing/control/target-options.ts';
import { remark } from '../messages/remark.ts';
import { type StageContext, throwIfCancelled } from '../model/context.ts';
import type {
  ControlObservation,
  ControlPoint,
  GravityObservation,
  KnownLength,
  KnownPose,
} from '../model/control.ts';
import type { Trajectory } from '../model/pose.ts';
import { hasTimedClouds } from '../model/sensor.ts';
import type { ScanStore } from './scan-store.ts';

export interface FindControlOptions {
  readonly target: TargetSearchOptions;
  readonly level: LevelOptions;
}

export const FIND_CONTROL_DEFAULTS: FindControlOptions = {
  target: TARGET_SEARCH_DEFAULTS,
  level: LEVEL_DEFAULTS,
};

/** Control data supplied by the user. */
export interface KnownControl {
  /** Surveyor's list; empty: none. Targets are detected all the same. */
  readonly points: readonly ControlPoint[];
  /** Targets marked manually in scans. */
  readonly byHand: readonly ControlObservation[];
  readonly start: RoughStart | null;
  readonly knownPoses: readonly KnownPose[];
  readonly knownLengths: readonly KnownLength[];
}

/** Targets and gravity detected in the scans, independent of the user's input. */
export interface ControlSearch {
  readonly targets: TargetSearch;
  readonly gravity: readonly GravityObservation[];
  readonly level: LevelDiagnostics;
}

/**
 * Detects targets by their reflectivity and gravity while the sensor stood still, in one pass over the scans. In timed
 * clouds no targets are looked for, which a note says.
 *
 * @throws errors of the store; CancelledError
 */
export async function searchControl(
  store: ScanStore,
  { poses }: Trajectory,
  options: FindControlOptions,
  context: StageContext,
): Promise<ControlSearch> {
  const targets = new TargetFinder(store.sensor, options.target);
  const level = new LevelFinder(store.sensor, options.level);
  if (hasTimedClouds(store.sensor))
    context.emit({ kind: 'note', stage: 'refine', ...remark('targets-not-searched') });
  for (const [i, pose] of poses.entries()) {
    throwIfCancelled(context.cancel, 'work-find-control');
    const stored = await store.read(pose.scanIndex);
    if (stored.scan.xyz === undefined) targets.add(stored, pose);
    level.add(stored.imu, pose);
    context.emit({ kind: 'progress', stage: 'refine', done: i + 1, total: poses.length, unit: 'scans' });
  }
  const { observations: gravity, diagnostics } = level.finish();
  return { targets: targets.finish(), gravity, level: diagnostics };
}

/**
 * Assigns observations to surveyed points; null if there is no list.
 *
 * @param observations of scans that have poses
 */
export function nameControl(
  { poses }: Trajectory,
  observations: readonly ControlObservation[],
  gravity: readonly GravityObservation[],
  { points, start }: Pick<KnownControl, 'points' | 'start'>,
): ControlMatch | null {
  if (points.length === 0) return null;
  const poseOf = new Map(poses.map((pose) => [pose.scanIndex, pose]));
  const up = upInMap(gravity, (scanIndex) => poseOf.get(scanIndex));
  return matchControl({ poses, observations, points, gravity: up, start });
}
