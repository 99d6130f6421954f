import { parentPort, workerData } from 'node:worker_threads';
import type { WireError } from '../../src-core/contract/messages.ts';
import { wireOf } from '../../src-core/contract/wire-error.ts';
import type { PointSet, RegistrationOptions, RegistrationResult } from '../../src-core/lab/method.ts';
import { METHODS } from '../../src-core/lab/methods.ts';
import { picpBy } from '../../src-core/lab/picp.ts';
import { register } from '../../src-core/lab/register.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { threadCrew } from './picp-workers.ts';

/** What the thread gets when it starts. */
export interface RegisterRequest {
  readonly source: PointSet;
  readonly target: PointSet;
  readonly options: Partial<RegistrationOptions>;
}

/** What it sends before it ends; an error that nobody foresaw ends it instead. */
export type RegisterReply = { readonly result: RegistrationResult } | { readonly refusal: WireError };

/** This thread may stand still while others work. */
const THREADED = { ...METHODS, picp: picpBy(threadCrew) };

function reply({ source, target, options }: RegisterRequest): RegisterReply {
  try {
    return { result: register(source, target, options, NEVER_CANCELLED, THREADED) };
  } catch (error) {
    // The class does not survive the way between threads.
    if (error instanceof SocavonError) return { refusal: wireOf(error) };
    throw error;
  }
}

parentPort!.postMessage(reply(workerData as RegisterRequest));
