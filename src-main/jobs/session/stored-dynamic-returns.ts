import { createHash } from 'node:crypto';
import { DYNAMIC_DEFAULTS } from '../../../src-core/closing/dynamic/dynamic-options.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import type { DynamicPixels } from '../../../src-core/model/dynamic-returns.ts';
import type { ScanPose, Trajectory } from '../../../src-core/model/pose.ts';
import { readDynamicReturns, writeDynamicReturns } from '../../files/dynamic-returns-cache.ts';
import type { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';
import { findDynamicOnThreads } from '../schedule/on-threads.ts';

/** Format version; incremented when the detection or the file layout changes. */
const FORMAT = 2;

/** True if the user included the dynamic returns in the map and the volume of a session; a cloud has no scans to tell them. */
export function keepsDynamicReturns({ settings, sessions }: Project, sessionId: number): boolean {
  if (sessions.get(sessionId)?.cloud) return true;
  return settings.get(keyOfSetting(sessionId)) === true;
}

/** Includes or removes the dynamic returns of a session. */
export function setKeepsDynamicReturns({ settings }: Project, sessionId: number, keep: boolean): void {
  if (keep) settings.set(keyOfSetting(sessionId), true);
  else settings.remove(keyOfSetting(sessionId));
}

export interface StoredDynamicReturns {
  /** Hash of all inputs, the key in the cache. */
  readonly key: string;
  readonly moved: DynamicPixels;
}

/**
 * Dynamic returns of a session with these poses: cached, or from a new search.
 *
 * @throws what `findMoved` throws
 */
export function storedDynamicReturns(
  project: Project,
  session: Session,
  trajectory: Trajectory,
  context: StageContext,
): Promise<StoredDynamicReturns> {
  return cachedMoved(project, session, trajectory, () =>
    findDynamicOnThreads(project, session, trajectory, context),
  );
}

/** Dynamic returns from the user's cache, or from the given search, which is then cached. */
export async function cachedMoved(
  project: Project,
  session: Session,
  trajectory: Trajectory,
  search: () => Promise<DynamicPixels>,
): Promise<StoredDynamicReturns> {
  const hash = createHash('sha256').update(
    JSON.stringify([FORMAT, DYNAMIC_DEFAULTS, project.identity.uuid, session.id]),
  );
  hashPoses(hash, trajectory.poses);
  const key = hash.digest('hex').slice(0, 32);
  const known = await readDynamicReturns(key);
  if (known !== null) return { key, moved: known };
  const moved = await search();
  await writeDynamicReturns(key, moved);
  return { key, moved };
}

/** Hashes the poses, the only variable input of the points: scans of a session never change. */
export function hashPoses(hash: ReturnType<typeof createHash>, poses: readonly ScanPose[]): void {
  for (const { scanIndex, T_map_sensor, T_first_last, gyroBias } of poses) {
    hash.update(Float64Array.of(scanIndex, ...T_map_sensor.R, ...T_map_sensor.t));
    hash.update(Float64Array.of(...T_first_last.R, ...T_first_last.t, ...(gyroBias ?? [])));
  }
}

function keyOfSetting(sessionId: number): string {
  return `moved.keep.${sessionId}`;
}
