import { crc32c } from '../../bytes/crc32.ts';
import { PAGE_BYTES, PAGE_PAYLOAD } from './e57-pages.ts';

/** Cuts logical bytes into pages with their checksums. */
interface PagePacker {
  /** The pages that these bytes complete. */
  add(bytes: Uint8Array): Uint8Array;
  /** The last page, filled up with zeros; empty if the bytes ended with a page. */
  end(): Uint8Array;
}

export function pagePacker(): PagePacker {
  const payload = new Uint8Array(PAGE_PAYLOAD);
  let filled = 0;
  const add = (bytes: Uint8Array): Uint8Array => {
    const pages = new Uint8Array(Math.floor((filled + bytes.length) / PAGE_PAYLOAD) * PAGE_BYTES);
    const view = new DataView(pages.buffer);
    let from = 0;
    for (let at = 0; at < pages.length; at += PAGE_BYTES) {
      payload.set(bytes.subarray(from, from + PAGE_PAYLOAD - filled), filled);
      from += PAGE_PAYLOAD - filled;
      filled = 0;
      pages.set(payload, at);
      view.setUint32(at + PAGE_PAYLOAD, crc32c(payload));
    }
    payload.set(bytes.subarray(from), filled);
    filled += bytes.length - from;
    return pages;
  };
  return { add, end: () => (filled === 0 ? new Uint8Array(0) : add(new Uint8Array(PAGE_PAYLOAD - filled))) };
}
