import { MessageChannel, type MessagePort, Worker, workerData } from 'node:worker_threads';
import {
  type ClientCarrier,
  type HandlerTable,
  type Methods,
  type RpcClient,
  rpcClient,
  rpcServer,
  type ServerCarrier,
} from '../../src-core/contract/rpc.ts';
import type { WorkCode } from '../../src-core/messages/message.ts';
import { type ProgressEvent, type StageContext, throwIfCancelled } from '../../src-core/model/context.ts';
import { CancelledError, SocavonError } from '../../src-core/model/errors.ts';
import { requireThreadRoom } from '../files/system-limits.ts';
import { cancelSignal } from './cancel-signal.ts';
import { portCarrier } from './port-carrier.ts';

/** Handle of a worker thread that serves RPC methods. */
export interface Thread<M extends Methods> {
  readonly client: RpcClient<M>;
  readonly carrier: ClientCarrier;
  /** Whether the process waits for it; at first it does. One that nobody waits for ends with the process. */
  keepAlive(isBusy: boolean): void;
  /**
   * Rejects pending requests and ends it, as soon as it looks at its messages; terminates one that does not within
   * `LEAVE_MS`.
   */
  end(): Promise<void>;
}

/** `workerData` of a thread, read by `serveThread`. */
interface ThreadData {
  readonly port: MessagePort;
  /** 1 once its modules are loaded. */
  readonly isLoaded: Int32Array;
}

/**
 * Memory for the young objects of a thread, MB: a third of what it would take by itself. What lives longer than a scan is
 * in typed arrays; with more the processor has to collect less often, and no less.
 */
const YOUNG_MB = 16;

/**
 * Time of a thread to end by itself, ms: while it still loads its modules, and later. One that is terminated while it loads an
 * addon takes the whole process with it: Node-API then has no way to throw. One that computes without looking at its messages
 * is terminated.
 */
const LEAVE_MS = { loading: 10_000, loaded: 500 };

