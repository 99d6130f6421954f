import type { ToClient, ToServer } from '../messages.ts';

/** Two-way message channel: a socket, the port of a worker or child process, Electron's channels. */
export interface Carrier<Out = unknown, In = unknown> {
  /** @param transfer buffers that are moved instead of copied, where the carrier can do that */
  send(message: Out, transfer?: readonly ArrayBuffer[]): void;
  /** Called once, before anything is sent. */
  listen(hear: (message: In) => void): void;
  /** Calls back when nothing comes or goes any more. */
  onClose?(hear: (why: Error) => void): void;
  /** Delivers what has arrived, for a thread that computes in one go and does not return to its event loop. */
  poll?(): void;
}

/** As a client holds it. */
export type ClientCarrier = Carrier<ToServer, ToClient>;
/** As a server holds it: what comes in is checked before it is believed. */
export type ServerCarrier = Carrier<ToClient, unknown>;
