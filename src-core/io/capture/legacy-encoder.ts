import { STANDARD_GRAVITY } from '../../model/gravity.ts';
import type { Scan } from '../../model/scan.ts';
import { ENCODER_TICKS, IMU_PACKET_BYTES, type PacketLayout } from './packet-layouts.ts';

const DEGREES = 180 / Math.PI;
const COLUMN_VALID = 0xffffffff;

/**
 * Encodes the packet with columns `firstColumn` .. + columnsPerPacket - 1 of a scan in the legacy layout (firmware
 * 1.x, and 2.x `LEGACY`); the inverse of decoding. Unused slots stay zero.
 *
 * @param slotOfBeam channel slot of each beam
 * @param out at least `layout.packetBytes` from `offset` on; overwritten entirely
 */
export function encodeLegacyPacket(
  scan: Scan,
  firstColumn: number,
  layout: PacketLayout,
  slotOfBeam: ArrayLike<number>,
  out: Uint8Array,
  offset = 0,
): void {
  const { columnBytes, columnHeaderBytes, channelBytes, statusOffset, packetBytes, columnsPerPacket } =
    layout;
  out.fill(0, offset, offset + packetBytes);
  const view = new DataView(out.buffer, out.byteOffset + offset, packetBytes);
  for (let i = 0; i < columnsPerPacket; i++) {
    const column = firstColumn + i;
    const at = i * columnBytes;
    view.setBigUint64(at, scan.stampNs[column], true);
    view.setUint16(at + 8, column, true);
    view.setUint16(at + 10, scan.frameId, true);
    view.setUint32(at + 12, Math.floor((column * ENCODER_TICKS) / scan.columns), true);
    for (let beam = 0; beam < scan.beams; beam++) {
      const pixel = beam * scan.columns + column;
      const block = at + columnHeaderBytes + slotOfBeam[beam] * channelBytes;
      // Range fills the low 20 bits; the flags above it are zero.
      view.setUint32(block, scan.rangeMm[pixel] & 0xfffff, true);
      view.setUint16(block + 4, scan.reflectivity[pixel], true);
      view.setUint16(block + 6, scan.signal[pixel], true);
      view.setUint16(block + 8, scan.nearIr[pixel], true);
    }
    view.setUint32(at + statusOffset, scan.columnValid[column] ? COLUMN_VALID : 0, true);
  }
}

/** A raw IMU sample with the stamps of accelerometer and gyro, IMU frame. */
export interface RawImuReading {
  /** Sensor clock, ns. */
  readonly accelStampNs: bigint;
  /** Sensor clock, ns. */
  readonly gyroStampNs: bigint;
  /** Specific force, m/s^2. */
  readonly accel: ArrayLike<number>;
  /** Rad/s. */
  readonly gyro: ArrayLike<number>;
}

/** Encodes a legacy IMU packet (48 bytes): three stamps, specific force in g, angular rate in deg/s. */
export function encodeLegacyImu(reading: RawImuReading, out: Uint8Array, offset = 0): void {
  const view = new DataView(out.buffer, out.byteOffset + offset, IMU_PACKET_BYTES);
  view.setBigUint64(0, reading.gyroStampNs, true);
  view.setBigUint64(8, reading.accelStampNs, true);
  view.setBigUint64(16, reading.gyroStampNs, true);
  for (let i = 0; i < 3; i++) {
    view.setFloat32(24 + 4 * i, reading.accel[i] / STANDARD_GRAVITY, true);
    view.setFloat32(36 + 4 * i, reading.gyro[i] * DEGREES, true);
  }
}
