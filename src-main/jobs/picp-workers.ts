import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Alignable, PointSet } from '../../src-core/lab/method.ts';
import type { PicpCrew } from '../../src-core/lab/picp.ts';
import { SHARE_NUMBERS } from '../../src-core/lab/picp-share.ts';
import { type CancelToken, throwIfCancelled } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { ownModule } from '../files/own-module.ts';
import { BOARD, type PicpWorkerData } from './picp-board.ts';

const WORKER = ownModule('jobs/picp-worker');

/** Milliseconds between two looks at whether the person has cancelled. */
const CANCEL_POLL_MS = 50;
/** A search structure over very many points may take this long. */
const START_MS = 600_000;

/**
 * The workers of pICP as threads over shared memory. The thread that calls stands still while they match, so it must not
 * be the one that hears the person: `registerJob` gives it one of its own.
 *
 * @throws SocavonError 'engine-unavailable' where a thread fails
 */
export function threadCrew({ source, target, options, cancel }: Alignable): PicpCrew {
  const workers = Math.min(options.picp.workers ?? availableParallelism(), source.count);
  const board = new Int32Array(new SharedArrayBuffer(4 * BOARD.length));
  const pose = sharedNumbers(12);
  const numbers = sharedNumbers(SHARE_NUMBERS * workers);
  const shared = {
    source: sharedPoints(source),
    target: sharedPoints(target),
    options: { search: options.search, maxDistance: options.maxDistance, picp: options.picp },
    workers,
    board,
    pose,
    numbers,
  };
  board[BOARD.pending] = workers;
  const threads = Array.from({ length: workers }, (_, worker) => {
    const workerData: PicpWorkerData = { ...shared, worker };
    return new Worker(WORKER, { workerData });
  });
  const close = (): void => {
    for (const thread of threads) void thread.terminate();
  };
  try {
    waitForAll(board, cancel);
  } catch (error) {
    close();
    throw error;
  }
  return {
    match({ R, t }: Rigid, pass: number): Float64Array {
      pose.set(R);
      pose.set(t, 9);
      Atomics.store(board, BOARD.pending, workers);
      Atomics.store(board, BOARD.pass, pass + 1);
      Atomics.notify(board, BOARD.pass);
      waitForAll(board, cancel);
      return numbers;
    },
    close,
  };
}

function waitForAll(board: Int32Array, cancel: CancelToken): void {
  const began = performance.now();
  for (;;) {
    const pending = Atomics.load(board, BOARD.pending);
    if (Atomics.load(board, BOARD.failed) !== 0 || performance.now() - began > START_MS)
      throw new SocavonError(
        'engine-unavailable',
        'A thread of pICP failed; use fewer with the option picp.workers, or the method icp-point.',
      );
    if (pending === 0) return;
    throwIfCancelled(cancel, 'The registration');
    Atomics.wait(board, BOARD.pending, pending, CANCEL_POLL_MS);
  }
}

function sharedPoints({ count, xyz }: PointSet): PointSet {
  const shared = sharedNumbers(3 * count);
  shared.set(xyz);
  return { count, xyz: shared };
}

function sharedNumbers(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * length));
}
