import type { PacketHeaderType } from '../../../model/sensor.ts';
import { MEASUREMENT_ID_OFFSET, type PacketLayout } from '../packet-layouts.ts';

/** Identity of a packet's sender: the sensor, and the start of that sensor. */
export interface PacketIdentity {
  /** Start counter of the sensor, 24 bits. */
  readonly initId: number;
  /** Serial number, 40 bits. */
  readonly serial: string;
}

/** Types of the packets of newer firmware, as their headers give them. */
export const PACKET_TYPES = { lidar: 1, imu: 2, zone: 3 } as const;

/** Byte offsets in the header of a newer packet ("Packet Header", software user manual of firmware 2.2 to 3.2). */
interface HeaderFields {
  /** Packet type, of as many bits. */
  readonly typeBits: 8 | 16;
  /** Initialisation id, 24 bits. */
  readonly initId: number;
  /** Serial number, 40 bits. */
  readonly serial: number;
  /** Number of the rotation, of as many bits. */
  readonly frameId: number;
  readonly frameIdBits: 16 | 32;
}

const FIELDS: Record<Exclude<PacketHeaderType, 'none'>, HeaderFields> = {
  standard: { typeBits: 16, initId: 4, serial: 7, frameId: 2, frameIdBits: 16 },
  fusa: { typeBits: 8, initId: 1, serial: 11, frameId: 4, frameIdBits: 32 },
};
/** Frame id u16 in each column of a legacy packet. */
const LEGACY_FRAME_ID_OFFSET = 10;

export function viewOf(packet: Uint8Array): DataView {
  return new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
}

/** Position of column `i` in the packet. */
export function columnAt(layout: PacketLayout, i: number): number {
  return layout.packetHeaderBytes + i * layout.columnBytes;
}

/** The frame id of a packet, its last 16 bits; legacy packets repeat it in every column. */
export function frameIdOf(view: DataView, layout: PacketLayout): number {
  if (layout.headerType === 'none') return view.getUint16(LEGACY_FRAME_ID_OFFSET, true);
  // The lower half of a 32-bit one comes first; two rotations are told apart by 16 bits as well.
  return view.getUint16(FIELDS[layout.headerType].frameId, true);
}

/** Initialisation id and serial number of a newer packet; null in legacy packets, which have neither. */
export function identityOf(view: DataView, { headerType }: PacketLayout): PacketIdentity | null {
  return headerType === 'none' ? null : headerIdentity(view, headerType);
}

/** Initialisation id and serial number in the header of a lidar, IMU or zone packet. */
export function headerIdentity(
  view: DataView,
  headerType: Exclude<PacketHeaderType, 'none'>,
): PacketIdentity {
  const { initId, serial } = FIELDS[headerType];
  return {
    initId: view.getUint16(initId, true) + view.getUint8(initId + 2) * 2 ** 16,
    serial: String(view.getUint32(serial, true) + view.getUint8(serial + 4) * 2 ** 32),
  };
}

/** Type of a newer packet, one of `PACKET_TYPES` if it is one. */
function packetTypeOf(view: DataView, headerType: Exclude<PacketHeaderType, 'none'>): number {
  return FIELDS[headerType].typeBits === 16 ? view.getUint16(0, true) : view.getUint8(0);
}

export function columnIsValid(view: DataView, layout: PacketLayout, column: number): boolean {
  return (view.getUint8(column + layout.statusOffset) & 1) === 1;
}

/** Position of the first column with data; -1 if the packet has none. */
export function firstValidColumn(view: DataView, layout: PacketLayout): number {
  for (let i = 0; i < layout.columnsPerPacket; i++) {
    const column = columnAt(layout, i);
    if (columnIsValid(view, layout, column)) return column;
  }
  return -1;
}

/**
 * True if bytes of the right size have the structure of a lidar packet of the layout: packet type, consecutive
 * measurement ids, and a clean status if no column is valid. This rejects foreign datagrams of the same size.
 */
export function looksLikeLidar(view: DataView, layout: PacketLayout): boolean {
  const { headerType, columnsPerPacket } = layout;
  if (view.byteLength < columnAt(layout, columnsPerPacket)) return false;
  if (headerType !== 'none' && packetTypeOf(view, headerType) !== PACKET_TYPES.lidar) return false;
  let first = 0;
  let validColumns = 0;
  let statusBits = 0;
  for (let i = 0; i < columnsPerPacket; i++) {
    const column = columnAt(layout, i);
    statusBits |= view.getUint16(column + layout.statusOffset, true);
    // Columns outside the azimuth window may be left blank.
    if (!columnIsValid(view, layout, column)) continue;
    const id = view.getUint16(column + MEASUREMENT_ID_OFFSET, true);
    if (validColumns++ === 0) first = id - i;
    else if (id !== first + i) return false;
  }
  return validColumns > 0 || statusBits === 0;
}
