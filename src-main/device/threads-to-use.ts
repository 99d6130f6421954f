import { availableParallelism } from 'node:os';

/**
 * Threads that work may be spread over: the processors of this machine, or as many as the variable SOCAVON_THREADS says.
 * Numbers are the same for any of them; only the time differs.
 */
export function threadsToUse(env: NodeJS.ProcessEnv = process.env): number {
  const requested = Number(env.SOCAVON_THREADS);
  return Number.isInteger(requested) && requested > 0 ? requested : availableParallelism();
}
