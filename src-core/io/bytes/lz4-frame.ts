/** First four bytes of an LZ4 frame, as a little-endian number. */
const MAGIC = 0x184d2204;
const BLOCK_CHECKSUM = 0x10;
const CONTENT_SIZE = 0x08;
const DICTIONARY = 0x01;
const UNCOMPRESSED = 0x80000000;
/** Shortest copy; lengths in a token count from it. */
const LEAST_COPY = 4;
/** Lengths of 15 in a token go on in further bytes. */
const MORE = 15;

/**
 * Decompresses an LZ4 frame (LZ4 Frame Format 1.6.2, LZ4 Block Format), as MCAP and ROS bags have them. Checksums are
 * skipped: both formats have their own.
 *
 * The JavaScript packages were tried first: lz4js takes the checksum of a block for its start and loops for seconds on
 * a damaged length; the WebAssembly ones load asynchronously, which a reader of records cannot wait for.
 *
 * @param size expected bytes of output
 * @returns the bytes, or null if the frame is damaged or has another size
 */
export function decompressLz4Frame(input: Uint8Array, size: number): Uint8Array | null {
  // A byte of a length stands for 255 at most, so that a wrong size is no reason to take memory for it.
  if (size > 255 * input.length) return null;
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  if (input.length < 7 || view.getUint32(0, true) !== MAGIC) return null;
  const flags = input[4];
  let from = 7 + ((flags & CONTENT_SIZE) !== 0 ? 8 : 0) + ((flags & DICTIONARY) !== 0 ? 4 : 0);
  const output = new Uint8Array(size);
  let to = 0;
  while (from + 4 <= input.length) {
    const word = view.getUint32(from, true);
    from += 4;
    if (word === 0) return to === size ? output : null;
    const isStored = word >= UNCOMPRESSED;
    const length = isStored ? word - UNCOMPRESSED : word;
    const end = from + length;
    if (end > input.length) return null;
    if (isStored) {
      if (to + length > size) return null;
      output.set(input.subarray(from, end), to);
      to += length;
    } else {
      to = decompressBlock(input, from, end, output, to);
      if (to < 0) return null;
    }
    from = end + ((flags & BLOCK_CHECKSUM) !== 0 ? 4 : 0);
  }
  return null;
}

/** Appends a block to the output, which its copies may reach back into. @returns the new end, or -1 if it is damaged */
function decompressBlock(
  input: Uint8Array,
  start: number,
  end: number,
  output: Uint8Array,
  outputStart: number,
): number {
  let from = start;
  let to = outputStart;
  while (from < end) {
    const token = input[from++];
    let literals = token >> 4;
    if (literals === MORE) {
      let more = 255;
      while (more === 255 && from < end) literals += more = input[from++];
    }
    if (from + literals > end || to + literals > output.length) return -1;
    output.set(input.subarray(from, from + literals), to);
    from += literals;
    to += literals;
    // The last sequence of a block has no copy.
    if (from === end) return to;
    if (from + 2 > end) return -1;
    const distance = input[from] | (input[from + 1] << 8);
    from += 2;
    let length = (token & 15) + LEAST_COPY;
    if ((token & 15) === MORE) {
      let more = 255;
      while (more === 255 && from < end) length += more = input[from++];
    }
    const back = to - distance;
    if (distance === 0 || back < 0 || to + length > output.length) return -1;
    if (distance >= length) output.copyWithin(to, back, back + length);
    // Byte by byte: source and target overlap, which repeats a pattern.
    else for (let i = 0; i < length; i++) output[to + i] = output[back + i];
    to += length;
  }
  return to;
}
