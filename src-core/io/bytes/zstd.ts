import { decompress } from 'fzstd';

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

/** True if bytes start as a frame of Zstandard does (RFC 8878). */
export function isZstd(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, i) => bytes[i] === byte);
}

/**
 * Decompresses a frame of Zstandard that states how long its contents are, as those of messages do.
 *
 * @param most bytes of output
 * @throws RangeError if it states no length or a longer one, or is damaged
 */
export function decompressZstd(frame: Uint8Array, most: number): Uint8Array {
  const size = contentSize(frame);
  if (size === null || size > most)
    throw new RangeError('its compressed data state no length, or too long a one');
  const plain = unpackedZstd(frame, size);
  if (plain?.length !== size) throw new RangeError('its compressed data are damaged');
  return plain;
}

/** Contents of a frame of a known length. Four bytes of a block stand for 128 kB at most, so that a wrong size is no reason to take memory for it. */
export function unpackedZstd(frame: Uint8Array, size: number): Uint8Array | null {
  if (size > 2 ** 15 * frame.length) return null;
  try {
    return decompress(frame, new Uint8Array(size));
  } catch {
    return null;
  }
}

/** Length of the contents of a frame by its header; null: not stated. */
function contentSize(frame: Uint8Array): number | null {
  if (frame.length < 6 || !isZstd(frame)) return null;
  const flags = frame[4];
  const isSingle = (flags & 0x20) !== 0;
  const bytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6];
  const at = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][flags & 3];
  if (bytes === 0 || frame.length < at + bytes) return null;
  let size = 0;
  for (let i = bytes - 1; i >= 0; i--) size = 256 * size + frame[at + i];
  return bytes === 2 ? size + 256 : size;
}

/** Bytes of contents that a frame refers back to, by its header; null: no header, or one that cannot be. */
export function zstdWindow(head: Uint8Array): number | null {
  if (head.length < 6 || !isZstd(head)) return null;
  const flags = head[4];
  // A reserved bit, and content that needs a dictionary.
  if ((flags & 0x08) !== 0 || (flags & 3) !== 0) return null;
  if ((flags & 0x20) !== 0) return contentSize(head);
  const base = 2 ** (10 + (head[5] >> 3));
  return base + (base / 8) * (head[5] & 7);
}
