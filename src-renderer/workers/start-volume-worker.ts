import type { ClientCarrier } from '../../src-core/contract/rpc.ts';

/** The volume worker, wherever it runs. */
export interface VolumeWorker {
  readonly carrier: ClientCarrier;
  /** Ends it at once. */
  end(): void;
}

/** The worker as a browser starts it. */
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
