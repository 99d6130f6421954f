import { CancelledError } from '../../model/errors.ts';
import type { ProgressMessage, ReplyMessage, TellMessage, ToClient, ToServer } from '../messages.ts';
import { fromWireError } from '../wire-error.ts';
import type { ClientCarrier } from './carrier.ts';
import type { Methods } from './methods.ts';

/** Subset of `AbortSignal` that is needed, because the core depends on no host. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Options of a request. */
export interface CallOptions {
  /** Cancels the request; it then rejects with `CancelledError`, unless it was already done. */
  readonly signal?: CancelSignal;
  readonly onProgress?: (progress: Omit<ProgressMessage, 'kind' | 'id'>) => void;
  /** Receives notes and warnings. */
  readonly onTell?: (tell: Omit<TellMessage, 'id'>) => void;
  /**
   * Receives the reply as it arrives, before the promise settles: for a blocked thread that receives messages
   * through `Carrier.poll` and cannot await.
   */
  readonly onReply?: (reply: ReplyMessage) => void;
  /** Buffers of the arguments that are transferred to the server instead of copied. */
  readonly transfer?: readonly ArrayBuffer[];
}

/** Client end of a carrier. */
export interface RpcClient<M extends Methods> {
  /** @throws the error of the server, rebuilt; CancelledError; what the carrier closed with */
  readonly call: <Name extends keyof M & string>(
    name: Name,
    args: M[Name]['args'],
    options?: CallOptions,
  ) => Promise<M[Name]['reply']>;
  /**
   * Subscribes to events, which belong to no request.
   *
   * @returns function that unsubscribes
   */
  on(name: string, hear: (value: unknown) => void): () => void;
  /** Rejects all pending requests and every later call, because the carrier is gone. */
  fail(error: Error): void;
}

interface OpenCall {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  readonly options: CallOptions;
}

/** Creates a client that calls the methods of the server at the other end of a carrier. */
export function rpcClient<M extends Methods>(carrier: ClientCarrier): RpcClient<M> {
  const open = new Map<number, OpenCall>();
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  let lastId = 0;
  let failure: Error | null = null;

  const hear = (message: ToClient): void => {
    if (message.kind === 'event') {
      for (const listener of listeners.get(message.name) ?? []) listener(message.value);
      return;
    }
    const call = open.get(message.id);
    if (call === undefined) return;
    if (message.kind === 'progress') call.options.onProgress?.(message);
    else if (message.kind !== 'reply') call.options.onTell?.(message);
    else settle(call, message);
  };
  const settle = (call: OpenCall, message: ReplyMessage): void => {
    call.options.onReply?.(message);
    if (message.ok) call.resolve(message.value);
    else call.reject(fromWireError(message.error));
  };
  const fail = (error: Error): void => {
    failure ??= error;
    for (const call of [...open.values()]) call.reject(error);
  };
  const send = (message: ToServer, { transfer = [] }: CallOptions = {}): void =>
    transfer.length > 0 ? carrier.send(message, transfer) : carrier.send(message);

  const call = (name: string, args: unknown, options: CallOptions): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (failure !== null) return reject(failure);
      if (options.signal?.aborted) return reject(new CancelledError());
      const id = ++lastId;
      const cancel = (): void => send({ kind: 'cancel', id });
      const end = (): void => {
        open.delete(id);
        options.signal?.removeEventListener('abort', cancel);
      };
      open.set(id, {
        options,
        resolve: (value) => {
          end();
          resolve(value);
        },
        reject: (error) => {
          end();
          reject(error);
        },
      });
      options.signal?.addEventListener('abort', cancel);
      try {
        send({ kind: 'request', id, name, args }, options);
      } catch (error) {
        open.get(id)?.reject(error);
      }
    });

  carrier.listen(hear);
  carrier.onClose?.(fail);
  return {
    call: (name, args, options = {}) => call(name, args, options),
    on(name, listener) {
      const hearing = listeners.get(name) ?? new Set();
      listeners.set(name, hearing.add(listener));
      return () => hearing.delete(listener);
    },
    fail,
  };
}