/** Starts a worker thread from a module that calls `serveThread`. @throws as `requireThreadRoom` */
export function startThread<M extends Methods>(module: URL): Thread<M> {
  requireThreadRoom();
  const { port1, port2 } = new MessageChannel();
  const isLoaded = new Int32Array(new SharedArrayBuffer(4));
  const data: ThreadData = { port: port2, isLoaded };
  const worker = new Worker(module, {
    workerData: data,
    transferList: [port2],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const carrier: ClientCarrier = portCarrier(port1, worker);
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  return {
    client: rpcClient<M>(carrier),
    carrier,
    keepAlive(isBusy) {
      for (const one of [worker, port1]) isBusy ? one.ref() : one.unref();
    },
    async end() {
      worker.ref();
      port1.close();
      const ms = Atomics.load(isLoaded, 0) === 1 ? LEAVE_MS.loaded : LEAVE_MS.loading;
      const late = setTimeout(() => void worker.terminate(), ms);
      await gone;
      clearTimeout(late);
    },
  };
}

/**
 * Serves requests inside the thread until it is terminated. An unexpected error ends the thread; the other end
 * receives the error with its stack.
 */
export function serveThread<M extends Methods>(handlers: HandlerTable<M>): void {
  const { port, isLoaded } = workerData as ThreadData;
  Atomics.store(isLoaded, 0, 1);
  const carrier: ServerCarrier = portCarrier(port);
  // The other end has ended this thread: between two tasks, where nothing native is under way.
  port.once('close', () => process.exit());
  const fall = (error: unknown): never => {
    throw error;
  };
  rpcServer(carrier, handlers, { log: fall, unexpected: fall, transferReplies: true });
}

interface CallThreadOptions<M extends Methods = Methods> {
  /** Time to clean up after a cancellation before the thread is terminated, ms. */
  readonly cleanUpMs: number;
  /** Name of the cancelled work for messages. */
  readonly work?: WorkCode;
  /** Receives the thread's client, for other requests to the same thread while the method runs. */
  readonly onStart?: (client: RpcClient<M>) => void;
}

/**
 * Runs one method in a worker thread, so that the calling thread stays responsive.
 *
 * @throws what the method throws; CancelledError
 */
export async function callThread<M extends Methods, Name extends keyof M & string>(
  module: URL,
  name: Name,
  args: M[Name]['args'],
  context: StageContext,
  options: CallThreadOptions<M>,
): Promise<M[Name]['reply']> {
  const threads = new KeptThreads<M>(module);
  try {
    return await threads.call(name, args, context, options);
  } finally {
    await threads.end();
  }
}

/**
 * Worker threads that are kept for the next requests: their start and their modules cost more than many a request, and only
 * code that has run before is fast. They do not keep the process alive, and end with it. Requests at the same time get
 * a thread each, as far as there may be some.
 */
export class KeptThreads<M extends Methods> {
  readonly #module: URL;
  readonly #most: number;
  readonly #limit: number;
  /** Wait for requests. */
  #idle: readonly Thread<M>[] = [];
  /** Ended, cancelled or failed: not kept. */
  readonly #unfit = new WeakSet<Thread<M>>();
  #running = 0;
  /** Requests that wait for a thread, and others that wait for that. */
  readonly #waiting: (() => void)[] = [];

  /**
   * @param module calls `serveThread`
   * @param most threads that are kept when they have nothing to do
   * @param limit requests that are served at the same time; others wait for their end
   */
  constructor(module: URL, most = 1, limit = Infinity) {
    this.#module = module;
    this.#most = most;
    this.#limit = limit;
  }

  /** Starts the threads, for requests that will come. */
  start(): void {
    while (this.#idle.length < this.#most) this.#keep(this.#started());
  }

  /**
   * Lends a thread to requests of the caller's own, of which it holds the state; not one of those that are limited.
   *
   * @returns owned by the caller, who must give it back
   */
  lend(): Thread<M> {
    return this.#take();
  }

  /** Takes a thread back that was lent. */
  async takeBack(thread: Thread<M>): Promise<void> {
    if (!this.#unfit.has(thread) && this.#idle.length < this.#most) this.#keep(thread);
    else await thread.end();
  }

  /** Resolves when a request would be served at once: one that is made then, before anything else is waited for. */
  async free(): Promise<void> {
    while (this.#running >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /**
   * Runs a method in a thread that is free. One that was cancelled or failed is not kept.
   *
   * @throws what the method throws; CancelledError
   */
  async call<Name extends keyof M & string>(
    name: Name,
    args: M[Name]['args'],
    context: StageContext,
    options: CallThreadOptions<M>,
  ): Promise<M[Name]['reply']> {
    while (this.#running >= this.#limit) await this.free();
    throwIfCancelled(context.cancel, options.work);
    this.#running++;
    const thread = this.#take();
    options.onStart?.(thread.client);
    try {
      return await this.callOn(thread, name, args, context, options);
    } finally {
      await this.takeBack(thread);
      this.#running--;
      for (const wake of this.#waiting.splice(0)) wake();
    }
  }

  /**
   * Runs a method in a thread that was lent.
   *
   * @throws what the method throws; CancelledError
   */
  async callOn<Name extends keyof M & string>(
    thread: Thread<M>,
    name: Name,
    args: M[Name]['args'],
    { cancel, emit }: StageContext,
    { cleanUpMs, work }: CallThreadOptions<M>,
  ): Promise<M[Name]['reply']> {
    throwIfCancelled(cancel, work);
    const { signal, release } = cancelSignal(cancel);
    let late: ReturnType<typeof setTimeout> | undefined;
    signal.addEventListener('abort', () => {
      this.#unfit.add(thread);
      late = setTimeout(() => thread.client.fail(new CancelledError(work)), cleanUpMs);
    });
    try {
      return await thread.client.call(name, args, {
        signal,
        onProgress: (progress) => emit({ ...progress, kind: 'progress' } as ProgressEvent),
        onTell: (event) => emit(event as ProgressEvent),
      });
    } catch (error) {
      // What it refuses by a sentence does not harm it.
      if (!(error instanceof SocavonError)) this.#unfit.add(thread);
      throw error;
    } finally {
      clearTimeout(late);
      release();
    }
  }

  /** Ends the threads that wait; the next request starts one. */
  async end(): Promise<void> {
    const idle = this.#idle;
    this.#idle = [];
    await Promise.all(idle.map((thread) => thread.end()));
  }

  #take(): Thread<M> {
    // The one that has worked last, whose code is warm.
    const thread = this.#idle.at(-1) ?? this.#started();
    this.#idle = this.#idle.slice(0, -1);
    thread.keepAlive(true);
    return thread;
  }

  #started(): Thread<M> {
    const thread = startThread<M>(this.#module);
    thread.carrier.onClose?.(() => {
      this.#unfit.add(thread);
      this.#idle = this.#idle.filter((other) => other !== thread);
    });
    return thread;
  }

  #keep(thread: Thread<M>): void {
    thread.keepAlive(false);
    this.#idle = [...this.#idle, thread];
  }
}
