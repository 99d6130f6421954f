import type { PointSet, RegistrationOptions, RegistrationResult } from '../../src-core/lab/method.ts';
import { message } from '../../src-core/messages/message.ts';
import type { CancelToken } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { ownModule } from '../files/own-module.ts';
import { callThread } from '../rpc/thread.ts';
import type { RegisterMethods } from './register-worker.ts';

/**
 * Runs `register` in a worker thread: it blocks its thread, and the caller must be able to handle Ctrl-C and cancel
 * it, also in the middle of a brute-force search.
 *
 * @throws what `register` throws; CancelledError
 */
export function registerJob(
  source: PointSet,
  target: PointSet,
  options: Partial<RegistrationOptions>,
  cancel: CancelToken,
): Promise<RegistrationResult> {
  if (options.customDistance)
    return Promise.reject(new SocavonError('usage', message('custom-distance-thread')));
  return callThread<RegisterMethods, 'register'>(
    ownModule('device/register-worker'),
    'register',
    { source, target, options },
    { cancel, emit: () => {} },
    { cleanUpMs: 0, work: 'work-register' },
  );
}
