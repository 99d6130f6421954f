import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { ReadSource } from '../../bytes/byte-stream.ts';
import { isNewer, newerVersion } from '../../bytes/newer-version.ts';
import { type E57Pages, e57Pages, logicalOffset, PAGE_BYTES } from './e57-pages.ts';
import { refusedBytes } from './e57-refusal.ts';

export const E57_SIGNATURE = 'ASTM-E57';
export const E57_HEADER_BYTES = 48;

/** XML sections longer than this are refused: those of files with thousands of scans are a tenth of it. */
const XML_BYTES_MAX = 1 << 28;

/** Fields of the header that say where the rest is. */
interface E57Header {
  /** Bytes of the file, checksums included. */
  readonly fileBytes: number;
  /** Offset of the XML section in the file. */
  readonly xmlOffset: number;
  /** Bytes of the XML section, without checksums. */
  readonly xmlBytes: number;
}

/**
 * Reads the header of 48 bytes (ASTM E2807, file header) and the text of the XML section. All fields are
 * little-endian.
 *
 * @throws SocavonError 'file-format' if it is not an E57 1.x, is cut, or has a damaged page
 */
export async function readE57Header(
  source: ReadSource,
): Promise<{ pages: E57Pages; xml: string; version: string }> {
  const { name } = source;
  const head = await source.read(0, E57_HEADER_BYTES);
  if (String.fromCharCode(...head.subarray(0, 8)) !== E57_SIGNATURE)
    throw new SocavonError('file-format', message('e57-none', { name }));
  if (source.size < PAGE_BYTES) throw cut(source, PAGE_BYTES);
  const pageBytes = Number(new DataView(head.buffer, head.byteOffset).getBigUint64(40, true));
  // The first page tells whether the header can be believed; it cannot be checked if pages have another size.
  const first = await e57Pages(source, 1)
    .read(0, E57_HEADER_BYTES)
    .catch((error: unknown) => {
      throw pageBytes === PAGE_BYTES
        ? error
        : refusedBytes(name, 40, message('e57-page-size', { bytes: pageBytes, meant: PAGE_BYTES }));
    });
  const view = new DataView(first.buffer, first.byteOffset, first.length);
  const [major, minor] = [view.getUint32(8, true), view.getUint32(12, true)];
  if (isNewer([major, minor], [1, 0])) throw newerVersion(name, 'E57', `${major}.${minor}`, '1.0');
  if (major !== 1)
    throw new SocavonError('file-format', message('e57-version', { name, version: `${major}.${minor}` }));
  const header = {
    fileBytes: Number(view.getBigUint64(16, true)),
    xmlOffset: Number(view.getBigUint64(24, true)),
    xmlBytes: Number(view.getBigUint64(32, true)),
  };
  if (header.fileBytes > source.size) throw cut(source, header.fileBytes);
  if (header.fileBytes < PAGE_BYTES || header.fileBytes % PAGE_BYTES !== 0)
    throw refusedBytes(name, 16, message('e57-file-bytes', { bytes: header.fileBytes, page: PAGE_BYTES }));
  const pages = e57Pages(source, header.fileBytes / PAGE_BYTES);
  return { pages, xml: await xmlText(pages, header), version: `${major}.${minor}` };
}

async function xmlText(pages: E57Pages, { xmlOffset, xmlBytes }: E57Header): Promise<string> {
  const start = logicalOffset(xmlOffset);
  if (start === null || start < E57_HEADER_BYTES || xmlBytes === 0)
    throw refusedBytes(pages.name, 24, message('e57-xml-place', { offset: xmlOffset, length: xmlBytes }));
  if (xmlBytes > XML_BYTES_MAX)
    throw refusedBytes(pages.name, 32, message('e57-xml-long', { length: xmlBytes, most: XML_BYTES_MAX }));
  return new TextDecoder().decode(await pages.read(start, xmlBytes));
}

function cut({ name, size }: ReadSource, announced: number): SocavonError {
  return new SocavonError('file-format', message('e57-cut', { name, bytes: size, announced }));
}
