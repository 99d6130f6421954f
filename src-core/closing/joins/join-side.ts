import type { CloudAccuracy } from '../../model/cloud-survey.ts';
import type { ScanPose } from '../../model/pose.ts';
import type { CloudWalls } from '../loops/cloud-walls.ts';
import type { ScanSource } from '../loops/loop-submap.ts';

/** One of the two sessions: its scans and their poses, or the walls of a cloud and the path through it. */
export type JoinSide = ScanJoinSide | CloudJoinSide;

interface ScanJoinSide {
  readonly source: ScanSource;
  /** At least one. */
  readonly poses: readonly ScanPose[];
}

/** A cloud that another program made: it is laid as one rigid body, and bends no more than its stated accuracy says. */
export interface CloudJoinSide {
  readonly walls: CloudWalls;
  /** Path through it, at least one position, in the frame of `walls` less `origin`. */
  readonly poses: readonly ScanPose[];
  readonly origin: readonly number[];
  readonly accuracy: Pick<CloudAccuracy, 'lengthShare' | 'placeSigma'>;
}

export function isCloudSide(side: JoinSide): side is CloudJoinSide {
  return 'walls' in side;
}
