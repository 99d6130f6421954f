import type { WorkerPort } from './volume-client.ts';

/** The worker as a browser starts it. */
export function startVolumeWorker(): WorkerPort {
  const worker = new Worker(new URL('./volume-worker.ts', import.meta.url), { type: 'module' });
  return worker as unknown as WorkerPort;
}
