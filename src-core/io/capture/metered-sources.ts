import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';

/** Wraps sources to report progress and to stop on cancellation, at every chunk read. */
export function meteredSources(sources: readonly ReadSource[], context: StageContext): ReadSource[] {
  const total = sources.reduce((sum, source) => sum + source.size, 0);
  let before = 0;
  return sources.map((source) => {
    const base = before;
    before += source.size;
    return {
      name: source.name,
      size: source.size,
      read: async (offset, length, into) => {
        throwIfCancelled(context.cancel, 'work-import');
        const bytes = await source.read(offset, length, into);
        const done = base + offset + bytes.length;
        context.emit({ kind: 'progress', stage: 'import', done, total, unit: 'bytes' });
        return bytes;
      },
    };
  });
}
