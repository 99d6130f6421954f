import { Worker } from 'node:worker_threads';
import { errorFrom } from '../../src-core/contract/wire-error.ts';
import type { PointSet, RegistrationOptions, RegistrationResult } from '../../src-core/lab/method.ts';
import type { CancelToken } from '../../src-core/model/context.ts';
import { CancelledError, SocavonError } from '../../src-core/model/errors.ts';
import { ownModule } from '../files/own-module.ts';
import type { RegisterReply, RegisterRequest } from './register-worker.ts';

const WORKER = ownModule('jobs/register-worker');

/** Milliseconds between two looks at whether the person has cancelled. */
const CANCEL_POLL_MS = 50;

/**
 * `register` in a thread of its own: it takes its time in one piece, and whoever waits for it must stay able to hear
 * Ctrl-C and to end it, in the middle of a brute-force search too.
 *
 * @throws what `register` throws; CancelledError
 */
export async function registerJob(
  source: PointSet,
  target: PointSet,
  options: Partial<RegistrationOptions>,
  cancel: CancelToken,
): Promise<RegistrationResult> {
  if (options.customDistance)
    throw new SocavonError(
      'usage',
      'A distance of your own cannot be sent to another thread; call register.',
    );
  const request: RegisterRequest = { source, target, options };
  const worker = new Worker(WORKER, { workerData: request });
  let poll: ReturnType<typeof setInterval> | undefined;
  try {
    return await new Promise<RegistrationResult>((resolve, reject) => {
      poll = setInterval(() => {
        if (cancel.cancelled) reject(new CancelledError('The registration'));
      }, CANCEL_POLL_MS);
      worker.once('message', (reply: RegisterReply) => {
        if ('result' in reply) resolve(reply.result);
        else reject(errorFrom(reply.refusal));
      });
      worker.once('error', reject);
    });
  } finally {
    clearInterval(poll);
    await worker.terminate();
  }
}
