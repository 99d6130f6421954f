import { type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import type { Carrier } from '../../src-core/contract/rpc.ts';

/** Milliseconds between two looks into a port out of a computation. */
const POLL_MS = 5;

/**
 * One end of a `MessageChannel` as a carrier. The thread that holds it may compute in one go: `poll` takes messages out
 * of the port where the thread does not come back to its event loop.
 *
 * @param worker the thread at the other end; where it fails or ends, the carrier closes
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
