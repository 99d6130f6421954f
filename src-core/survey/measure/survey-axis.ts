import type { Axis } from '../../model/axis.ts';
import type { ChainageOptions } from '../../model/axis-chainage.ts';
import type { PointCloud } from '../../model/cloud.ts';
import type { StageContext } from '../../model/context.ts';
import { extendedAxis } from '../../tunnel/axis/axis-extended.ts';
import { axisFromMap } from '../../tunnel/wall/axis-from-map.ts';
import type { ProfileOptions } from '../../tunnel/wall/cells/profile-options.ts';
import { BEYOND_PATH, type MeasuredPath, pathAxis } from '../../tunnel/wall/gather-drive.ts';

/** Options for the axis of a survey. */
interface AxisRequest {
  /** Axis read from a file, its chainage counted as requested; null: none. */
  readonly given: Axis | null;
  /** Source of the axis if none was given: the trajectory, or the middle of the void along it. */
  readonly of: 'trajectory' | 'map';
  readonly counted: ChainageOptions;
}

/**
 * Axis argument of `gatherWall`: null if it is derived from the trajectory.
 *
 * @param clouds the map; restarted at each call
 * @throws errors of `axisFromMap`
 */
export async function surveyAxis(
  clouds: () => AsyncIterable<PointCloud>,
  path: MeasuredPath,
  { given, of, counted }: AxisRequest,
  profiles: ProfileOptions,
  context: StageContext,
): Promise<Axis | null> {
  if (given !== null || of === 'trajectory') return given;
  // Beyond its ends too, as along an axis of the path: a path through a void ends half a width before it.
  const guide = extendedAxis(pathAxis(path, context, counted), BEYOND_PATH);
  // Corrections by hand are given along the axis itself, not along its guide.
  return (await axisFromMap(clouds, guide, context, { profiles: { ...profiles, corrections: [] } })).value;
}
