import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import { ownModule } from '../../files/own-module.ts';
import type { EngineProcess } from '../common/engine-process.ts';

/** Starts the engine in a utility process, so that neither its work nor a crash blocks the window. */
export function engineUtility(): EngineProcess {
  const child = utilityProcess.fork(fileURLToPath(ownModule('engine/main')), [], {
    serviceName: 'Socavón engine',
  });
  return {
    post: (message) => child.postMessage(message),
    onMessage: (hear) => void child.on('message', hear),
    onExit: (hear) => void child.on('exit', (status) => hear(`status ${status}`)),
    kill: () => void child.kill(),
  };
}
