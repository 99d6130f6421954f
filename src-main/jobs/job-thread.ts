import { parentPort, workerData } from 'node:worker_threads';
import { wireOf } from '../../src-core/contract/wire-error.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { givenBuffers } from '../engine/given-buffers.ts';
import type { JobMessage, JobOrder } from './in-thread.ts';
import { JOBS } from './jobs.ts';

/** A thread that does one job and ends. */
async function work({ name, args, flag }: JobOrder): Promise<void> {
  const post = (message: JobMessage): void => parentPort!.postMessage(message, givenBuffers(message));
  const cancel = {
    get cancelled(): boolean {
      return Atomics.load(flag, 0) !== 0;
    },
  };
  const job = JOBS[name] as (args: unknown, context: object) => Promise<unknown>;
  try {
    const value = await job(args, {
      cancel,
      emit: (event: object) => post({ kind: 'event', event } as JobMessage),
    });
    post({ kind: 'done', value });
  } catch (error) {
    // The class does not survive the way between threads; what nobody foresaw ends this one with its stack.
    if (!(error instanceof SocavonError)) throw error;
    post({ kind: 'refused', error: wireOf(error) });
  }
}

await work(workerData as JobOrder);
