import { writeSync } from 'node:fs';
import { isMainThread, threadId } from 'node:worker_threads';
import { residentPeakKiB } from './resident-peak.ts';

/**
 * Preloaded into a measured process: as it ends, writes a line of its largest resident memory, KiB, and the time that it took
 * of the processors, s, to this descriptor. If garbage can be collected on demand (`--expose-gc`), also lines of what each
 * thread holds in array buffers after a collection: `held THREAD MiB`.
 */
const PEAK_DESCRIPTOR = 3;
/** Time between two collections, ms. */
const EVERY = 500;

process.on('exit', () => {
  // Threads load it too.
  if (!isMainThread) return;
  const { user, system } = process.cpuUsage();
  writeSync(PEAK_DESCRIPTOR, `${residentPeakKiB()} ${(user + system) / 1e6}\n`);
});

const collect = (globalThis as { gc?: () => void }).gc;
if (collect !== undefined) {
  let looked = 0;
  const look = (): void => {
    if (performance.now() - looked < EVERY) return;
    collect();
    const held = process.memoryUsage().arrayBuffers / 2 ** 20;
    writeSync(PEAK_DESCRIPTOR, `held ${threadId} ${held.toFixed(2)}\n`);
    looked = performance.now();
  };
  setInterval(look, EVERY).unref();
  // Steps of long work tell how far they are, and let no timer run.
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = ((...args: Parameters<typeof write>) => {
    look();
    return write(...args);
  }) as typeof write;
}
