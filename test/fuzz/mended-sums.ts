import {
  constants,
  crc32,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import { crc32c } from '../../src-core/io/bytes/crc32.ts';
import { decompressLz4Frame } from '../../src-core/io/bytes/lz4-frame.ts';
import { concat, onesSum, u16be } from '../io/frame-builders.ts';
import { crc64Of } from '../io/packet-builders.ts';
import type { ReaderName } from './readers.ts';

/**
 * How damage gets past the checksums of a format: they are computed again after it, as somebody does who makes a file to
 * mislead, and as a program does that writes what it has wrong in its memory.
 */
export interface MendedSums {
  /** The bytes that are damaged: those of the file, or what it holds packed or between its sums. */
  readonly open: (file: Uint8Array) => Uint8Array;
  /** The file of damaged bytes, with right sums. */
  readonly close: (bytes: Uint8Array) => Uint8Array;
}

const PAGE = 1024;
const PAGE_PAYLOAD = 1020;
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const MCAP_HEAD = 8;
/** Records of an MCAP: type, and length of the rest. */
const MCAP_PREFIX = 9;
/** A chunk of an MCAP that unpacks to more is left with the sum that it has. */
const LARGEST_CHUNK = 1 << 24;

function inPlace(mend: (bytes: Uint8Array, view: DataView) => void): MendedSums {
  return {
    open: (file) => file,
    close: (bytes) => {
      mend(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
      return bytes;
    },
  };
}

const datagrams = inPlace((bytes) => mendDatagrams(bytes, false));

/** Formats whose sums refuse nearly all damage, by their reader. */
export const MENDED_SUMS: Partial<Record<ReaderName, MendedSums>> = {
  E57: {
    open: (file) =>
      concat(
        Array.from({ length: Math.floor(file.length / PAGE) }, (_, page) =>
          file.subarray(PAGE * page, PAGE * page + PAGE_PAYLOAD),
        ),
      ),
    close: (bytes) => {
      const pages = Math.ceil(bytes.length / PAGE_PAYLOAD);
      const file = new Uint8Array(PAGE * pages);
      const view = new DataView(file.buffer);
      for (let page = 0; page < pages; page++) {
        const payload = file.subarray(PAGE * page, PAGE * page + PAGE_PAYLOAD);
        payload.set(bytes.subarray(PAGE_PAYLOAD * page, PAGE_PAYLOAD * (page + 1)));
        view.setUint32(PAGE * page + PAGE_PAYLOAD, crc32c(payload));
      }
      return file;
    },
  },
  OSF: inPlace((bytes, view) => {
    mendPictures(bytes, view);
    for (let at = 0; at + 8 <= bytes.length; ) {
      const end = at + 4 + view.getUint32(at, true);
      if (end + 4 > bytes.length) return;
      view.setUint32(end, crc32(bytes.subarray(at, end)), true);
      at = end + 4;
    }
  }),
  MCAP: inPlace(mendMcap),
  'Livox messages in a log': inPlace(mendMcap),
  'point clouds in a log': inPlace(mendMcap),
  'logo PNG': inPlace(mendPictures),
  'pcap.gz': {
    open: (file) => new Uint8Array(gunzipSync(file)),
    close: (bytes) => new Uint8Array(gzipSync(datagrams.close(bytes))),
  },
  'pcap.zst': {
    open: (file) => new Uint8Array(zstdDecompressSync(file)),
    close: (bytes) => summedZstd(datagrams.close(bytes)),
  },
  'ROS 2 .db3.zstd': {
    open: (file) => new Uint8Array(zstdDecompressSync(file)),
    close: summedZstd,
  },
  pcap: datagrams,
  pcapng: datagrams,
  'Ouster packets with CRC': inPlace((bytes) => mendDatagrams(bytes, true)),
};

/** Headers of IPv4 in a capture, wherever they stand, and the datagrams in them that have a sum. */
/** One frame of Zstandard with the check sum of what it holds. */
export function summedZstd(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(zstdCompressSync(bytes, { params: { [constants.ZSTD_c_checksumFlag]: 1 } }));
}

function mendDatagrams(bytes: Uint8Array, hasFooter: boolean): void {
  for (let at = 0; at + 28 <= bytes.length; at++) {
    if (bytes[at] !== 0x45 || bytes[at + 9] !== 17) continue;
    const length = bytes[at + 2] * 256 + bytes[at + 3];
    const udp = bytes.subarray(at + 20, at + length);
    if (length < 28 || at + length > bytes.length || udp[4] * 256 + udp[5] !== udp.length) continue;
    if (hasFooter && udp.length > 16)
      new DataView(udp.buffer, udp.byteOffset).setBigUint64(
        udp.length - 8,
        crc64Of(udp.subarray(8, udp.length - 8)),
        true,
      );
    if (udp[6] + udp[7] > 0) {
      udp.fill(0, 6, 8);
      const pseudo = [...bytes.subarray(at + 12, at + 20), 0, 17, udp[4], udp[5]];
      udp.set(u16be(~onesSum([...pseudo, ...udp]) & 0xffff || 0xffff), 6);
    }
    at += length - 1;
  }
}

/** Sums of the chunks of each PNG, and of its unpacked rows where they still unpack. */
function mendPictures(bytes: Uint8Array, view: DataView): void {
  for (let start = 0; start + PNG.length <= bytes.length; start++) {
    if (PNG.some((byte, i) => bytes[start + i] !== byte)) continue;
    let packed: Uint8Array | null = null;
    for (let at = start + PNG.length; at + 12 <= bytes.length; ) {
      const end = at + 8 + view.getUint32(at);
      if (end + 4 > bytes.length) break;
      const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
      if (type === 'IDAT') {
        // The sum of a picture in several pieces ends the last of them; ours are written in one.
        packed = packed === null ? bytes.subarray(at + 8, end) : null;
        if (packed !== null) mendZlib(packed);
      }
      view.setUint32(end, crc32(bytes.subarray(at + 4, end)));
      at = end + 4;
      if (type === 'IEND') break;
    }
  }
}

function mendZlib(packed: Uint8Array): void {
  if (packed.length < 6) return;
  try {
    const rows = inflateRawSync(packed.subarray(2), { maxOutputLength: LARGEST_CHUNK });
    let [a, b] = [1, 0];
    for (const byte of rows) {
      a = (a + byte) % 65_521;
      b = (b + a) % 65_521;
    }
    new DataView(packed.buffer, packed.byteOffset).setUint32(packed.length - 4, b * 65_536 + a);
  } catch {
    // What does not unpack has no sum.
  }
}

/** Sums of chunks, attachments, the section of data and the summary. */
function mendMcap(bytes: Uint8Array, view: DataView): void {
  for (let at = MCAP_HEAD; at + MCAP_PREFIX <= bytes.length; ) {
    const [type, from] = [bytes[at], at + MCAP_PREFIX];
    const end = from + Number(view.getBigUint64(at + 1, true));
    if (!(end <= bytes.length)) return;
    if (type === 0x06 && end - from >= 40) mendChunk(bytes.subarray(from, end));
    else if (type === 0x09 && end - from >= 4)
      view.setUint32(end - 4, crc32(bytes.subarray(from, end - 4)), true);
    else if (type === 0x0f && end - from >= 4) view.setUint32(from, crc32(bytes.subarray(0, at)), true);
    else if (type === 0x02 && end - from >= 20) {
      const summary = Number(view.getBigUint64(from, true));
      view.setUint32(from + 16, summary === 0 ? 0 : crc32(bytes.subarray(summary, from + 16)), true);
    }
    at = end;
  }
}

/** Start and end u64, size u64, sum u32, name of the compression, length u64, records. */
function mendChunk(chunk: Uint8Array): void {
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
  const size = Number(view.getBigUint64(16, true));
  const letters = view.getUint32(28, true);
  if (!(40 + letters <= chunk.length)) return;
  const name = String.fromCharCode(...chunk.subarray(32, 32 + letters));
  const records = chunk.subarray(40 + letters);
  if (name !== '' && size > LARGEST_CHUNK) return;
  const plain = name === 'lz4' ? decompressLz4Frame(records, size) : records;
  if (plain !== null) view.setUint32(24, crc32(plain), true);
}
