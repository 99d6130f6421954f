import type { ChildProcess } from 'node:child_process';
import {
  type ClientCarrier,
  type HandlerTable,
  type Methods,
  rpcServer,
  type ServerCarrier,
} from '../../src-core/contract/rpc.ts';

/** The channel to a child process that was started with `ipc` among its `stdio`. */
export function childCarrier(child: ChildProcess): ClientCarrier {
  return {
    // Send errors are ignored: the reader is gone, and `onClose` reports that.
    send: (message) => void child.send(message, () => {}),
    listen: (hear) => void child.on('message', hear as (message: unknown) => void),
    onClose(closed) {
      child.once('error', closed);
      child.once('close', () => closed(new Error('the process ended without an answer')));
    },
  };
}

/**
 * Answers one request of the parent process, then exits. An unexpected error ends the process too, with its stack
 * on standard error.
 */
export function serveParentOnce<M extends Methods>(handlers: HandlerTable<M>): void {
  const carrier: ServerCarrier = {
    send: (message) =>
      void process.send!(message, undefined, undefined, () => {
        if (message.kind === 'reply') process.exit(0);
      }),
    listen: (hear) => void process.on('message', hear),
  };
  const fall = (error: unknown): never => {
    throw error;
  };
  rpcServer(carrier, handlers, { log: fall, unexpected: fall });
}
