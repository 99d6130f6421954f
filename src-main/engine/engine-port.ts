import { parentPort as threadPort } from 'node:worker_threads';

/** Message port to the host, for a thread or a utility process. */
export interface EnginePort {
  /** @param transferred buffers to transfer instead of copying, if the port supports it */
  post(message: unknown, transferred: readonly ArrayBuffer[]): void;
  listen(hear: (message: unknown) => void): void;
  /** Closes the port; the engine's process or thread then exits by itself. */
  close(): void;
}

/** The part of Electron's `process.parentPort` in a utility process that is used here. */
interface UtilityPort {
  on(name: 'message', hear: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/** @throws Error if neither a thread's host nor Electron started this module */
export function enginePort(): EnginePort {
  const utilityPort = (process as { parentPort?: UtilityPort }).parentPort;
  if (threadPort !== null) {
    const port = threadPort;
    return {
      post: (message, transferred) => port.postMessage(message, transferred),
      listen: (hear) => void port.on('message', hear),
      close: () => port.close(),
    };
  }
  if (utilityPort === undefined) throw new Error('the engine runs in a thread or a utility process only');
  return {
    post: (message) => utilityPort.postMessage(message),
    listen: (hear) => utilityPort.on('message', ({ data }) => hear(data)),
    close: () => process.exit(0),
  };
}
