import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { DEALT } from '../../src-lab/picp/picp-share.ts';
import { callThread } from '../../src-main/rpc/thread.ts';
import type { Traffic, TrafficMethods } from './picp-traffic-worker.ts';

const WORKER = new URL('./picp-traffic-worker.ts', import.meta.url);

/** Points dealt one by one, as in the paper, and in our runs; to about as many workers as the paper had. */
const CASES = [
  { run: DEALT, workers: 1 },
  { run: 1, workers: 12 },
  { run: DEALT, workers: 12 },
  { run: 1, workers: 22 },
  { run: DEALT, workers: 22 },
];

/**
 * Memory that an iteration of pICP on the large pair reads, by ways to deal the points. Counted in a thread of its own:
 * watching the reads would spoil the compiled search for all that is timed afterwards.
 */
export function countTraffic(): Promise<readonly Traffic[]> {
  return callThread<TrafficMethods, 'count'>(
    WORKER,
    'count',
    { cases: CASES },
    { cancel: NEVER_CANCELLED, emit() {} },
    { cleanUpMs: 0 },
  );
}

/** Bytes of the array that is read: more than caches hold. */
const READ = 2 ** 28;
const ROUNDS = 5;

/** Memory that one thread reads in sequence, GB/s: the best of some rounds, one number of each line of the caches. */
export function readBandwidth(): number {
  const numbers = new Float64Array(READ / 8).fill(1);
  const times = Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    let sum = 0;
    for (let at = 0; at < numbers.length; at += 8) sum += numbers[at];
    // The sum is used, so that the loop is not left out.
    return sum > 0 ? performance.now() - began : Number.POSITIVE_INFINITY;
  });
  return READ / 1e6 / Math.min(...times);
}
