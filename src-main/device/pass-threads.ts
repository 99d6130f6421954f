import { fromWireError } from '../../src-core/contract/wire-error.ts';
import { message } from '../../src-core/messages/message.ts';
import { type CancelToken, throwIfCancelled } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { startThread, type Thread } from '../rpc/thread.ts';
import { BOARD, type PassMethods, type PassShare } from './picp-board.ts';

/** Polling interval for cancellation and thread failures, ms. */
const LOOK_MS = 50;
/** Timeout of the start, ms: preparing very many points is slow. */
const START_MS = 600_000;

/** Threads that match in passes. */
interface PassThreads {
  /** Runs a pass on all threads, and waits for the last. */
  match(T: Rigid, pass: number): void;
  close(): void;
}

/**
 * Starts threads that take part in passes, see `servePasses`, and waits until they are ready. The calling thread
 * blocks while they work.
 *
 * @param shareOf gives what is sent to them besides the board; it runs while they start
 * @throws SocavonError 'engine-unavailable' if a thread fails; CancelledError
 */
export function startPasses<Share extends PassShare>(
  module: URL,
  workers: number,
  shareOf: () => Omit<Share, keyof PassShare>,
  cancel: CancelToken,
): PassThreads {
  const board = new Int32Array(new SharedArrayBuffer(4 * BOARD.length));
  const pose = new Float64Array(new SharedArrayBuffer(8 * 12));
  board[BOARD.pending] = workers;
  const crew = new Crew(module, workers);
  try {
    crew.start({ ...shareOf(), workers, board, pose });
    waitForAll(board, crew, cancel);
  } catch (error) {
    crew.end();
    throw error;
  }
  return {
    match({ R, t }, pass) {
      pose.set(R);
      pose.set(t, 9);
      Atomics.store(board, BOARD.pending, workers);
      Atomics.store(board, BOARD.pass, pass + 1);
      Atomics.notify(board, BOARD.pass);
      waitForAll(board, crew, cancel);
    },
    close: () => crew.end(),
  };
}

/** The worker threads: started, and failing, by RPC; the passes in between are requested on the board. */
class Crew {
  readonly #threads: Thread<PassMethods<PassShare>>[];
  #failure: Error | null = null;

  constructor(module: URL, workers: number) {
    this.#threads = Array.from({ length: workers }, () => startThread<PassMethods<PassShare>>(module));
  }

  start(shared: Omit<PassShare, 'worker'>): void {
    this.#threads.forEach(({ client }, worker) => {
      const working = client.call(
        'work',
        { ...shared, worker },
        {
          onReply: (reply) => {
            if (!reply.ok) this.#failure ??= fromWireError(reply.error);
          },
        },
      );
      // Usually terminated in the middle of its work.
      working.catch(() => {});
    });
  }

  /** @throws the error of a thread that failed */
  check(): void {
    for (const { carrier } of this.#threads) carrier.poll?.();
    if (this.#failure !== null) throw this.#failure;
  }

  end(): void {
    for (const thread of this.#threads) void thread.end();
  }
}

function waitForAll(board: Int32Array, crew: Crew, cancel: CancelToken): void {
  const began = performance.now();
  for (;;) {
    const pending = Atomics.load(board, BOARD.pending);
    if (pending === 0) return;
    throwIfCancelled(cancel, 'work-register');
    if (Atomics.wait(board, BOARD.pending, pending, LOOK_MS) === 'timed-out') crew.check();
    if (performance.now() - began > START_MS)
      throw new SocavonError('engine-unavailable', message('picp-thread-failed'));
  }
}
