import { availableParallelism } from 'node:os';
import { fromWireError } from '../../src-core/contract/wire-error.ts';
import type { RegistrationProblem } from '../../src-core/lab/method.ts';
import type { PicpPool } from '../../src-core/lab/picp.ts';
import { SHARE_NUMBERS } from '../../src-core/lab/picp-share.ts';
import { type SearchArrays, searchArrays } from '../../src-core/lab/search-structures.ts';
import { message } from '../../src-core/messages/message.ts';
import { type CancelToken, throwIfCancelled } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { ownModule } from '../files/own-module.ts';
import { startThread, type Thread } from '../rpc/thread.ts';
import { BOARD, type PicpMethods } from './picp-board.ts';

const WORKER = ownModule('device/picp-worker');

/** Polling interval for cancellation and thread failures, ms. */
const LOOK_MS = 50;
/** Timeout of the start, ms: building a search structure over very many points is slow. */
const START_MS = 600_000;

/**
 * pICP workers as threads over shared memory. The calling thread blocks while they match, so it must not be the one
 * that handles the user's input: `registerJob` uses a separate thread.
 *
 * @throws SocavonError 'engine-unavailable' if a thread fails
 */
export function threadPool({ source, target, options, cancel }: RegistrationProblem): PicpPool {
  const workers = Math.min(options.picp.workers ?? availableParallelism(), source.count);
  const board = new Int32Array(new SharedArrayBuffer(4 * BOARD.length));
  const pose = sharedCopy(new Float64Array(12));
  const numbers = sharedCopy(new Float64Array(SHARE_NUMBERS * workers));
  board[BOARD.pending] = workers;
  // The threads start while this one builds the structure.
  const crew = new Crew(workers);
  try {
    const shared = {
      source: sharedArrays(source),
      target: sharedArrays(target),
      built: sharedSearch(searchArrays(options.search, target)),
      options: { maxDistance: options.maxDistance, picp: options.picp },
      workers,
      board,
      pose,
      numbers,
    };
    crew.start((worker) => ({ ...shared, worker }));
    waitForAll(board, crew, cancel);
  } catch (error) {
    crew.end();
    throw error;
  }
  return {
    match({ R, t }: Rigid, pass: number): Float64Array {
      pose.set(R);
      pose.set(t, 9);
      Atomics.store(board, BOARD.pending, workers);
      Atomics.store(board, BOARD.pass, pass + 1);
      Atomics.notify(board, BOARD.pass);
      waitForAll(board, crew, cancel);
      return numbers;
    },
    close: () => crew.end(),
  };
}

/** The worker threads: started, and failing, by RPC; the passes in between are requested on the board. */
class Crew {
  readonly #threads: Thread<PicpMethods>[];
  #failure: Error | null = null;

  constructor(workers: number) {
    this.#threads = Array.from({ length: workers }, () => startThread<PicpMethods>(WORKER));
  }

  start(shareOf: (worker: number) => PicpMethods['work']['args']): void {
    this.#threads.forEach(({ client }, worker) => {
      const working = client.call('work', shareOf(worker), {
        onReply: (reply) => {
          if (!reply.ok) this.#failure ??= fromWireError(reply.error);
        },
      });
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

function sharedSearch(built: SearchArrays): SearchArrays {
  return built.arrays === null ? built : ({ ...built, arrays: sharedArrays(built.arrays) } as SearchArrays);
}

/** The same values, the typed arrays among them in shared memory. */
function sharedArrays<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    isTyped(value) ? sharedCopy(value) : value,
  ]);
  return Object.fromEntries(entries) as Values;
}

type Typed = Float64Array | Uint32Array | Uint8Array;

function isTyped(value: unknown): value is Typed {
  return value instanceof Float64Array || value instanceof Uint32Array || value instanceof Uint8Array;
}

function sharedCopy<Numbers extends Typed>(numbers: Numbers): Numbers {
  const Kind = numbers.constructor as new (memory: SharedArrayBuffer) => Numbers;
  const shared = new Kind(new SharedArrayBuffer(numbers.byteLength));
  shared.set(numbers);
  return shared;
}
