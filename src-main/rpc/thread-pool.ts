import type { Methods } from '../../src-core/contract/rpc.ts';
import { startThread, type Thread } from './thread.ts';

interface PoolThread<M extends Methods> {
  readonly thread: Thread<M>;
  busy: number;
}

/** Threads that answer short requests side by side; each is started when the others are busy. */
export class ThreadPool<M extends Methods> {
  readonly most: number;
  readonly #module: URL;
  readonly #threads: PoolThread<M>[] = [];

  /**
   * @param module calls `serveThread`
   * @param most threads
   */
  constructor(module: URL, most: number) {
    this.#module = module;
    this.most = Math.max(1, most);
  }

  /** True if each thread has a request that waits while it answers another. */
  get isFull(): boolean {
    return this.#threads.length >= this.most && this.#threads.every(({ busy }) => busy > 1);
  }

  /**
   * @param transfer buffers of the arguments that the caller gives away
   * @throws what the method throws
   */
  async call<Name extends keyof M & string>(
    name: Name,
    args: M[Name]['args'],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<M[Name]['reply']> {
    const one = this.#leastBusy();
    one.busy++;
    try {
      return await one.thread.client.call(name, args, { transfer });
    } finally {
      one.busy--;
    }
  }

  /** Ends all threads, and what they do; the next request starts new ones. */
  async end(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map(({ thread }) => thread.end()));
  }

  #leastBusy(): PoolThread<M> {
    const [least] = this.#threads.toSorted((a, b) => a.busy - b.busy);
    if (least !== undefined && (least.busy === 0 || this.#threads.length >= this.most)) return least;
    const started = { thread: startThread<M>(this.#module), busy: 0 };
    this.#threads.push(started);
    return started;
  }
}
