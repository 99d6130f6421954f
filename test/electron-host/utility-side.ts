import { EventEmitter } from 'node:events';

/** Imported before the engine's bundle: `process.parentPort` as Electron's utility process has it. */
class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    process.send?.(message);
  }
}

const port = new ParentPort();
(process as { parentPort?: ParentPort }).parentPort = port;
process.on('message', (data) => port.emit('message', { data }));
// Its host is gone: nobody would end it.
process.on('disconnect', () => process.exit());
