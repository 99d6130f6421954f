/**
 * Gives the memory of arrays that are no longer read back at once, and leaves them empty. A garbage collector knows nothing
 * of its size until 64 MiB of it have gathered, in each thread; and memory that is taken and given back in turn is in the
 * cache of the processor.
 *
 * @param arrays each with a buffer of its own; a part of a larger one, such as of the pool of Node, is left as it is
 */
export function giveBack(...arrays: readonly (ArrayBufferView | undefined)[]): void {
  for (const array of arrays) {
    if (array === undefined || !(array.buffer instanceof ArrayBuffer)) continue;
    // A pool gives away less than half of itself.
    if (2 * array.byteLength > array.buffer.byteLength) array.buffer.transfer(0);
  }
}
