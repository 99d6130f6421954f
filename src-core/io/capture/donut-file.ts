import type { CaptureHealth } from '../../model/scan.ts';
import type { ByteWindow } from '../bytes/byte-window.ts';
import { reportEnd } from './capture-end.ts';
import type { Datagram } from './datagram.ts';
import { columnAt, columnIsValid, looksLikeLidar } from './ouster/packet-header.ts';
import { ENCODER_TICKS, LEGACY_ENCODER_OFFSET, type PacketLayout, packetLayout } from './packet-layouts.ts';

/** Channel blocks per column of sensors with legacy packets, the thesis' 64 first. */
const DONUT_SLOTS = [64, 16, 32, 128];
const COLUMNS_PER_PACKET = 16;

/** Bytes needed to recognise a donut file: one packet of the largest kind. */
export const DONUT_HEAD_BYTES = 24_896;

/**
 * Channel blocks per column of a raw donut file: consecutive legacy lidar packets without any header, 64 packets
 * per rotation of 1024 columns (806912 bytes in the thesis' files).
 *
 * @param window contains `DONUT_HEAD_BYTES` of the file, or all of it
 * @returns null if the window does not start with a legacy lidar packet
 */
export function donutSlots(window: ByteWindow): number | null {
  const view = new DataView(window.bytes.buffer, window.start, window.unread);
  const result = DONUT_SLOTS.find((slots) =>
    startsWithPacket(view, packetLayout('LEGACY', slots, COLUMNS_PER_PACKET)),
  );
  return result ?? null;
}

/** Bytes of each packet of a raw donut file; see `donutSlots`. */
export function donutPacketBytes(window: ByteWindow): number | null {
  const slots = donutSlots(window);
  return slots === null ? null : packetLayout('LEGACY', slots, COLUMNS_PER_PACKET).packetBytes;
}

function startsWithPacket(view: DataView, layout: PacketLayout): boolean {
  if (!looksLikeLidar(view, layout)) return false;
  let valid = 0;
  for (let i = 0; i < layout.columnsPerPacket; i++) {
    const column = columnAt(layout, i);
    const status = view.getUint32(column + layout.statusOffset, true);
    if (status !== 0 && status !== 0xff_ff_ff_ff) return false;
    if (view.getUint32(column + LEGACY_ENCODER_OFFSET, true) >= ENCODER_TICKS) return false;
    if (columnIsValid(view, layout, column)) valid++;
  }
  return valid > 0;
}

/** The packets of a donut file, as datagrams without sender, port or host clock. */
export async function* readDonut(
  window: ByteWindow,
  slots: number,
  health: CaptureHealth,
): AsyncGenerator<Datagram, void, void> {
  const { packetBytes } = packetLayout('LEGACY', slots, COLUMNS_PER_PACKET);
  while (await window.need(packetBytes)) {
    const payload = window.bytes.subarray(window.start, window.start + packetBytes);
    window.start += packetBytes;
    yield { sender: 0, port: 0, payload, hostSeconds: Number.NaN };
  }
  await reportEnd(window, null, health);
}
