import { createHash } from 'node:crypto';
import { MOVED_DEFAULTS } from '../../src-core/closing/dynamic/moved-options.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import type { MovedPixels } from '../../src-core/model/moved.ts';
import type { ScanPose, Trajectory } from '../../src-core/model/pose.ts';
import { findMoved } from '../../src-core/survey/find-moved.ts';
import { readMoved, writeMoved } from '../files/moved-cache.ts';
import type { Project } from '../project/project.ts';
import type { Session } from '../project/sessions.ts';

/** Changes when what moved is found or written otherwise. */
const FORMAT = 1;

/** True where the person brought what moved back into the map and the volume of a session. */
export function isMovedKept({ settings }: Project, sessionId: number): boolean {
  return settings.get(keyOfSetting(sessionId)) === true;
}

/** Brings what moved back, or leaves it out again. */
export function keepMoved({ settings }: Project, sessionId: number, keep: boolean): void {
  if (keep) settings.set(keyOfSetting(sessionId), true);
  else settings.remove(keyOfSetting(sessionId));
}

export interface KeptMoved {
  /** Of all that it rests on; the cache holds it by this name. */
  readonly key: string;
  readonly moved: MovedPixels;
}

/**
 * Returns of moving things in a session by these poses: those of an earlier search, or of a new one.
 *
 * @throws what `findMoved` throws
 */
export function keptMoved(
  project: Project,
  session: Session,
  trajectory: Trajectory,
  context: StageContext,
): Promise<KeptMoved> {
  return cachedMoved(project, session, trajectory, () =>
    findMoved(project.scanStore(session), trajectory, context),
  );
}

/** The same, with the search that is made where there was none. It lies in the user's cache. */
export async function cachedMoved(
  project: Project,
  session: Session,
  trajectory: Trajectory,
  search: () => Promise<MovedPixels>,
): Promise<KeptMoved> {
  const hash = createHash('sha256').update(
    JSON.stringify([FORMAT, MOVED_DEFAULTS, project.identity.uuid, session.id]),
  );
  hashPoses(hash, trajectory.poses);
  const key = hash.digest('hex').slice(0, 32);
  const known = await readMoved(key);
  if (known !== null) return { key, moved: known };
  const moved = await search();
  await writeMoved(key, moved);
  return { key, moved };
}

/** What moved, as map and measurement leave it out; null where the person brought it back. */
export async function movedLeftOut(
  project: Project,
  session: Session,
  trajectory: Trajectory,
  context: StageContext,
): Promise<MovedPixels | null> {
  if (isMovedKept(project, session.id)) return null;
  return (await keptMoved(project, session, trajectory, context)).moved;
}

/** All of the poses that points rest on: scans of a session never change. */
export function hashPoses(hash: ReturnType<typeof createHash>, poses: readonly ScanPose[]): void {
  for (const { scanIndex, T_map_sensor, T_first_last, gyroBias } of poses) {
    hash.update(Float64Array.of(scanIndex, ...T_map_sensor.R, ...T_map_sensor.t));
    hash.update(Float64Array.of(...T_first_last.R, ...T_first_last.t, ...(gyroBias ?? [])));
  }
}

function keyOfSetting(sessionId: number): string {
  return `moved.keep.${sessionId}`;
}
