import { decode } from 'fast-png';
import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import { LARGEST_LOGO_BYTES, type LogoFacts, type LogoType } from '../../model/logo.ts';
import { svgLogo } from './svg-logo.ts';

/** Least and greatest edge, pixels: a smaller one is a blot on paper, a larger one fills the memory of a reader. */
const LEAST_EDGE = 16;
const MOST_EDGE = 2500;
/** Greatest ratio of the edges: the thin one would be finer than a letter. */
const MOST_RATIO = 12;

/** Other kinds of file that are given as a picture, by how they begin: what they are called, and their first letters. */
const OTHERS: readonly (readonly [name: string, at: number, letters: string])[] = [
  ['GIF', 0, 'GIF8'],
  ['WebP', 8, 'WEBP'],
  ['BMP', 0, 'BM'],
  ['TIFF', 0, 'II*\0'],
  ['TIFF', 0, 'MM\0*'],
  ['HEIC', 4, 'ftyphei'],
  ['AVIF', 4, 'ftypavif'],
  ['Photoshop', 0, '8BPS'],
  ['ICO', 0, '\0\0\x01\0'],
  ['PDF', 0, '%PDF'],
  ['PostScript', 0, '%!PS'],
  ['EMF', 40, ' EMF'],
];

/**
 * Reads what the logo of a report is, by its content, and refuses what cannot stand in one: HTML, PDF and Word show the
 * file as it is.
 *
 * @param name of the file, for messages
 * @throws SocavonError 'file-format' with what is wrong and what to do
 */
export function readLogo(bytes: Uint8Array, name: string): LogoFacts {
  const refuse = (what: Message): SocavonError =>
    new SocavonError('file-format', message('logo-refused', { name, what }));
  if (bytes.length === 0) throw refuse(message('logo-empty'));
  if (bytes.length > LARGEST_LOGO_BYTES)
    throw refuse(
      message('logo-heavy', { kilobytes: Math.ceil(bytes.length / 1000), most: LARGEST_LOGO_BYTES / 1000 }),
    );
  const type = typeOf(bytes);
  if (type === null) {
    const other = OTHERS.find(([, at, letters]) => latin(bytes, at, letters.length) === letters);
    throw refuse(
      other === undefined ? message('logo-no-picture') : message('logo-other', { kind: other[0] }),
    );
  }
  const read = { png: pngLogo, jpeg: jpegLogo, svg: svgLogo }[type](bytes);
  if ('code' in read) throw refuse(read);
  const { width, height } = read;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (type !== 'svg' && (short < LEAST_EDGE || long > MOST_EDGE))
    throw refuse(message('logo-pixels', { width, height, least: LEAST_EDGE, most: MOST_EDGE }));
  if (long > MOST_RATIO * short)
    throw refuse(message('logo-thin', { ratio: Math.round(long / short), most: MOST_RATIO }));
  return { type, width, height };
}

function typeOf(bytes: Uint8Array): LogoType | null {
  if (latin(bytes, 0, 4) === '\x89PNG') return 'png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'jpeg';
  return /^(?:\xef\xbb\xbf)?\s*</.test(latin(bytes, 0, 100)) &&
    /<(?:\w+:)?svg[\s>]/.test(latin(bytes, 0, 20_000))
    ? 'svg'
    : null;
}

type Size = Pick<LogoFacts, 'width' | 'height'>;

/** @returns its size, or what is wrong with it */
function pngLogo(bytes: Uint8Array): Size | Message {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kinds: string[] = [];
  // Length, name, contents and checksum of each chunk follow the signature of 8 bytes.
  for (let at = 8; kinds.at(-1) !== 'IEND'; ) {
    if (at + 12 > bytes.length) return message('logo-cut');
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) return message('logo-cut');
    kinds.push(latin(bytes, at + 4, 4));
    at += 12 + length;
  }
  if (kinds[0] !== 'IHDR' || view.getUint32(8) !== 13) return message('logo-damaged');
  if (kinds.includes('acTL')) return message('logo-animated');
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  // What is too large is refused by its header: a small file may hold a picture of gigabytes.
  if (Math.max(width, height) > MOST_EDGE) return { width, height };
  try {
    decode(bytes, { checkCrc: true });
  } catch {
    return message('logo-damaged');
  }
  return { width, height };
}

/**
 * Size of a JPEG, from its segments up to the end of the picture. What stands between them is not decoded.
 *
 * @returns its size, or what is wrong with it
 */
function jpegLogo(bytes: Uint8Array): Size | Message {
  const u16 = (at: number): number => (bytes[at] << 8) | bytes[at + 1];
  let size: Size | null = null;
  let scans = 0;
  let at = 2;
  while (at < bytes.length) {
    if (bytes[at] !== 0xff) return message('logo-damaged');
    while (bytes[at] === 0xff) at++;
    const marker = bytes[at++];
    if (marker === END) return size === null || scans === 0 ? message('logo-damaged') : size;
    if (at + 2 > bytes.length) return message('logo-cut');
    const [start, length] = [at + 2, u16(at)];
    at += length;
    if (length < 2) return message('logo-damaged');
    if (at > bytes.length) return message('logo-cut');
    if (marker === EXIF && isTurned(bytes.subarray(start, at))) return message('logo-turned');
    if (isFrame(marker)) {
      if (length < 8 || size !== null) return message('logo-damaged');
      if (!PLAIN_FRAMES.includes(marker) || bytes[start] !== 8) return message('logo-jpeg-kind');
      if (bytes[start + 5] !== 1 && bytes[start + 5] !== 3) return message('logo-colours');
      size = { height: u16(start + 1), width: u16(start + 3) };
      if (size.width === 0 || size.height === 0) return message('logo-damaged');
    }
    if (marker !== SCAN) continue;
    scans++;
    // The data of a scan end at the next marker that is neither a stuffed zero nor a restart.
    while (at < bytes.length && !(bytes[at] === 0xff && !isInScan(bytes[at + 1]))) at++;
  }
  return message('logo-cut');
}

/** Markers of a JPEG (ISO/IEC 10918-1, table B.1). */
const [END, SCAN, EXIF] = [0xd9, 0xda, 0xe1];
/** Frames that every reader decodes: baseline, extended and progressive, of Huffman codes. */
const PLAIN_FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function isInScan(byte: number | undefined): boolean {
  return byte === 0 || byte === 0xff || (byte !== undefined && byte >= 0xd0 && byte <= 0xd7);
}

/** True if a camera noted that the picture is to be turned, which some readers do and others do not. */
function isTurned(exif: Uint8Array): boolean {
  if (latin(exif, 0, 6) !== 'Exif\0\0' || exif.length < 14) return false;
  const tiff = new DataView(exif.buffer, exif.byteOffset + 6, exif.byteLength - 6);
  const isLittle = tiff.getUint16(0) === 0x4949;
  const first = tiff.getUint32(4, isLittle);
  if (first + 2 > tiff.byteLength) return false;
  const count = tiff.getUint16(first, isLittle);
  for (let i = 0; i < count && first + 14 + 12 * i <= tiff.byteLength; i++) {
    const entry = first + 2 + 12 * i;
    if (tiff.getUint16(entry, isLittle) === ORIENTATION) return tiff.getUint16(entry + 8, isLittle) > 1;
  }
  return false;
}

/** Tag of the orientation (Exif 2.32, 4.6.4). */
const ORIENTATION = 0x0112;

/** Bytes as letters of Latin 1. */
function latin(bytes: Uint8Array, at: number, length: number): string {
  let text = '';
  for (const byte of bytes.subarray(at, at + length)) text += String.fromCharCode(byte);
  return text;
}
