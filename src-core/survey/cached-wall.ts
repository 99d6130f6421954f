import type { Axis } from '../model/axis.ts';
import type { PointCloud } from '../model/cloud.ts';
import type { CloudAccuracy } from '../model/cloud-survey.ts';
import type { StageContext } from '../model/context.ts';
import { chainageOptionsOf, type MeasureQuestion } from '../question/survey-question.ts';
import type { RefinedAnchors } from '../tunnel/axis/reliability.ts';
import { gatheringOptions } from '../tunnel/wall/cells/profile-options.ts';
import {
  type DrivePoints,
  type DriveWall,
  driveWallState,
  pathAxis,
  restoredPoints,
  restoredWall,
} from '../tunnel/wall/gather-drive.ts';
import { type DrivePath, drivePath, gatherForCorrections, profilesOf } from './measure.ts';
import { refinedAnchors } from './refine.ts';
import type { MapInputs, StageCache } from './stage-cache.ts';
import { questionOfMap, type SurveyedMap } from './surveyed-map.ts';

/** Map whose wall is wanted, and along which axis. */
export interface WallTask extends Omit<MapInputs, 'options'> {
  /** The points, streamed again at each call. */
  readonly points: () => AsyncIterable<PointCloud>;
  /** Result of the pose graph; null: the poses are those of the odometry. */
  readonly anchors: RefinedAnchors | null;
  /** Accuracy of a cloud that another program made; null: the poses carry their own evidence. */
  readonly stated: CloudAccuracy | null;
  /** Axis that was read from a file; null: it is derived from the survey. */
  readonly given: Axis | null;
  readonly measure: MeasureQuestion;
  /** True if the wall gets the reflectivity of the points, which changes no number; a cloud may have none. */
  readonly hasReflectivity: boolean;
}

/** The wall of a map. @param given axis that was read from a file; null: it is derived from the survey */
export function wallTaskOf(map: SurveyedMap, given: Axis | null, measure: MeasureQuestion): WallTask {
  const { placed, dynamic, calibration, points, stated, hasReflectivity } = map;
  return {
    placed: placed.trajectory,
    dynamic,
    calibration,
    points: () => points(),
    anchors: refinedAnchors(placed.refined),
    stated,
    hasReflectivity,
    given,
    measure: questionOfMap(measure, map),
  };
}

/**
 * Axis of a survey and the reliability along it; an axis from the map is found once for equal inputs.
 *
 * @throws errors of `drivePath`
 */
export async function cachedPath(
  { points, anchors, stated, given, measure, hasReflectivity: _, ...from }: WallTask,
  cache: StageCache,
  context: StageContext,
): Promise<DrivePath> {
  const { placed } = from;
  const profiles = profilesOf(measure);
  const question = measure.axis;
  const find = (axis: Axis | null): Promise<DrivePath> =>
    drivePath(points, placed, { anchors, stated }, { given: axis, question }, profiles, context);
  if (given !== null || question.of !== 'map' || placed.poses.length === 0) return find(given);
  const counted = chainageOptionsOf(question);
  const { corrections: _corrections, ...options } = profiles;
  const form = {
    stateOf: (axis: Axis) => axis,
    restored(axis: Axis) {
      // It warns of branches, as finding the axis does.
      pathAxis(placed, context, counted);
      return axis;
    },
  };
  const axis = await cache.ofMap('axis', { ...from, options: { counted, options } }, form, async () => {
    const { axis: found } = await find(null);
    return found!;
  });
  return find(axis);
}

/**
 * Wall of a survey along its axis. It is built once for
 * equal inputs; its points are gathered once for all walls along one axis.
 *
 * @throws errors of `gather`
 */
export function cachedWall(
  { points, anchors: _anchors, stated: _stated, given, measure, hasReflectivity, ...from }: WallTask,
  path: DrivePath,
  cache: StageCache,
  context: StageContext,
): Promise<DriveWall> {
  const options = profilesOf(measure, hasReflectivity);
  const counted = chainageOptionsOf(measure.axis);
  const along = { given, of: measure.axis.of, counted };
  const gathered = (): Promise<DrivePoints> =>
    cache.ofMap(
      'points',
      { ...from, options: { along, ...gatheringOptions(options) } },
      {
        stateOf: (found: DrivePoints) => found.state,
        restored: (state) =>
          restoredPoints(state, path, path.axis, options, context, counted, cache.openPages()),
      },
      () => gatherForCorrections(points(), path, measure, context, hasReflectivity, cache.openPages()),
    );
  return cache.ofMap(
    'wall',
    { ...from, options: { along, ...options } },
    {
      stateOf: driveWallState,
      restored: (state) => restoredWall(state, path, path.axis, context, counted),
    },
    async () => {
      const all = await gathered();
      try {
        return all.wall(options.corrections, context);
      } finally {
        all.release();
      }
    },
  );
}
