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
  window.start += CLASSIC_HEADER_BYTES;

  const frame: CapturedFrame = { linkType, start: 0, end: 0, hostSeconds: 0 };
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
