import { message } from '../../../messages/message.ts';
import type { CaptureHealth } from '../../../model/scan.ts';
import type { ByteWindow } from '../../bytes/byte-window.ts';
import { reportEnd } from '../capture-end.ts';
import { warnOnce } from '../capture-health.ts';
import type { Datagram } from '../datagram.ts';
import { HEADER_BYTES, LIVOX_PORT, POINT_BYTES } from './livox-packets.ts';

/*
 * A recording of Livox Viewer 2 ("LVX2 Specifications", v1.0, 2023), little-endian: a public header of 24 bytes (signature,
 * version 2, magic), a private one of 5 (duration of a frame u32 in ms, number of devices), 63 bytes a device; then frames: a
 * header of 24 bytes (its offset, that of the next one, its index, u64 each), and packages until the next: a header of 27 bytes
 *   0 version, 1 lidar u32, 5 its type, 6 kind of clock, 7 time of the first point u64 in ns, 15 counter u16, 17 type of
 *   points, 18 bytes of points u32, 22 frame, 23 reserved
 * and points of type 1 or 2 as in a packet. There are no readings of an inertial unit, and no time from a point to the next.
 */
const SIGNATURE = 'livox_tech';
const MAGIC = 0xac0ea767;
const LVX2_HEAD_BYTES = 29;
const DEVICE_BYTES = 63;
const FRAME_HEADER_BYTES = 24;
const PACKAGE_HEADER_BYTES = 27;
/** Bytes of points of a package that no UDP packet holds. */
const MOST_BYTES = 65_000;

/** True for a window that starts an LVX2 file. */
export function isLvx2({ bytes, view, start, unread }: ByteWindow): boolean {
  if (unread < LVX2_HEAD_BYTES) return false;
  for (let i = 0; i < SIGNATURE.length; i++) if (bytes[start + i] !== SIGNATURE.charCodeAt(i)) return false;
  return bytes[start + 16] === 2 && view.getUint32(start + 20, true) === MAGIC;
}

/** The packages of an LVX2 file as the packets that they were, with 0 for the time from a point to the next. */
export async function* readLvx2(
  window: ByteWindow,
  health: CaptureHealth,
): AsyncGenerator<Datagram, void, void> {
  const devices = window.bytes[window.start + 28];
  if (!(await window.need(LVX2_HEAD_BYTES + DEVICE_BYTES * devices))) {
    await reportEnd(window, null, health);
    return;
  }
  window.start += LVX2_HEAD_BYTES + DEVICE_BYTES * devices;
  frames: while (await window.need(FRAME_HEADER_BYTES)) {
    const { view, start } = window;
    const at = BigInt(window.offset);
    const [current, next] = [view.getBigUint64(start, true), view.getBigUint64(start + 8, true)];
    // A recorder that was stopped leaves the last one open.
    if (current !== at || (next !== 0n && next < at + BigInt(FRAME_HEADER_BYTES))) break;
    window.start += FRAME_HEADER_BYTES;
    const end = next === 0n ? Number.POSITIVE_INFINITY : Number(next);
    let damaged = false;
    while (window.offset + PACKAGE_HEADER_BYTES <= end && (await window.need(PACKAGE_HEADER_BYTES))) {
      const bytes = window.view.getUint32(window.start + 18, true);
      const isWhole = bytes <= MOST_BYTES && window.offset + PACKAGE_HEADER_BYTES + bytes <= end;
      if (!isWhole) {
        damaged = true;
        break;
      }
      if (!(await window.need(PACKAGE_HEADER_BYTES + bytes))) break frames;
      const payload = packetOf(window, bytes);
      const sender = window.view.getUint32(window.start + 1, true);
      window.start += PACKAGE_HEADER_BYTES + bytes;
      if (payload === null) {
        health.damagedPackets++;
        continue;
      }
      yield { sender, port: LIVOX_PORT, payload, hostSeconds: Number.NaN };
    }
    if (damaged) {
      health.damagedPackets++;
      warnOnce(health, message('lvx2-frame-damaged', { name: window.name, byte: Number(at) }));
    }
    if (end === Number.POSITIVE_INFINITY || !(await skipTo(window, end))) break;
  }
  await reportEnd(window, null, health);
}

/** Skips to an offset of the file; false if it ends before. */
async function skipTo(window: ByteWindow, offset: number): Promise<boolean> {
  while (window.offset < offset) {
    const step = Math.min(window.unread, offset - window.offset);
    window.start += step;
    if (window.offset < offset && !(await window.refill())) return false;
  }
  return true;
}

/** A package as a packet; null: its points are of no type that such a file may have. */
function packetOf({ bytes, view, start }: ByteWindow, length: number): Uint8Array | null {
  const type = view.getUint8(start + 17);
  const pointBytes = POINT_BYTES.get(type);
  if (pointBytes === undefined || length === 0 || length % pointBytes !== 0) return null;
  const packet = new Uint8Array(HEADER_BYTES + length);
  const out = new DataView(packet.buffer);
  out.setUint16(1, packet.length, true);
  out.setUint16(5, length / pointBytes, true);
  out.setUint16(7, view.getUint16(start + 15, true), true);
  out.setUint8(9, view.getUint8(start + 22));
  out.setUint8(10, type);
  out.setUint8(11, view.getUint8(start + 6));
  out.setBigUint64(28, view.getBigUint64(start + 7, true), true);
  packet.set(
    bytes.subarray(start + PACKAGE_HEADER_BYTES, start + PACKAGE_HEADER_BYTES + length),
    HEADER_BYTES,
  );
  return packet;
}
