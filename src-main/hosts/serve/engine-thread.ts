import { Worker } from 'node:worker_threads';
import type { ToClient } from '../../../src-core/contract/messages.ts';
import { ownModule } from '../../files/own-module.ts';
import { requireThreadRoom } from '../../files/system-limits.ts';
import type { EngineProcess } from '../common/engine-process.ts';

/** Starts the engine in a thread of this process. */
export function engineThread(program: URL = ownModule('engine/main')): EngineProcess {
  requireThreadRoom();
  const worker = new Worker(program);
  let why = '';
  worker.on('error', (error: Error) => {
    why = error.stack ?? error.message;
  });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (hear) => void worker.on('message', (message: ToClient) => hear(message)),
    onExit: (hear) => void worker.on('exit', (status) => hear(why || `status ${status}`)),
    kill: () => void worker.terminate(),
  };
}
