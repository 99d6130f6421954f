import type { ToClient, ToServer } from './messages.ts';

/**
 * Message bridge that the preload script exposes as `window.socavon`. A browser under `socavon serve` has none;
 * there the same messages travel as frames of `wire.ts` through a WebSocket to `SOCKET_PATH` of the page's own
 * address.
 */
export interface WindowBridge {
  send(message: ToServer): void;
  /** Called once, before anything is sent. */
  listen(hear: (message: ToClient) => void): void;
  /** Path of a file that the user dropped on the window, readable from then on; '' if it has none. */
  pathOf(file: DroppedFile): string;
}

/** A `File` of the browser, opaque because this folder has no DOM types. */
export type DroppedFile = object;

export const SOCKET_PATH = '/socket';
