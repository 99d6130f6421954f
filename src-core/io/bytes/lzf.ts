/**
 * Decompresses LZF (Lehmann's liblzf), as used inside PCD files. A control byte below 32 announces that many plus
 * one literal bytes; any other a copy: its high three bits the length minus two (seven: another byte is added), its
 * low five with the next byte the distance minus one.
 *
 * @param size expected bytes of output
 * @returns the bytes, or null if the input is damaged
 */
export function decompressLzf(input: Uint8Array, size: number): Uint8Array | null {
  // Three bytes give 264 at most, so that a wrong size is no reason to take memory for it.
  if (size > 88 * input.length) return null;
  const output = new Uint8Array(size);
  let from = 0;
  let to = 0;
  while (from < input.length) {
    const control = input[from++];
    if (control < 32) {
      const length = control + 1;
      if (from + length > input.length || to + length > size) return null;
      output.set(input.subarray(from, from + length), to);
      from += length;
      to += length;
      continue;
    }
    let length = (control >> 5) + 2;
    if (length === 9) length += input[from++];
    const start = to - (((control & 31) << 8) | input[from++]) - 1;
    // Comparisons that are false for NaN also catch an input that ended inside this copy.
    if (!(start >= 0 && to + length <= size && from <= input.length)) return null;
    // Byte by byte: source and target may overlap, which repeats a pattern.
    for (let i = 0; i < length; i++) output[to++] = output[start + i];
  }
  return to === size ? output : null;
}
