import { isOusterProfile, type LidarProfile, type SensorModel } from '../../model/sensor.ts';

/**
 * Field offsets of a lidar packet. All numbers are little-endian. From the sensor maker's "Lidar Data Packet
 * Format" (software user manual, firmware 1.13 to 3.1).
 */
export interface PacketLayout {
  readonly profile: LidarProfile;
  /** Channel blocks per column. */
  readonly slots: number;
  readonly columnsPerPacket: number;
  readonly packetHeaderBytes: number;
  readonly columnHeaderBytes: number;
  readonly channelBytes: number;
  readonly columnBytes: number;
  readonly packetBytes: number;
  /** Offset of the column status in its column: the lowest bit set means valid. */
  readonly statusOffset: number;
}

/** Every column starts with stamp u64 ns, then its measurement id u16. */
export const MEASUREMENT_ID_OFFSET = 8;
/** Frame id u16: in each column of a legacy packet, in the packet header of the newer ones. */
export const LEGACY_FRAME_ID_OFFSET = 10;
export const HEADER_FRAME_ID_OFFSET = 2;
/** Encoder ticks u32 in each column of a legacy packet, and ticks in a full turn. */
export const LEGACY_ENCODER_OFFSET = 12;
export const ENCODER_TICKS = 90_112;
/** Packet type u16 at the start of a newer packet's header; 1 = lidar. */
export const LIDAR_PACKET_TYPE = 1;
export const IMU_PACKET_BYTES = 48;

const CHANNEL_BYTES: Record<LidarProfile, number> = {
  LEGACY: 12,
  RNG19_RFL8_SIG16_NIR16: 12,
  RNG19_RFL8_SIG16_NIR16_DUAL: 16,
  RNG15_RFL8_NIR8: 4,
};

/** Layout of a profile with a number of channel blocks per column. */
export function packetLayout(profile: LidarProfile, slots: number, columnsPerPacket: number): PacketLayout {
  const legacy = profile === 'LEGACY';
  const packetHeaderBytes = legacy ? 0 : 32;
  const packetFooterBytes = legacy ? 0 : 32;
  const columnHeaderBytes = legacy ? 16 : 12;
  const columnFooterBytes = legacy ? 4 : 0;
  const channelBytes = CHANNEL_BYTES[profile];
  const columnBytes = columnHeaderBytes + slots * channelBytes + columnFooterBytes;
  return {
    profile,
    slots,
    columnsPerPacket,
    packetHeaderBytes,
    columnHeaderBytes,
    channelBytes,
    columnBytes,
    packetBytes: packetHeaderBytes + columnsPerPacket * columnBytes + packetFooterBytes,
    statusOffset: legacy ? columnBytes - columnFooterBytes : 10,
  };
}

/** Channel blocks of first-generation packets, regardless of how many carry data. */
export const FIRST_GENERATION_SLOTS = 64;

/**
 * Possible packet layouts of a sensor. A legacy sensor of fewer than 64 beams may send as many blocks as beams or,
 * in its first generation, always 64: the packet size decides.
 */
export function layoutsOf(sensor: SensorModel): PacketLayout[] {
  const { profile, beams, columnsPerPacket } = sensor;
  if (!isOusterProfile(profile)) return [];
  const exact = packetLayout(profile, beams, columnsPerPacket);
  if (profile !== 'LEGACY' || beams >= FIRST_GENERATION_SLOTS) return [exact];
  return [exact, packetLayout(profile, FIRST_GENERATION_SLOTS, columnsPerPacket)];
}
