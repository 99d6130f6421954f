import { CancelledError, type SocavonError } from '../model/errors.ts';
import type { ReplyMessage, ToEngine, ToRenderer } from './messages.ts';
import type { Call, CallOptions } from './requests.ts';
import { errorFrom } from './wire-error.ts';

/** What carries messages to an engine and back: a socket, a port, Electron's channels. */
export interface Carrier {
  send(message: ToEngine): void;
  /** Called once, before anything is sent. */
  listen(hear: (message: ToRenderer) => void): void;
}

/** The renderer's end of the contract. */
export interface Client {
  readonly call: Call;
  /** News that belong to no request. @returns how to stop listening */
  on(name: string, hear: (value: unknown) => void): () => void;
  /** Refuses all that waits for a reply, and all that is asked from now on: the carrier is gone. */
  fail(error: SocavonError): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: SocavonError): void;
  readonly options: CallOptions;
}

export function clientOver(carrier: Carrier): Client {
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  let lastId = 0;
  let failure: SocavonError | null = null;

  carrier.listen((message) => {
    if (message.kind === 'event') {
      for (const hear of listeners.get(message.name) ?? []) hear(message.value);
      return;
    }
    const asked = waiting.get(message.id);
    if (asked === undefined) return;
    if (message.kind === 'progress') asked.options.onProgress?.(message);
    else if (message.kind === 'note' || message.kind === 'warning') asked.options.onTell?.(message);
    else if (message.kind === 'reply') {
      waiting.delete(message.id);
      settle(asked, message);
    }
  });

  const ask = (name: string, args: unknown, options: CallOptions): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (failure !== null) return reject(failure);
      if (options.signal?.aborted) return reject(new CancelledError());
      const id = ++lastId;
      const cancel = (): void => carrier.send({ kind: 'cancel', id });
      const end = (): void => options.signal?.removeEventListener('abort', cancel);
      waiting.set(id, {
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
      carrier.send({ kind: 'request', id, name, args });
    });

  return {
    call: ((name, args, options = {}) => ask(name, args, options)) as Call,
    on(name, hear) {
      const hearing = listeners.get(name) ?? new Set();
      listeners.set(name, hearing.add(hear));
      return () => hearing.delete(hear);
    },
    fail(error) {
      failure = error;
      for (const asked of waiting.values()) asked.reject(error);
      waiting.clear();
    },
  };
}

function settle(asked: Waiting, message: ReplyMessage): void {
  if (message.ok) asked.resolve(message.value);
  else asked.reject(errorFrom(message.error));
}
