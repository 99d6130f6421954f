import { access } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { message } from '../../../src-core/messages/message.ts';
import { CancelSource, type CancelToken } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { PointSet } from '../../../src-lab/problem/method.ts';
import { fileError } from '../../files/file-errors.ts';
import { ownModule } from '../../files/own-module.ts';
import { callThread } from '../../rpc/thread.ts';
import type { DistanceMethods } from './distance-worker.ts';

/** A module with a distance of one's own, and what it is evaluated with. */
interface DistanceModule {
  readonly path: string;
  /** Time for all points, s: a module that never ends is ended then. */
  readonly limit: number;
  /** Neighbours of the normals, besides the point itself. */
  readonly neighbours: number;
}

/**
 * Evaluates the distance of a module at every point of the target, in a thread of its own that can be ended.
 *
 * @returns coefficients by point, see `customQuadratics`
 * @throws SocavonError of the file; 'file-format' for a module that fails, gives no squared distance, or is too slow;
 *   CancelledError
 */
export async function evaluateDistance(
  { path, limit, neighbours }: DistanceModule,
  target: PointSet,
  cancel: CancelToken,
): Promise<Float64Array> {
  const name = basename(path);
  try {
    await access(path);
  } catch (error) {
    throw fileError(path, 'read', error);
  }
  const stop = new CancelSource();
  const release = cancel.onCancel?.(() => stop.cancel());
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop.cancel();
  }, 1000 * limit);
  try {
    return await callThread<DistanceMethods, 'evaluate'>(
      ownModule('jobs/register/distance-worker'),
      'evaluate',
      { url: pathToFileURL(resolve(path)).href, name, target, neighbours },
      { cancel: stop, emit: () => {} },
      { cleanUpMs: 0, work: 'work-register' },
    );
  } catch (error) {
    if (isLate) throw new SocavonError('file-format', message('distance-late', { name, seconds: limit }));
    if (error instanceof SocavonError && error.code !== 'engine-stopped') throw error;
    throw new SocavonError('file-format', message('distance-stopped', { name }));
  } finally {
    clearTimeout(timer);
    release?.();
  }
}
