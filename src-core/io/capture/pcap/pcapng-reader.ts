import { type Message, message } from '../../../messages/message.ts';
import type { ByteWindow } from '../../bytes/byte-window.ts';
import { isNewer, newerVersion } from '../../bytes/newer-version.ts';
import { type CapturedFrame, type FrameReader, LONGEST_FRAME_BYTES } from './captured-frame.ts';

const SECTION_HEADER = 0x0a0d0d0a;
const INTERFACE_DESCRIPTION = 1;
const OBSOLETE_PACKET = 2;
const SIMPLE_PACKET = 3;
const ENHANCED_PACKET = 6;

const BYTE_ORDER_MAGIC = 0x1a2b3c4d;
const OPTION_TIME_RESOLUTION = 9;
const OPTION_TIME_OFFSET = 14;

/**
 * Maximum block length, bytes: blocks other than packets (name tables, decryption secrets) can be long, but not
 * this long.
 */
const LONGEST_BLOCK_BYTES = 64 * LONGEST_FRAME_BYTES;

interface Interface {
  linkType: number;
  /** 0 = no limit. */
  snapBytes: number;
  ticksPerSecond: number;
  offsetSeconds: number;
}

/** True if a window starts with a section header block. */
export function isPcapng(window: ByteWindow): boolean {
  return window.unread >= 4 && window.view.getUint32(window.start, true) === SECTION_HEADER;
}

/**
 * Opens pcapng (draft-ietf-opsawg-pcapng): several sections of either byte order, several interfaces with their own
 * link type and clock, enhanced, simple and obsolete packet blocks; other blocks are skipped.
 *
 * @param window starts with a section header block
 */
export function openPcapng(window: ByteWindow): FrameReader {
  const frame: CapturedFrame = { linkType: 0, start: 0, end: 0, isCut: false, hostSeconds: 0 };
  let littleEndian = true;
  let interfaces: Interface[] = [];
  let damage: Message | null = null;

  const broken = (what: Message): null => {
    damage = message('capture-block', { offset: window.offset, what });
    return null;
  };

  /** Of a section: writers of 1.0 state 1.2 too, whose layout is the same. @throws SocavonError 'capture-format' */
  const refuseNewer = (major: number, minor: number): void => {
    if (isNewer([major, minor], [1, 2]))
      throw newerVersion(window.name, 'pcapng', `${major}.${minor}`, '1.2', 'capture-format');
  };

  /** Consumes one block; false if it carries no frame. */
  const takeBlock = (type: number, start: number, end: number): boolean => {
    const { view } = window;
    const body = start + 8;
    switch (type) {
      case SECTION_HEADER:
        refuseNewer(view.getUint16(body + 4, littleEndian), view.getUint16(body + 6, littleEndian));
        interfaces = [];
        return false;
      case INTERFACE_DESCRIPTION:
        interfaces.push(parseInterface(view, body, end - 4, littleEndian));
        return false;
      case ENHANCED_PACKET:
        return takePacket(view.getUint32(body, littleEndian), body + 4, end);
      case OBSOLETE_PACKET:
        return takePacket(view.getUint16(body, littleEndian), body + 4, end);
      case SIMPLE_PACKET:
        return takeSimplePacket(body, end);
      default:
        return false;
    }
  };

  /** Enhanced and obsolete packets have the same fields from the time stamp on. */
  const takePacket = (interfaceId: number, at: number, end: number): boolean => {
    const { view } = window;
    const from = interfaces[interfaceId];
    const length = view.getUint32(at + 8, littleEndian);
    if (from === undefined || at + 16 + length > end - 4) return false;
    const ticks = view.getUint32(at, littleEndian) * 2 ** 32 + view.getUint32(at + 4, littleEndian);
    frame.linkType = from.linkType;
    frame.hostSeconds = from.offsetSeconds + ticks / from.ticksPerSecond;
    frame.start = at + 16;
    frame.end = frame.start + length;
    frame.isCut = length === from.snapBytes || view.getUint32(at + 12, littleEndian) > length;
    return true;
  };

  const takeSimplePacket = (body: number, end: number): boolean => {
    const from = interfaces[0];
    if (from === undefined) return false;
    const wireBytes = window.view.getUint32(body, littleEndian);
    frame.linkType = from.linkType;
    frame.hostSeconds = Number.NaN;
    frame.start = body + 4;
    frame.end = frame.start + Math.min(wireBytes, from.snapBytes || wireBytes, end - 4 - frame.start);
    frame.isCut = frame.end - frame.start < wireBytes || frame.end - frame.start === from.snapBytes;
    return true;
  };

  const next = (): CapturedFrame | null => {
    while (damage === null && window.unread >= 12) {
      const { view, start } = window;
      const type = view.getUint32(start, littleEndian);
      if (type === SECTION_HEADER) {
        if (view.getUint32(start + 8, true) === BYTE_ORDER_MAGIC) littleEndian = true;
        else if (view.getUint32(start + 8, false) === BYTE_ORDER_MAGIC) littleEndian = false;
        else return broken(message('capture-block-magic'));
      }
      const length = view.getUint32(start + 4, littleEndian);
      if (length < (MINIMUM_BYTES.get(type) ?? 12) || length % 4 !== 0 || length > LONGEST_BLOCK_BYTES)
        return broken(message('capture-block-length', { length }));
      if (window.unread < length) return null;
      if (view.getUint32(start + length - 4, littleEndian) !== length)
        return broken(message('capture-block-lengths'));
      const isFrame = takeBlock(type, start, start + length);
      window.start = start + length;
      if (isFrame) return frame;
    }
    return null;
  };

  return {
    container: 'pcapng',
    next,
    get damage() {
      return damage;
    },
  };
}

