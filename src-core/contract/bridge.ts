import type { ToEngine, ToRenderer } from './messages.ts';

/**
 * What the preload script puts into the window as `window.socavon`. In a browser of `socavon serve` there is none; the
 * same messages go as frames of `wire.ts` through a WebSocket to `SOCKET_PATH` of the page's own address.
 */
export interface WindowBridge {
  send(message: ToEngine): void;
  /** Called once. Messages that came before are heard then. */
  listen(hear: (message: ToRenderer) => void): void;
  /** Paths of files that the person dropped on the window; they may be read from then on. */
  dropped(files: File[]): string[];
}

/** A file as the browser hands it over; this room knows no DOM. */
type File = object;

export const SOCKET_PATH = '/engine';
