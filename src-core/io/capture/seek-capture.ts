import type { ReadSource } from '../bytes/byte-stream.ts';
import { ByteWindow } from '../bytes/byte-window.ts';
import { openForward } from '../bytes/open-forward.ts';
import { DONUT_HEAD_BYTES, donutPacketBytes } from './donut-file.ts';
import { LONGEST_FRAME_BYTES } from './pcap/captured-frame.ts';
import { CLASSIC_HEADER_BYTES, classicRecordAt, isClassicPcap } from './pcap/classic-pcap-reader.ts';
import { isPcapng, pcapngBlockAt, pcapngHeaderBytes } from './pcap/pcapng-reader.ts';

/** Bytes that are searched for the next record: more than the longest one, with those after it. */
const SEARCH_BYTES = 4 * LONGEST_FRAME_BYTES;

/**
 * The part of a capture from an offset on, as a capture of its own: the container's header, then the first whole
 * record at or after the offset. Costs the same at any place of a file of any size.
 *
 * @param offset in bytes
 * @returns null where there is none: a compressed file, which can only be read from its start, or no record follows
 */
export async function captureFrom(source: ReadSource, offset: number): Promise<ReadSource | null> {
  if (offset <= 0) return source;
  const stream = await openForward(source);
  if (stream.compressed) return null;
  const head = new ByteWindow(stream);
  await head.need(DONUT_HEAD_BYTES);
  const packetBytes = donutPacketBytes(head);
  if (packetBytes !== null) return spliced(source, 0, Math.ceil(offset / packetBytes) * packetBytes);

  const container = containerOf(head);
  if (container === null) return null;
  const from = Math.max(offset, container.headerBytes);
  const bytes = await source.read(from, SEARCH_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLast = from + bytes.length >= source.size;
  const start = (container.aligned - (from % container.aligned)) % container.aligned;
  for (let at = start; at < bytes.length; at += container.aligned)
    if (isChain(view, at, isLast, container.recordAt))
      return spliced(source, container.headerBytes, from + at);
  return null;
}

/** Length of the record at a position of a view; null if no record can begin there. */
type RecordAt = (view: DataView, at: number) => number | null;

interface Container {
  readonly headerBytes: number;
  /** Records begin at multiples of it. */
  readonly aligned: number;
  readonly recordAt: RecordAt;
}

function containerOf(head: ByteWindow): Container | null {
  if (isPcapng(head)) {
    const headerBytes = pcapngHeaderBytes(head);
    return headerBytes === null ? null : { headerBytes, aligned: 4, recordAt: pcapngBlockAt(head) };
  }
  if (!isClassicPcap(head) || head.unread < CLASSIC_HEADER_BYTES) return null;
  return { headerBytes: CLASSIC_HEADER_BYTES, aligned: 1, recordAt: classicRecordAt(head) };
}

/** Records that must follow one another: bytes of a payload may look like one record, but not like so many. */
const CHAINED = 4;

function isChain(view: DataView, at: number, isLast: boolean, recordAt: RecordAt): boolean {
  let next = at;
  for (let records = 0; records < CHAINED; records++) {
    const length = recordAt(view, next);
    if (length === null) return false;
    next += length;
    if (next === view.byteLength) return isLast || records > 0;
    if (next > view.byteLength) return records > 0;
  }
  return true;
}

/** The first `headerBytes` of a source, then everything from `offset` on. */
function spliced(source: ReadSource, headerBytes: number, offset: number): ReadSource | null {
  if (offset >= source.size) return null;
  return {
    name: source.name,
    size: headerBytes + source.size - offset,
    async read(at, length) {
      if (at >= headerBytes) return source.read(offset + at - headerBytes, length);
      const head = await source.read(at, Math.min(length, headerBytes - at));
      if (head.length === length) return head;
      const rest = await source.read(offset, length - head.length);
      const bytes = new Uint8Array(head.length + rest.length);
      bytes.set(head);
      bytes.set(rest, head.length);
      return bytes;
    },
  };
}
