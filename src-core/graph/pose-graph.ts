import type { Rigid } from '../model/rigid.ts';
import type { Factor } from './factor.ts';
import type { PathLength } from './factors/path-length.ts';

/** Poses to be found, and all that is known of them. */
export interface PoseGraph {
  /** Where each node is looked for first: `T_map_node`. */
  readonly poses: readonly Rigid[];
  readonly factors: readonly Factor[];
  readonly lengths: readonly PathLength[];
}
