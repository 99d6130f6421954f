import type { MethodsOf } from '../../src-core/contract/rpc.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { ownModule } from '../files/own-module.ts';
import { callThread } from '../rpc/thread.ts';
import type { Jobs } from './jobs.ts';

/** The jobs as methods of their thread. */
export type JobMethods = MethodsOf<Jobs>;

/** A job that was cancelled takes away what it had begun to write; one that needs longer is ended. */
const CLEAN_UP_MS = 3000;

/**
 * Does a job in a thread of its own, so that this one goes on hearing the person.
 *
 * @param args and the value are copied; arrays of the value that fill their buffers are moved
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
