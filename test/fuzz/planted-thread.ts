import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { watchAllocations } from './allocation-watch.ts';
import type { Answer, Reader } from './readers.ts';
import { serveReaders } from './serve-readers.ts';

/** A reader that takes the whole file, 64 bytes of 7, and does wrong with any other. */
function planted(wrong: () => Answer): Reader {
  return async ({ bytes }) => {
    const isWhole = bytes.length === 64 && bytes.every((byte) => byte === 7);
    return isWhole ? { values: null, fault: null, guarded: [1] } : wrong();
  };
}

const nothing: Answer = { values: null, fault: null };
const busyFor = (milliseconds: number): void => {
  const before = process.threadCpuUsage();
  for (let used = 0; used < milliseconds; ) {
    const { user, system } = process.threadCpuUsage(before);
    used = (user + system) / 1000;
  }
};

watchAllocations();
serveReaders({
  throws: planted(() => (undefined as unknown as { at: Answer }).at),
  'gives NaN': planted(() => ({ values: { x: Float64Array.of(0, Number.NaN) }, fault: null })),
  'names nothing': planted(() => {
    throw new SocavonError('usage', message('capture-none-given'));
  }),
  'guards nothing': planted(() => ({ values: null, fault: null, guarded: [2] })),
  allocates: planted(() => {
    new Uint8Array(1e9);
    return nothing;
  }),
  hoards: planted(() => {
    const stored: number[][] = [];
    for (;;) stored.push(Array.from({ length: 100_000 }, (_, i) => i + 0.5));
  }),
  'is slow': planted(() => {
    busyFor(1100);
    return nothing;
  }),
  loops: planted(() => {
    for (;;);
  }),
});
