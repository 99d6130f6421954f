import type { Axis } from '../../model/axis.ts';
import type { PointCloud } from '../../model/cloud.ts';
import type { StageContext } from '../../model/context.ts';
import { type AxisQuestion, chainageOptionsOf } from '../../question/survey-question.ts';
import { extendedAxis } from '../../tunnel/axis/axis-extended.ts';
import { axisFromMap } from '../../tunnel/wall/axis-from-map.ts';
import type { ProfileOptions } from '../../tunnel/wall/cells/profile-options.ts';
import { BEYOND_PATH, type MeasuredPath, pathAxis } from '../../tunnel/wall/gather-drive.ts';

/** Axis to measure along. */
export interface AxisRequest {
  /** Axis read from a file, its chainage counted as requested; null: it is derived from the survey. */
  readonly given: Axis | null;
  readonly question: AxisQuestion;
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
  { given, question }: AxisRequest,
  profiles: ProfileOptions,
  context: StageContext,
): Promise<Axis | null> {
  if (given !== null || question.of === 'trajectory') return given;
  // Beyond its ends too, as along an axis of the path: a path through a void ends half a width before it.
  const guide = extendedAxis(pathAxis(path, context, chainageOptionsOf(question)), BEYOND_PATH);
  // Corrections by hand are given along the axis itself, not along its guide.
  return (await axisFromMap(clouds, guide, context, { profiles: { ...profiles, corrections: [] } })).value;
}
