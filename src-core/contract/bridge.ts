import type { ToClient, ToServer } from './messages.ts';

/**
 * What the preload script puts into the window as `window.socavon`. In a browser of `socavon serve` there is none; the
 * same messages go as frames of `wire.ts` through a WebSocket to `SOCKET_PATH` of the page's own address.
 */
export interface WindowBridge {
  send(message: ToServer): void;
  /** Called once, before anything is sent. */
  listen(hear: (message: ToClient) => void): void;
  /** Path of a file that the person dropped on the window, which may be read from then on; '' where it has none. */
  pathOf(file: DroppedFile): string;
}

/** A `File` as the browser hands it over; this room knows no DOM. */
export type DroppedFile = object;

export const SOCKET_PATH = '/socket';
