/** Place of the lower half of an integer of 64 bits in the memory of this machine: 0 or 1. */
export const LOW_WORD = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1;

/**
 * Stamps as pairs of halves of 32 bits, the lower at `LOW_WORD`, in the same memory: an integer of 64 bits is an object on
 * the heap each time that it is read.
 */
export function stampWords(stamps: BigUint64Array): Uint32Array {
  return new Uint32Array(stamps.buffer, stamps.byteOffset, 2 * stamps.length);
}

/** True if a stamp is 0, as that of a column that was lost. @param words of `stampWords` */
export function isUnstamped(words: Uint32Array, i: number): boolean {
  return words[2 * i] === 0 && words[2 * i + 1] === 0;
}

/** The earliest and the latest stamp that is not 0; null: all are. */
export function stampRange(stamps: BigUint64Array): readonly [bigint, bigint] | null {
  const words = stampWords(stamps);
  let [first, last] = [-1, -1];
  for (let i = 0; i < stamps.length; i++) {
    if (isUnstamped(words, i)) continue;
    if (first < 0 || isBefore(words, i, first)) first = i;
    if (last < 0 || isBefore(words, last, i)) last = i;
  }
  return first < 0 ? null : [stamps[first], stamps[last]];
}

function isBefore(words: Uint32Array, a: number, b: number): boolean {
  const [highA, highB] = [words[2 * a + 1 - LOW_WORD], words[2 * b + 1 - LOW_WORD]];
  return highA === highB ? words[2 * a + LOW_WORD] < words[2 * b + LOW_WORD] : highA < highB;
}