/** Fixed part of each block, header and trailing length included. */
const MINIMUM_BYTES = new Map([
  [SECTION_HEADER, 28],
  [INTERFACE_DESCRIPTION, 20],
  [OBSOLETE_PACKET, 32],
  [SIMPLE_PACKET, 16],
  [ENHANCED_PACKET, 32],
]);

function parseInterface(view: DataView, body: number, end: number, littleEndian: boolean): Interface {
  const port: Interface = {
    linkType: view.getUint16(body, littleEndian),
    snapBytes: view.getUint32(body + 4, littleEndian),
    ticksPerSecond: 1e6,
    offsetSeconds: 0,
  };
  let at = body + 8;
  while (at + 4 <= end) {
    const code = view.getUint16(at, littleEndian);
    const length = view.getUint16(at + 2, littleEndian);
    const value = at + 4;
    if (code === 0 || value + length > end) break;
    if (code === OPTION_TIME_RESOLUTION && length >= 1) {
      const resolution = view.getUint8(value);
      port.ticksPerSecond = resolution & 0x80 ? 2 ** (resolution & 0x7f) : 10 ** resolution;
    } else if (code === OPTION_TIME_OFFSET && length >= 8) {
      port.offsetSeconds = Number(view.getBigInt64(value, littleEndian));
    }
    at = value + Math.ceil(length / 4) * 4;
  }
  return port;
}

const isPacketBlock = (type: number): boolean =>
  type === ENHANCED_PACKET || type === OBSOLETE_PACKET || type === SIMPLE_PACKET;

function isLittleEndian({ view, start }: ByteWindow): boolean {
  return view.getUint32(start + 8, true) === BYTE_ORDER_MAGIC;
}

/**
 * Bytes before the first packet block: section header and interfaces; null if the window holds no packet.
 *
 * @param head starts with a section header block
 */
export function pcapngHeaderBytes(head: ByteWindow): number | null {
  const littleEndian = isLittleEndian(head);
  for (let at = head.start; at + 12 <= head.end; ) {
    if (isPacketBlock(head.view.getUint32(at, littleEndian))) return at - head.start;
    const length = head.view.getUint32(at + 4, littleEndian);
    if (length < 12) return null;
    at += length;
  }
  return null;
}

/**
 * Length of a packet block at any position of a file, by its type and its two lengths; null if none begins there.
 *
 * @param head starts with a section header block
 */
export function pcapngBlockAt(head: ByteWindow): (view: DataView, at: number) => number | null {
  const littleEndian = isLittleEndian(head);
  return (view, at) => {
    if (at + 12 > view.byteLength) return null;
    const type = view.getUint32(at, littleEndian);
    const length = view.getUint32(at + 4, littleEndian);
    if (!isPacketBlock(type) || length % 4 !== 0 || length < (MINIMUM_BYTES.get(type) ?? 12)) return null;
    if (at + length > view.byteLength) return length <= LONGEST_FRAME_BYTES ? length : null;
    return view.getUint32(at + length - 4, littleEndian) === length ? length : null;
  };
}
