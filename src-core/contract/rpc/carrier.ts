import type { ToClient, ToServer } from '../messages.ts';

/** Two-way message channel: a socket, the port of a worker or child process, Electron's channels. */
export interface Carrier<Out = unknown, In = unknown> {
  /** @param transfer buffers that are transferred instead of copied, if the carrier supports it */
  send(message: Out, transfer?: readonly ArrayBuffer[]): void;
  /** Called once, before anything is sent. */
  listen(hear: (message: In) => void): void;
  /** Registers a callback for the end of the channel. */
  onClose?(hear: (why: Error) => void): void;
  /** Delivers pending messages, for a thread that computes in one go and does not return to its event loop. */
  poll?(): void;
}

/** Carrier at the client's end. */
export type ClientCarrier = Carrier<ToServer, ToClient>;
/** Carrier at the server's end: incoming messages are untrusted and validated. */
export type ServerCarrier = Carrier<ToClient, unknown>;
