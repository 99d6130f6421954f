import type { PickInput } from '../../../src-core/contract/refine-requests.ts';
import { applyToPoint, identity, invert } from '../../../src-core/math/se3.ts';
import type { PickedPoint } from '../../../src-core/model/picked-point.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { pickedInScans } from '../../../src-core/survey/picked-points.ts';
import type { Project } from '../../project/project.ts';
import type { AlignedSession } from './aligned-session.ts';
import { currentTrajectory } from './stored-refinement.ts';

/** Where the points that were picked in a cloud, or in the map of scans, are kept. */
function keyOf(sessionId: number): string {
  return `cloud-picks.${sessionId}`;
}

/** Picked points of a session; empty: none. */
export function picksOf({ settings }: Project, sessionId: number): readonly PickedPoint[] {
  return (settings.get(keyOf(sessionId)) as readonly PickedPoint[] | undefined) ?? [];
}

/** Stores the picked points of a session in place of what was. */
export function storePicks({ settings }: Project, sessionId: number, picks: readonly PickedPoint[]): void {
  if (picks.length === 0) settings.remove(keyOf(sessionId));
  else settings.set(keyOf(sessionId), picks);
}

/**
 * Points that were picked in the map of a session at its current poses, in the frame that they are kept in: of the cloud,
 * or of the scan nearest to each.
 *
 * @param T_grid_first pose of the first scan in the mine grid that the map was made with; null: none
 * @throws SocavonError 'usage' for a place that no scan is near to
 */
export function picksFromMap(
  project: Project,
  { session, run }: AlignedSession,
  picks: readonly PickedPoint[],
  T_grid_first: Rigid | null = null,
): PickedPoint[] {
  if (session.cloud === null)
    return pickedInScans(picks, currentTrajectory(project, run, T_grid_first).poses);
  const T_grid_cloud = placeOfCloud(project, { session, run });
  if (T_grid_cloud === null) return [...picks];
  return picks.map((pick) => ({ ...pick, place: applyToPoint(invert(T_grid_cloud), ...pick.place) }));
}

/** Transform from the frame that a pick is kept in to that of the map at its current poses; null: its scan has no pose. */
export function mapFrameOf(project: Project, aligned: AlignedSession, pick: PickedPoint): Rigid | null {
  if (pick.scan === undefined) return placeOfCloud(project, aligned) ?? identity();
  const { poses } = currentTrajectory(project, aligned.run, null, pick.scan, pick.scan + 1);
  return poses[0]?.T_map_sensor ?? null;
}

/** Place of a cloud in the mine grid by its control; null: it lies where its file puts it. */
function placeOfCloud(project: Project, { run }: AlignedSession): Rigid | null {
  return project.refinements.get(run.id)?.value.T_grid_map ?? null;
}

/** Wire form of the picked points of a session. */
export function picksToWire(picks: readonly PickedPoint[]): PickInput[] {
  return picks.map(({ place: [x, y, z], ...pick }) => ({ ...pick, place: [x, y, z] }));
}
