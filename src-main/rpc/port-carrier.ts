import { type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import type { Carrier } from '../../src-core/contract/rpc.ts';

/** Polling interval of a port during a computation, ms. */
const POLL_MS = 5;

/**
 * Carrier over one end of a `MessageChannel`. Its thread may compute without yielding: `poll` reads messages from
 * the port when the thread does not return to its event loop.
 *
 * @param worker the thread at the other end; if it fails or ends, the carrier closes
 */
export function portCarrier(port: MessagePort, worker?: Worker): Carrier<unknown, never> {
  let hear: (message: never) => void = () => {};
  let lookedAt = 0;
  return {
    send: (message, transfer = []) => port.postMessage(message, [...transfer]),
    listen(to) {
      hear = to;
      port.on('message', (message) => hear(message as never));
    },
    onClose(closed) {
      worker?.once('error', closed);
      worker?.once('exit', () => closed(new Error('the thread ended without an answer')));
      if (worker === undefined)
        port.once('close', () => closed(new Error('the other end has closed the port')));
    },
    poll() {
      if (performance.now() - lookedAt < POLL_MS) return;
      for (;;) {
        const received = receiveMessageOnPort(port) as { message: never } | undefined;
        if (received === undefined) break;
        hear(received.message);
      }
      lookedAt = performance.now();
    },
  };
}
