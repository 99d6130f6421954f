import { parentPort as threadPort } from 'node:worker_threads';

/** The way to the host, whatever started the engine. */
export interface EnginePort {
  /** @param given buffers that are handed over instead of copied, where the way can do that */
  post(message: unknown, given: readonly ArrayBuffer[]): void;
  listen(hear: (message: unknown) => void): void;
  /** Nothing more comes or goes; the engine's process or thread ends by itself. */
  close(): void;
}

/** What of Electron's `process.parentPort` in a utility process is used. */
interface UtilityPort {
  on(name: 'message', hear: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/** @throws Error where neither a thread's host nor Electron started this module */
export function enginePort(): EnginePort {
  const utilityPort = (process as { parentPort?: UtilityPort }).parentPort;
  if (threadPort !== null) {
    const port = threadPort;
    return {
      post: (message, given) => port.postMessage(message, given),
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
