import type { ClientCarrier } from '../../src-core/contract/rpc.ts';

/** Handle of the volume worker, independent of its host. */
export interface VolumeWorker {
  readonly carrier: ClientCarrier;
  /** Terminates it at once. */
  end(): void;
}

/** Starts the worker in a browser. */
export function startVolumeWorker(): VolumeWorker {
  const worker = new Worker(new URL('./volume-worker.ts', import.meta.url), { type: 'module' });
  return {
    carrier: {
      send: (message, transfer = []) => worker.postMessage(message, [...transfer]),
      listen(hear) {
        worker.onmessage = ({ data }) => hear(data);
      },
      onClose(closed) {
        worker.onerror = ({ message }) => closed(new Error(message));
      },
    },
    end: () => worker.terminate(),
  };
}
