import { type Message, message } from '../../../messages/message.ts';
import type { ByteWindow } from '../../bytes/byte-window.ts';
import { type CapturedFrame, type FrameReader, LONGEST_FRAME_BYTES } from './captured-frame.ts';

export const CLASSIC_HEADER_BYTES = 24;
const RECORD_HEADER_BYTES = 16;

/** Byte order and clock unit by the magic number, read as little-endian. */
const MAGICS = new Map([
  [0xa1b2c3d4, { littleEndian: true, ticksPerSecond: 1e6 }],
  [0xd4c3b2a1, { littleEndian: false, ticksPerSecond: 1e6 }],
  [0xa1b23c4d, { littleEndian: true, ticksPerSecond: 1e9 }],
  [0x4d3cb2a1, { littleEndian: false, ticksPerSecond: 1e9 }],
]);

/** True if a window starts with the magic number of the classic format, in either byte order and clock unit. */
export function isClassicPcap(window: ByteWindow): boolean {
  return window.unread >= 4 && MAGICS.has(window.view.getUint32(window.start, true));
}

/**
 * Opens the classic pcap format (draft-ietf-opsawg-pcap): microsecond and nanosecond clocks, both byte orders.
 *
 * @param window contains at least `CLASSIC_HEADER_BYTES`, starting with a magic number of the format
 */
export function openClassicPcap(window: ByteWindow): FrameReader {
  const { littleEndian, ticksPerSecond } = MAGICS.get(window.view.getUint32(window.start, true))!;
  // The upper bits contain the length of the frame check sequence, not the link type.
  const linkType = window.view.getUint32(window.start + 20, littleEndian) & 0xffff;
  const snapBytes = window.view.getUint32(window.start + 16, littleEndian);
  window.start += CLASSIC_HEADER_BYTES;

  const frame: CapturedFrame = { linkType, start: 0, end: 0, isCut: false, hostSeconds: 0 };
  let damage: Message | null = null;

  const next = (): CapturedFrame | null => {
    if (damage !== null || window.unread < RECORD_HEADER_BYTES) return null;
    const { view, start } = window;
    const length = view.getUint32(start + 8, littleEndian);
    if (length > LONGEST_FRAME_BYTES) {
      damage = message('capture-frame-length', { offset: window.offset, length });
      return null;
    }
    if (window.unread < RECORD_HEADER_BYTES + length) return null;
    frame.hostSeconds =
      view.getUint32(start, littleEndian) + view.getUint32(start + 4, littleEndian) / ticksPerSecond;
    frame.start = start + RECORD_HEADER_BYTES;
    frame.end = frame.start + length;
    frame.isCut = length === snapBytes || view.getUint32(start + 12, littleEndian) > length;
    window.start = frame.end;
    return frame;
  };

  return {
    container: 'pcap',
    next,
    get damage() {
      return damage;
    },
  };
}

/** A clock this far from that of the first record is none of the same recording, s. */
const LONGEST_RECORDING = 30 * 86_400;

/**
 * Length of a record at any position of a file, by its header alone; null if its lengths or its clock cannot be those
 * of a record.
 *
 * @param head starts with the file header
 */
export function classicRecordAt(head: ByteWindow): (view: DataView, at: number) => number | null {
  const { littleEndian, ticksPerSecond } = MAGICS.get(head.view.getUint32(head.start, true))!;
  const first = head.start + CLASSIC_HEADER_BYTES;
  const begun = head.end >= first + 4 ? head.view.getUint32(first, littleEndian) : Number.NaN;
  return (view, at) => {
    if (at + RECORD_HEADER_BYTES > view.byteLength) return null;
    const seconds = view.getUint32(at, littleEndian);
    const length = view.getUint32(at + 8, littleEndian);
    const isRecord =
      Math.abs(seconds - begun) < LONGEST_RECORDING &&
      view.getUint32(at + 4, littleEndian) < ticksPerSecond &&
      length > 0 &&
      length <= LONGEST_FRAME_BYTES &&
      view.getUint32(at + 12, littleEndian) >= length;
    return isRecord ? RECORD_HEADER_BYTES + length : null;
  };
}
