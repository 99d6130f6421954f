import type { ScanPose } from '../../src-core/model/pose.ts';
import { Odometry } from '../../src-core/odometry/odometry.ts';
import type { ScanStore } from '../../src-core/survey/scan-store.ts';

/** Poses of all scans of a store by the odometry, as `align` finds them with its defaults. */
export async function odometryOf(
  scans: Pick<ScanStore, 'sensor' | 'count' | 'read'>,
): Promise<{ readonly poses: ScanPose[] }> {
  const odometry = new Odometry(scans.sensor);
  const poses: ScanPose[] = [];
  for (let index = 0; index < scans.count; index++)
    poses.push(...(await odometry.next(await scans.read(index))));
  return { poses: [...poses, ...odometry.finish()] };
}
