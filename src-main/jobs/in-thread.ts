import type { MethodsOf } from '../../src-core/contract/rpc.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { ownModule } from '../files/own-module.ts';
import { callThread } from '../rpc/thread.ts';
import type { Jobs } from './jobs.ts';

/** The jobs as RPC methods of their thread. */
export type JobMethods = MethodsOf<Jobs>;

/** Time for a cancelled job to remove its unfinished output before it is terminated, ms. */
const CLEAN_UP_MS = 3000;

/**
 * Runs a job in a worker thread, so that the calling thread stays responsive.
 *
 * @param args and the result are copied; arrays of the result that fill their buffers are transferred
 * @throws what the job throws; CancelledError
 */
export function inThread<Name extends keyof Jobs>(
  name: Name,
  args: JobMethods[Name]['args'],
  context: StageContext,
): Promise<JobMethods[Name]['reply']> {
  return callThread<JobMethods, Name>(ownModule('jobs/job-thread'), name, args, context, {
    cleanUpMs: CLEAN_UP_MS,
  });
}
