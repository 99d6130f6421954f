import { availableParallelism, cpus } from 'node:os';
import { threadsToUse } from '../../../device/threads-to-use.ts';
import { say } from '../words.ts';
import type { Finding } from './finding.ts';

/** What the work may be spread over. */
interface ThreadsHere {
  /** Threads that the work takes. */
  readonly threads: number;
  /** Processors that this process may use. */
  readonly allowed: number;
  /** Processors of the machine. */
  readonly processors: number;
  /** Value of SOCAVON_THREADS, if it says how many. */
  readonly requested: string | undefined;
  readonly hasSharedMemory: boolean;
}

/** Threads of this process. */
function threadsHere(env: NodeJS.ProcessEnv = process.env): ThreadsHere {
  const threads = threadsToUse(env);
  const allowed = availableParallelism();
  return {
    threads,
    allowed,
    processors: cpus().length,
    requested: threads === Number(env.SOCAVON_THREADS) ? env.SOCAVON_THREADS : undefined,
    hasSharedMemory: typeof SharedArrayBuffer === 'function',
  };
}

/** Says how many processors share the work, and if it is one why: the reason that this machine is slower than it might be. */
export function threadsFinding(here = threadsHere()): Finding {
  const { threads, allowed, processors, requested, hasSharedMemory } = here;
  const common = { name: say('doctor-threads'), required: false, details: here };
  const limited = (text: string, advice: string): Finding => ({
    ...common,
    state: 'limited',
    found: text,
    advice,
  });
  const counts = say('doctor-threads-found', { threads, processors });
  if (!hasSharedMemory) return limited(say('doctor-threads-unshared'), say('doctor-threads-unshared-advice'));
  if (threads > 1) return { ...common, state: 'works', found: counts };
  if (requested !== undefined && allowed > 1)
    return limited(
      say('doctor-threads-asked', { asked: requested, allowed }),
      say('doctor-threads-asked-advice'),
    );
  if (processors > 1)
    return limited(say('doctor-threads-bound', { processors }), say('doctor-threads-bound-advice'));
  return limited(say('doctor-threads-one'), say('doctor-threads-one-advice'));
}
