import { identity } from '../math/se3.ts';
import type { Bounds } from '../model/bounds.ts';
import type { PointCloud } from '../model/cloud.ts';
import type { CloudPathSource } from '../model/cloud-survey.ts';
import { SocavonError } from '../model/errors.ts';
import type { ScanPose } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';
import { VoidPathFinder } from '../tunnel/axis/void-path.ts';
import { givenPose } from './place-cloud.ts';

/** A pose with its time, as a trajectory file has it. */
interface TimedPose {
  readonly stampNs: bigint;
  readonly T_map_sensor: Rigid;
}

/** Path of a cloud that the axis can start from, and where it is from. */
interface CloudPath {
  readonly poses: readonly ScanPose[];
  readonly source: CloudPathSource;
}

/** Finds the path of a cloud while its points are read: of its trajectory, along the middle of the void, else its stations. */
export class CloudPathFinder {
  readonly #voids = new VoidPathFinder();

  /** Adds points of the cloud, m. */
  add(cloud: PointCloud): void {
    this.#voids.add(cloud);
  }

  /**
   * @param trajectory in order of time; null: none
   * @param stations in the frame of the cloud, m
   * @param bounds of all points
   */
  path(trajectory: readonly TimedPose[] | null, stations: readonly Rigid[], { min, max }: Bounds): CloudPath {
    if (trajectory !== null)
      return {
        source: 'trajectory',
        poses: trajectory.map(({ stampNs, T_map_sensor }, i) => givenPose(i, stampNs, T_map_sensor)),
      };
    const found = this.#voidPoses();
    if (found.length > 0) return { source: 'void', poses: found };
    if (stations.length > 1)
      return { source: 'stations', poses: stations.map((pose, i) => givenPose(i, 0n, pose)) };
    // One place that moves with the cloud, so that what is made of it is known by where it lies.
    const middle = Float64Array.from(min, (low, k) => (low + max[k]) / 2);
    return { source: 'none', poses: [givenPose(0, 0n, { ...identity(), t: middle })] };
  }

  #voidPoses(): ScanPose[] {
    try {
      const { positions } = this.#voids.path();
      return Array.from({ length: positions.length / 3 }, (_, i) =>
        givenPose(i, 0n, { ...identity(), t: positions.slice(3 * i, 3 * i + 3) }),
      );
    } catch (error) {
      // A chamber, or parts that do not hang together: a given axis serves.
      if (error instanceof SocavonError && error.code === 'axis-unusable') return [];
      throw error;
    }
  }
}
