import { Worker } from 'node:worker_threads';
import type { WireError } from '../../src-core/contract/messages.ts';
import { errorFrom } from '../../src-core/contract/wire-error.ts';
import type { ProgressEvent, StageContext } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import { ownModule } from '../files/own-module.ts';
import type { Jobs } from './jobs.ts';

/** What a thread gets when it starts. */
export interface JobOrder {
  readonly name: keyof Jobs;
  readonly args: unknown;
  /** One number over shared memory: not 0 once the person has cancelled. */
  readonly flag: Int32Array;
}

export type JobMessage =
  | { readonly kind: 'event'; readonly event: ProgressEvent }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly error: WireError };

type ArgsOf<Name extends keyof Jobs> = Parameters<Jobs[Name]>[0];
type ValueOf<Name extends keyof Jobs> = Awaited<ReturnType<Jobs[Name]>>;

/** Milliseconds between two looks at whether the person has cancelled. */
const CANCEL_POLL_MS = 20;
/** A job that was cancelled takes away what it had begun to write; one that needs longer is ended. */
const CLEAN_UP_MS = 3000;

/**
 * Does a job in a thread of its own, so that this one goes on hearing the person.
 *
 * @param args and the value are copied; arrays of the value that fill their buffers are handed over
 * @throws what the job throws; CancelledError
 */
export async function inThread<Name extends keyof Jobs>(
  name: Name,
  args: ArgsOf<Name>,
  context: StageContext,
): Promise<ValueOf<Name>> {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const order: JobOrder = { name, args, flag };
  const worker = new Worker(ownModule('jobs/job-thread'), { workerData: order });
  let poll: ReturnType<typeof setInterval> | undefined;
  try {
    return await new Promise<ValueOf<Name>>((resolve, reject) => {
      let cancelledAt: number | null = null;
      poll = setInterval(() => {
        if (!context.cancel.cancelled) return;
        Atomics.store(flag, 0, 1);
        cancelledAt ??= performance.now();
        if (performance.now() - cancelledAt > CLEAN_UP_MS) reject(new CancelledError());
      }, CANCEL_POLL_MS);
      worker.on('message', (message: JobMessage) => {
        if (message.kind === 'event') context.emit(message.event);
        else if (message.kind === 'done') resolve(message.value as ValueOf<Name>);
        else reject(errorFrom(message.error));
      });
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error(`the thread of ${name} ended without an answer`)));
    });
  } finally {
    clearInterval(poll);
    await worker.terminate();
  }
}
