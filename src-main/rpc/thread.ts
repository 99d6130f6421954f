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
import type { ProgressEvent, StageContext } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import { cancelSignal } from './cancel-signal.ts';
import { portCarrier } from './port-carrier.ts';

/** A thread of ours that serves methods. */
export interface Thread<M extends Methods> {
  readonly client: RpcClient<M>;
  readonly carrier: ClientCarrier;
  /** Ends it at once, and rejects what it was asked. */
  end(): Promise<void>;
}

/** What `serveThread` finds when the thread starts. */
interface ThreadData {
  readonly port: MessagePort;
}

/** Starts a module that calls `serveThread`. */
export function startThread<M extends Methods>(module: URL): Thread<M> {
  const { port1, port2 } = new MessageChannel();
  const data: ThreadData = { port: port2 };
  const worker = new Worker(module, { workerData: data, transferList: [port2] });
  const carrier: ClientCarrier = portCarrier(port1, worker);
  return {
    client: rpcClient<M>(carrier),
    carrier,
    async end() {
      port1.close();
      await worker.terminate();
    },
  };
}

/**
 * The thread's end: answers what it is asked until it is ended. An error that nobody foresaw ends it with its stack,
 * which the other end gets as it is.
 */
export function serveThread<M extends Methods>(handlers: HandlerTable<M>): void {
  const carrier: ServerCarrier = portCarrier((workerData as ThreadData).port);
  const fall = (error: unknown): never => {
    throw error;
  };
  rpcServer(carrier, handlers, { log: fall, unexpected: fall, transferReplies: true });
}

export interface CallThreadOptions {
  /** After a cancellation the thread has so long to clean up before it is ended, ms. */
  readonly cleanUpMs: number;
  /** What is cancelled, as a message names it. */
  readonly work?: WorkCode;
}

/**
 * Has one method done in a thread of its own, so that this one goes on hearing the person.
 *
 * @throws what the method throws; CancelledError
 */
export async function callThread<M extends Methods, Name extends keyof M & string>(
  module: URL,
  name: Name,
  args: M[Name]['args'],
  { cancel, emit }: StageContext,
  { cleanUpMs, work }: CallThreadOptions,
): Promise<M[Name]['reply']> {
  const { signal, release } = cancelSignal(cancel);
  if (signal.aborted) {
    release();
    throw new CancelledError(work);
  }
  const thread = startThread<M>(module);
  let late: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => {
    late = setTimeout(() => thread.client.fail(new CancelledError(work)), cleanUpMs);
  });
  try {
    return await thread.client.call(name, args, {
      signal,
      onProgress: (progress) => emit({ ...progress, kind: 'progress' } as ProgressEvent),
      onTell: (told) => emit(told as ProgressEvent),
    });
  } finally {
    clearTimeout(late);
    release();
    await thread.end();
  }
}
