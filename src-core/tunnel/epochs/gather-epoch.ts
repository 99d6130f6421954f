import { remark } from '../../messages/remark.ts';
import type { Axis } from '../../model/axis.ts';
import type { PointCloud } from '../../model/cloud.ts';
import type { StageContext } from '../../model/context.ts';
import type { FaceSighting } from '../../model/face.ts';
import type { AxisGeometry } from '../axis/axis-geometry.ts';
import { AxisLocator } from '../axis/axis-locator.ts';
import { PathPoints } from '../axis/path-points.ts';
import type { ProfileOptions } from '../wall/cells/profile-options.ts';
import type { MeasuredPath } from '../wall/gather-drive.ts';
import { ProfileAccumulator } from '../wall/profile-accumulator.ts';
import { ForceSum } from '../wall/voxels/plumb-up.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import { FaceAccumulator } from './face/face-accumulator.ts';
import type { FaceOptions } from './face/face-options.ts';
import { facePosition } from './face/face-position.ts';

/** The robot is never farther from the axis than this, m. */
const REACH = 15;
/** A path whose net descent is more than this share of the chainages it covers leads down the chainage. */
const MOST_OF = 0.5;

/** Wall and face of a survey, as a comparison needs them. */
export interface GatheredEpoch {
  readonly wall: WallSurface;
  readonly face: FaceSighting;
}

/**
 * Wall and face of a survey along the axis of a comparison, which every survey of the working is measured
 * along.
 *
 * @param clouds every point of the map, in any order; read once
 * @param path sensor path: the face is searched for ahead of it
 * @param axis up the drive, towards the face; extended straight if it ends before it
 * @throws SocavonError axis-unusable, too-few-points; CancelledError
 */
export async function gatherEpoch(
  clouds: AsyncIterable<PointCloud>,
  path: MeasuredPath,
  axis: Axis,
  options: { readonly profiles: Partial<ProfileOptions>; readonly face: Partial<FaceOptions> },
  context: StageContext,
): Promise<GatheredEpoch> {
  const walls = new ProfileAccumulator(axis, options.profiles);
  const ahead = new FaceAccumulator(walls.geometry, pathEnd(walls.geometry, path), options.face);
  const places = new PathPoints(path.poses.map(({ T_map_sensor }) => T_map_sensor.t));
  const forces = new ForceSum();
  let done = 0;
  for await (const cloud of clouds) {
    const { xyz, origin, count, force } = cloud;
    forces.add(force);
    walls.add(xyz, origin, count, null, places.sensorOf(cloud));
    ahead.add(xyz, origin, count);
    done++;
    const total = Math.max(done, path.poses.length);
    context.emit({ kind: 'progress', stage: 'measure', done, total, unit: 'scans' });
  }
  const wall = walls.wall(context, forces.up);
  const face = facePosition(ahead, wall);
  return {
    wall,
    face: face.seen || !isDrivenBack(walls.geometry, path) ? face : axisReversedError(ahead.from),
  };
}

/** The robot came from there, so there is no face: most likely the axis was given from the face to the portal. */
function axisReversedError(from: number): FaceSighting {
  const chainage = from.toFixed(1);
  return {
    seen: false,
    reason: 'away',
    ...remark('face-away', { chainage }),
  };
}

/** True if a path leads down the chainage over most of what it covers; a path there and back again does not. */
function isDrivenBack(geometry: AxisGeometry, path: MeasuredPath): boolean {
  const along = chainagesOf(geometry, path);
  if (along.length === 0) return false;
  const [low, high] = along.reduce(
    ([low, high], at) => [Math.min(low, at), Math.max(high, at)],
    [along[0], along[0]],
  );
  return along[along.length - 1] - along[0] < -MOST_OF * (high - low);
}

/** Greatest chainage that the robot reached, m; the start of the axis if it was never near it. */
function pathEnd(geometry: AxisGeometry, path: MeasuredPath): number {
  return chainagesOf(geometry, path).reduce((end, at) => Math.max(end, at), geometry.start);
}

/** Chainages of the sensor positions in their order, m; positions far from the axis are left out. */
function chainagesOf(geometry: AxisGeometry, { poses }: MeasuredPath): number[] {
  const locator = new AxisLocator(geometry, REACH);
  const [x, y, z] = geometry.origin;
  return poses.flatMap(({ T_map_sensor: { t } }) =>
    locator.locate(t[0] - x, t[1] - y, t[2] - z) ? [locator.chainage] : [],
  );
}
