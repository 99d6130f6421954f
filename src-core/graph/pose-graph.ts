import type { Rigid } from '../model/rigid.ts';
import type { Factor } from './factor.ts';
import type { PathLength } from './factors/path-length.ts';

/** Pose graph: nodes with their initial poses, and factors. */
export interface PoseGraph {
  /** Initial guess of each node: `T_map_node`. */
  readonly poses: readonly Rigid[];
  readonly factors: readonly Factor[];
  readonly lengths: readonly PathLength[];
}
