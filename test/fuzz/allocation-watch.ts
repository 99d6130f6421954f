/** Largest array that was asked for since `reset`, bytes. */
let largest = 0;

export const allocations = {
  largest: (): number => largest,
  reset: (): void => {
    largest = 0;
  },
};

const KINDS = [
  'ArrayBuffer',
  ...[
    'Int8Array',
    'Uint8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
  ],
  ...['Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
] as const;

/**
 * Watches how large the arrays of numbers are that this thread makes. The system gives memory only where it is written, so
 * that gigabytes that a header announces show in no measure of memory before they are filled.
 */
export function watchAllocations(): void {
  const world = globalThis as unknown as Record<string, { BYTES_PER_ELEMENT?: number }>;
  for (const kind of KINDS) {
    const plain = world[kind] as unknown as new (...args: unknown[]) => object;
    const bytes = (plain as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? 1;
    const watched: typeof plain = new Proxy(plain, {
      construct: (target, changes, wanted) => {
        if (typeof changes[0] === 'number') largest = Math.max(largest, bytes * changes[0]);
        return Reflect.construct(target, changes, wanted === watched ? target : wanted);
      },
    });
    world[kind] = watched as never;
  }
}
