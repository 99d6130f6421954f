import type { RpcClient } from '../../../src-core/contract/rpc.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { threadsToUse } from '../../device/threads-to-use.ts';
import { ownModule } from '../../files/own-module.ts';
import { KeptThreads, startThread, type Thread } from '../../rpc/thread.ts';
import type { ScansMethods } from './scans-thread.ts';

/** Threads that are kept at most: one that calibrates while another searches for what moved. */
const MOST_KEPT = 2;
/** Time for cancelled work to remove its unfinished files, ms. */
const CLEAN_UP_MS = 3000;
/** Time for a cancelled import to remove what it has stored before its thread is terminated, ms. */
const IMPORT_CLEAN_UP_MS = 10_000;

/** A thread that works on the scans of a session, for requests of which it holds the state. */
export type ScansThread = Pick<Thread<ScansMethods>, 'client' | 'end'>;

/** One of those that are kept; its `end` gives it back, once. */
interface LentThread extends ScansThread {
  /** Imports files into a project. @throws as `importFiles`; CancelledError */
  import(
    question: ScansMethods['import']['args'],
    context: StageContext,
  ): Promise<ScansMethods['import']['reply']>;
}

/** Starts a thread that nobody else uses. */
export function startScansThread(): ScansThread {
  return startThread<ScansMethods>(ownModule('jobs/schedule/scans-thread'));
}

/**
 * Threads that work on the scans of a session, kept for the next piece of work: their start takes as long as dozens of
 * scans, each takes 45 MiB, and only code that has run before is fast. One less than there are processors, for the calling
 * thread works too. To be ended when the work is done.
 */
export class ScansThreads {
  readonly #kept: KeptThreads<ScansMethods>;

  /** @param threads that work at the same time, with the calling one */
  constructor(threads = threadsToUse()) {
    const others = Math.max(1, threads - 1);
    this.#kept = new KeptThreads(
      ownModule('jobs/schedule/scans-thread'),
      Math.min(MOST_KEPT, others),
      others,
    );
  }

  /** Starts them, for work that will come. */
  start(): void {
    this.#kept.start();
  }

  /** Lends one; its `end` gives it back. */
  lend(): LentThread {
    const thread = this.#kept.lend();
    let isLent = true;
    const limits = { cleanUpMs: IMPORT_CLEAN_UP_MS, work: 'work-import' } as const;
    return {
      client: thread.client,
      import: (question, context) => this.#kept.callOn(thread, 'import', question, context, limits),
      end: async () => {
        if (!isLent) return;
        isLent = false;
        await this.#kept.takeBack(thread);
      },
    };
  }

  /** Resolves when one is free: a `call` that is made at once does not wait. */
  free(): Promise<void> {
    return this.#kept.free();
  }

  /** @param onStart receives the thread's client, for other requests to it meanwhile @throws what the method throws; CancelledError */
  call<Name extends keyof ScansMethods & string>(
    name: Name,
    args: ScansMethods[Name]['args'],
    context: StageContext,
    onStart?: (client: RpcClient<ScansMethods>) => void,
  ): Promise<ScansMethods[Name]['reply']> {
    return this.#kept.call(name, args, context, { cleanUpMs: CLEAN_UP_MS, ...(onStart && { onStart }) });
  }

  end(): Promise<void> {
    return this.#kept.end();
  }
}
