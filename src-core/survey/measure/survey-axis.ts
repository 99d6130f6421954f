import type { Axis } from '../../model/axis.ts';
import type { ChainageOptions } from '../../model/axis-chainage.ts';
import type { PointCloud } from '../../model/cloud.ts';
import type { StageContext } from '../../model/context.ts';
import { axisFromMap } from '../../tunnel/axis-from-map.ts';
import { type MeasuredPath, pathAxis } from '../../tunnel/measure-drive.ts';
import type { ProfileOptions } from '../../tunnel/profile-options.ts';

/** Which axis a person asks for. */
export interface AxisRequest {
  /** Read from a file, its chainage counted as asked; null: none. */
  readonly given: Axis | null;
  /** Where none was given: the robot's way, or the middle of the void along it. */
  readonly of: 'trajectory' | 'map';
  readonly counted: ChainageOptions;
}

/**
 * The axis that `gatherWall` takes: null where it follows from the trajectory.
 *
 * @param clouds the map, given anew at each call
 * @throws what `axisFromMap` throws
 */
export async function surveyAxis(
  clouds: () => AsyncIterable<PointCloud>,
  path: MeasuredPath,
  { given, of, counted }: AxisRequest,
  profiles: ProfileOptions,
  context: StageContext,
): Promise<Axis | null> {
  if (given !== null || of === 'trajectory') return given;
  const guide = pathAxis(path, context, counted);
  return (await axisFromMap(clouds, guide, context, { profiles })).value;
}
