import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Crew } from '../../src-lab/problem/crew.ts';
import { type CrewShare, crewWork, partsOf } from '../../src-lab/search/crew-work.ts';
import { ownModule } from '../files/own-module.ts';
import { startThread, type Thread } from '../rpc/thread.ts';
import { CREW, type CrewMethods, type CrewTask, takeParts } from './crew-board.ts';
import { sharedArrays } from './shared-arrays.ts';

/** Points from which messages and copies cost less than the help saves: `npm run bench -- register`. */
const LEAST_POINTS = 8192;
/** Longest wait for a thread before it is asked whether it has failed, ms. */
const LOOK_MS = 50;

/** Threads that wait for work, in this thread. */
const helpers: Thread<CrewMethods>[] = [];

/**
 * Threads that work on the points of one registration beside the calling one, which may block. They are kept for the next
 * one. One that is still starting is not waited for: the others do its parts.
 */
export class ThreadCrew implements Crew {
  readonly leastPoints: number;
  readonly #helpers: number;
  /** Of the work that was taken up last: a thread does one at a time. */
  #board: Int32Array | null = null;

  /** @param threads with the calling one */
  constructor(threads: number, leastPoints = LEAST_POINTS) {
    this.#helpers = threads - 1;
    this.leastPoints = leastPoints;
  }

  share<Values extends object>(values: Values): Values {
    return sharedArrays(values);
  }

  take(work: Parameters<Crew['take']>[0]): () => void {
    const share = work as CrewShare;
    const board = new Int32Array(new SharedArrayBuffer(4 * CREW.length));
    const task: CrewTask = { share, parts: partsOf(share), board };
    this.close();
    this.#board = board;
    while (helpers.length < this.#helpers) helpers.push(startThread(ownModule('device/crew-worker')));
    for (const { client } of helpers.slice(0, this.#helpers)) client.call('join', task).catch(() => {});
    const doPart = crewWork(share);
    return () => {
      Atomics.store(board, CREW.next, 0);
      Atomics.add(board, CREW.round, 1);
      Atomics.notify(board, CREW.round);
      takeParts(task, doPart);
      waitForHelpers(board);
    };
  }

  /** Ends the work; the threads wait for the next. */
  close(): void {
    if (this.#board === null) return;
    Atomics.store(this.#board, CREW.round, -1);
    Atomics.notify(this.#board, CREW.round);
    this.#board = null;
  }
}

/** @throws SocavonError 'engine-unavailable' if a thread has failed: its part is missing */
function waitForHelpers(board: Int32Array): void {
  for (;;) {
    const active = Atomics.load(board, CREW.active);
    if (Atomics.load(board, CREW.failed) !== 0)
      throw new SocavonError('engine-unavailable', message('register-thread-failed'));
    if (active === 0) return;
    Atomics.wait(board, CREW.active, active, LOOK_MS);
  }
}
