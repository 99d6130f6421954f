import {
  HEADER_FRAME_ID_OFFSET,
  LEGACY_FRAME_ID_OFFSET,
  LIDAR_PACKET_TYPE,
  MEASUREMENT_ID_OFFSET,
  type PacketLayout,
} from '../packet-layouts.ts';

/** Identity of a packet's sender: the sensor, and the start of that sensor. */
export interface PacketIdentity {
  /** Start counter of the sensor, 24 bits. */
  readonly initId: number;
  /** Serial number, 40 bits. */
  readonly serial: string;
}

export function viewOf(packet: Uint8Array): DataView {
  return new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
}

/** Position of column `i` in the packet. */
export function columnAt(layout: PacketLayout, i: number): number {
  return layout.packetHeaderBytes + i * layout.columnBytes;
}

/** The frame id of a packet; legacy packets repeat it in every column. */
export function frameIdOf(view: DataView, layout: PacketLayout): number {
  const at = layout.profile === 'LEGACY' ? LEGACY_FRAME_ID_OFFSET : HEADER_FRAME_ID_OFFSET;
  return view.getUint16(at, true);
}

/** Initialisation id and serial number of a newer packet; null in legacy packets, which have neither. */
export function identityOf(view: DataView, layout: PacketLayout): PacketIdentity | null {
  if (layout.profile === 'LEGACY') return null;
  return {
    initId: view.getUint32(4, true) & 0xff_ff_ff,
    serial: String(view.getUint32(7, true) + view.getUint8(11) * 2 ** 32),
  };
}

export function columnIsValid(view: DataView, layout: PacketLayout, column: number): boolean {
  return (view.getUint8(column + layout.statusOffset) & 1) === 1;
}

/**
 * True if bytes of the right size have the structure of a lidar packet of the layout: packet type, consecutive
 * measurement ids, and a clean status if no column is valid. This rejects foreign datagrams of the same size.
 */
export function looksLikeLidar(view: DataView, layout: PacketLayout): boolean {
  if (view.byteLength < columnAt(layout, layout.columnsPerPacket)) return false;
  if (layout.profile !== 'LEGACY' && view.getUint16(0, true) !== LIDAR_PACKET_TYPE) return false;
  const first = view.getUint16(columnAt(layout, 0) + MEASUREMENT_ID_OFFSET, true);
  let validColumns = 0;
  let statusBits = 0;
  for (let i = 0; i < layout.columnsPerPacket; i++) {
    const column = columnAt(layout, i);
    statusBits |= view.getUint16(column + layout.statusOffset, true);
    // Columns outside the azimuth window may be left blank.
    if (!columnIsValid(view, layout, column)) continue;
    if (view.getUint16(column + MEASUREMENT_ID_OFFSET, true) !== first + i) return false;
    validColumns++;
  }
  return validColumns > 0 || statusBits === 0;
}
