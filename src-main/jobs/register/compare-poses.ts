import { setImmediate } from 'node:timers/promises';
import { type StageContext, throwIfCancelled } from '../../../src-core/model/context.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { type CommonError, CommonSet, commonErrors } from '../../../src-lab/clouds/common-error.ts';
import { readPoints } from './read-points.ts';

/** Two point files and poses of the one in the other. */
interface ComparedPoses {
  readonly source: string;
  readonly target: string;
  readonly poses: readonly Rigid[];
  /** See `CommonSet`. */
  readonly limit: number | null;
}

/** Errors of the poses, and the set that they were computed on. */
interface PoseComparison {
  readonly errors: CommonError[];
  /** m. */
  readonly limit: number;
  /** Points of the set, and of the whole file. */
  readonly points: number;
  readonly of: number;
}

/**
 * Compares poses on one set of points, so that the figures of different methods, thinnings and limits compare.
 *
 * @throws SocavonError of the files and the points; CancelledError
 */
export async function comparePoses(
  { source, target, poses, limit }: ComparedPoses,
  context: StageContext,
): Promise<PoseComparison> {
  const moving = await readPoints(source, context);
  const set = new CommonSet(moving, await readPoints(target, context), limit);
  const distances: Float32Array[] = [];
  for (const pose of poses) {
    // Between two poses the thread hears a cancellation.
    await setImmediate();
    throwIfCancelled(context.cancel, 'work-register');
    distances.push(set.distances(pose));
    context.emit({
      kind: 'progress',
      stage: 'register',
      done: distances.length,
      total: poses.length,
      unit: 'poses',
    });
  }
  return { ...commonErrors(distances, set.limit), limit: set.limit, of: moving.count };
}
