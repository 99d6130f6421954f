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

/** Handle of a worker thread that serves RPC methods. */
export interface Thread<M extends Methods> {
  readonly client: RpcClient<M>;
  readonly carrier: ClientCarrier;
  /** Terminates it at once and rejects pending requests. */
  end(): Promise<void>;
}

/** `workerData` of a thread, read by `serveThread`. */
interface ThreadData {
  readonly port: MessagePort;
}

/** Starts a worker thread from a module that calls `serveThread`. */
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
 * Serves requests inside the thread until it is terminated. An unexpected error ends the thread; the other end
 * receives the error with its stack.
 */
export function serveThread<M extends Methods>(handlers: HandlerTable<M>): void {
  const carrier: ServerCarrier = portCarrier((workerData as ThreadData).port);
  const fall = (error: unknown): never => {
    throw error;
  };
  rpcServer(carrier, handlers, { log: fall, unexpected: fall, transferReplies: true });
}

export interface CallThreadOptions {
  /** Time to clean up after a cancellation before the thread is terminated, ms. */
  readonly cleanUpMs: number;
  /** Name of the cancelled work for messages. */
  readonly work?: WorkCode;
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
      onTell: (event) => emit(event as ProgressEvent),
    });
  } finally {
    clearTimeout(late);
    release();
    await thread.end();
  }
}
