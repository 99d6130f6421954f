import { concat } from '../frame-builders.ts';

const BLOCK_BYTES = 1 << 16;

/**
 * Compresses bytes to an LZ4 frame of independent blocks with their checksums left out: copies of what repeats within
 * a block, of any length and overlap, and literals between them.
 */
export function lz4Frame(plain: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [Uint8Array.of(0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x82)];
  for (let at = 0; at < plain.length; at += BLOCK_BYTES) {
    const block = compressBlock(plain.subarray(at, at + BLOCK_BYTES));
    pieces.push(new Uint8Array(Uint32Array.of(block.length).buffer), block);
  }
  pieces.push(new Uint8Array(4));
  return concat(pieces);
}

function compressBlock(plain: Uint8Array): Uint8Array {
  const out: number[] = [];
  const seen = new Map<number, number>();
  const long = (rest: number): void => {
    for (let left = rest; ; left -= 255) {
      out.push(Math.min(left, 255));
      if (left < 255) return;
    }
  };
  const sequence = (from: number, to: number, distance: number, length: number): void => {
    const literals = to - from;
    const copied = length - 4;
    out.push((Math.min(literals, 15) << 4) | (length === 0 ? 0 : Math.min(copied, 15)));
    if (literals >= 15) long(literals - 15);
    for (let i = from; i < to; i++) out.push(plain[i]);
    if (length === 0) return;
    out.push(distance & 255, distance >> 8);
    if (copied >= 15) long(copied - 15);
  };
  const view = new DataView(plain.buffer, plain.byteOffset, plain.byteLength);
  let from = 0;
  // The format ends with literals: the last copy starts 12 bytes before the end and leaves five.
  for (let at = 0; at + 12 < plain.length; ) {
    const key = view.getUint32(at, true);
    const before = seen.get(key);
    seen.set(key, at);
    if (before === undefined) {
      at++;
      continue;
    }
    let length = 4;
    while (at + length < plain.length - 5 && plain[before + length] === plain[at + length]) length++;
    sequence(from, at, at - before, length);
    at += length;
    from = at;
  }
  sequence(from, plain.length, 0, 0);
  return Uint8Array.from(out);
}
