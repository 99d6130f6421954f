import { DEALT } from '../../src-core/lab/picp-share.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
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
