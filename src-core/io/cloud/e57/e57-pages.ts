import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { ReadSource } from '../../bytes/byte-stream.ts';
import { crc32c } from '../../bytes/crc32.ts';
import { refusedBytes } from './e57-refusal.ts';

/** Bytes of a page, of which the last four are the CRC-32C of those before them, big-endian. */
export const PAGE_BYTES = 1024;
export const PAGE_PAYLOAD = PAGE_BYTES - 4;

/** Pages read at once, at least: few after a jump, many where reading goes on. */
const JUMP_PAGES = 16;
const ONWARD_PAGES = 512;

/** Logical bytes of an E57, that is without the checksums of its pages (ASTM E2807, binary file layout). */
export interface E57Pages {
  readonly name: string;
  /** Logical bytes of the file. */
  readonly size: number;
  /**
   * Bytes from a logical offset on, valid until the next call; their pages are checked.
   *
   * @throws SocavonError 'file-format' beyond the end of the file, or with the page that is damaged
   */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** @param pages number of pages of the file, all within the source */
export function e57Pages(source: ReadSource, pages: number): E57Pages {
  const size = pages * PAGE_PAYLOAD;
  let block: Uint8Array = new Uint8Array(0);
  let firstPage = 0;
  return {
    name: source.name,
    size,
    read: async (offset, length) => {
      if (!(offset >= 0 && length >= 0 && offset + length <= size))
        throw refusedBytes(
          source.name,
          Math.min(physicalOffset(Math.max(0, offset)), source.size),
          message('e57-outside', { length, bytes: source.size }),
        );
      const start = offset - firstPage * PAGE_PAYLOAD;
      if (start >= 0 && start + length <= block.length) return block.subarray(start, start + length);
      const isOnward = start >= 0 && start <= block.length;
      firstPage = Math.floor(offset / PAGE_PAYLOAD);
      const needed = Math.ceil((offset + length) / PAGE_PAYLOAD) - firstPage;
      const count = Math.min(pages - firstPage, Math.max(isOnward ? ONWARD_PAGES : JUMP_PAGES, needed));
      block = payloads(source.name, firstPage, await source.read(firstPage * PAGE_BYTES, count * PAGE_BYTES));
      const at = offset - firstPage * PAGE_PAYLOAD;
      if (at + length > block.length)
        throw new SocavonError(
          'file-format',
          message('file-cut', { name: source.name, bytes: source.size, what: message('e57-part-page') }),
        );
      return block.subarray(at, at + length);
    },
  };
}

/** Offset in the file of a logical byte. */
export function physicalOffset(logical: number): number {
  return logical + 4 * Math.floor(logical / PAGE_PAYLOAD);
}

/** Logical offset of a byte of the file; null for a byte of a checksum. */
export function logicalOffset(physical: number): number | null {
  const within = physical % PAGE_BYTES;
  return within < PAGE_PAYLOAD ? Math.floor(physical / PAGE_BYTES) * PAGE_PAYLOAD + within : null;
}

/** The payloads of whole pages, each checked. */
function payloads(name: string, firstPage: number, bytes: Uint8Array): Uint8Array {
  const count = Math.floor(bytes.length / PAGE_BYTES);
  const joined = new Uint8Array(count * PAGE_PAYLOAD);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let page = 0; page < count; page++) {
    const payload = bytes.subarray(page * PAGE_BYTES, page * PAGE_BYTES + PAGE_PAYLOAD);
    if (crc32c(payload) !== view.getUint32(page * PAGE_BYTES + PAGE_PAYLOAD))
      throw new SocavonError(
        'file-format',
        message('e57-page', { name, page: firstPage + page, offset: (firstPage + page) * PAGE_BYTES }),
      );
    joined.set(payload, page * PAGE_PAYLOAD);
  }
  return joined;
}
