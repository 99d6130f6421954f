import { identity, rotateVector } from '../math/se3.ts';
import type { PointCloud } from '../model/cloud.ts';
import type { CloudAccuracy, CloudFacts } from '../model/cloud-survey.ts';
import type { ScanPose } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';
import { alignmentQuality } from '../odometry/alignment-quality.ts';
import { ORIGIN_QUALITY } from '../odometry/pose-evidence.ts';
import { placeTrajectory } from './place-trajectory.ts';
import { type PlacedSurvey, type RefinedSurvey, refineWarnings } from './refine.ts';

/**
 * Pose of a path that came with a cloud: nothing about it was observed here, and what its ± is, is stated of the cloud as
 * a whole.
 */
export function givenPose(scanIndex: number, stampNs: bigint, T_map_sensor: Rigid): ScanPose {
  return {
    scanIndex,
    frameId: 0,
    stampNs,
    T_map_sensor,
    T_first_last: identity(),
    gyroBias: null,
    isKeyframe: false,
    quality: ORIGIN_QUALITY,
  };
}

/**
 * Places the path of a cloud in the mine grid.
 *
 * @param poses of the path, in the frame of the cloud
 * @param refined by control points, which then place it; null: none
 * @param T_grid_typed stated pose of the cloud; null: its coordinates are used as they are
 */
export function placeCloud(
  poses: readonly ScanPose[],
  { isGrid, accuracy }: Pick<CloudFacts, 'isGrid'> & { readonly accuracy: CloudAccuracy },
  refined: RefinedSurvey | null,
  T_grid_typed: Rigid | null,
): PlacedSurvey {
  const T_grid_cloud = refined?.value.T_grid_map ?? T_grid_typed;
  const trajectory = T_grid_cloud === null ? { poses } : placeTrajectory({ poses }, T_grid_cloud);
  const quality = alignmentQuality(trajectory);
  return {
    trajectory,
    frame: isGrid || T_grid_cloud !== null ? 'mine-grid' : 'local',
    refined,
    quality: { ...quality, alongSigma: accuracy.lengthShare * quality.pathLength },
    warnings: { align: [], refine: refineWarnings(refined?.value ?? null) },
  };
}

/** Points of a cloud, placed likewise. */
export async function* placedPoints(
  clouds: AsyncIterable<PointCloud>,
  T_grid_cloud: Rigid | null,
): AsyncGenerator<PointCloud> {
  if (T_grid_cloud === null) {
    yield* clouds;
    return;
  }
  const { R, t } = T_grid_cloud;
  const place = (p: readonly [number, number, number]): [number, number, number] => {
    const [x, y, z] = rotateVector(R, ...p);
    return [x + t[0], y + t[1], z + t[2]];
  };
  for await (const cloud of clouds) {
    const exact = place(cloud.origin);
    const origin = exact.map(Math.round) as [number, number, number];
    const [dx, dy, dz] = exact.map((value, k) => value - origin[k]);
    const xyz = new Float32Array(3 * cloud.count);
    for (let i = 0; i < xyz.length; i += 3) {
      const [x, y, z] = [cloud.xyz[i], cloud.xyz[i + 1], cloud.xyz[i + 2]];
      xyz[i] = R[0] * x + R[1] * y + R[2] * z + dx;
      xyz[i + 1] = R[3] * x + R[4] * y + R[5] * z + dy;
      xyz[i + 2] = R[6] * x + R[7] * y + R[8] * z + dz;
    }
    yield { ...cloud, origin, xyz, ...(cloud.seenFrom && { seenFrom: place(cloud.seenFrom) }) };
  }
}
