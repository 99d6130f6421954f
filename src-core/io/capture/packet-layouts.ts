import {
  isOusterProfile,
  type LidarProfile,
  type PacketHeaderType,
  type SensorModel,
} from '../../model/sensor.ts';

/**
 * Field offsets of a lidar packet. All numbers are little-endian. From the sensor maker's "Lidar Data Packet
 * Format" (software user manual, firmware 1.13 to 3.2).
 */
export interface PacketLayout {
  readonly profile: LidarProfile;
  readonly headerType: PacketHeaderType;
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
/** Encoder ticks u32 in each column of a legacy packet, and ticks in a full turn. */
export const LEGACY_ENCODER_OFFSET = 12;
export const ENCODER_TICKS = 90_112;
export const IMU_PACKET_BYTES = 48;

/** Bytes of the header and of the footer of newer packets, whatever they contain. */
export const PACKET_END_BYTES = 32;

/** Bytes of a channel block. */
const CHANNEL_BYTES: Record<LidarProfile, number> = {
  LEGACY: 12,
  RNG19_RFL8_SIG16_NIR16: 12,
  RNG19_RFL8_SIG16_NIR16_DUAL: 16,
  RNG15_RFL8_NIR8: 4,
  FIVE_WORD_PIXEL: 20,
  FUSA_RNG15_RFL8_NIR8_DUAL: 8,
  RNG15_RFL8_NIR8_DUAL: 8,
  RNG15_RFL8_NIR8_ZONE16: 8,
  RNG19_RFL8_SIG16_NIR16_ZONE16: 12,
  RNG19_RFL8_SIG16_ZONE16_DUAL: 16,
  RNG15_RFL8_WIN8: 4,
  RNG19_RFL8_SIG16_NIR16_RGB16: 16,
  RNG19_RFL8_SIG16_NIR16_RGB16_DUAL: 20,
};

/** Profiles with two returns a pixel. */
const DUAL_PROFILES: readonly LidarProfile[] = [
  'RNG19_RFL8_SIG16_NIR16_DUAL',
  'FIVE_WORD_PIXEL',
  'FUSA_RNG15_RFL8_NIR8_DUAL',
  'RNG15_RFL8_NIR8_DUAL',
  'RNG19_RFL8_SIG16_ZONE16_DUAL',
  'RNG19_RFL8_SIG16_NIR16_RGB16_DUAL',
];

/** True if each pixel has a second return. */
export function hasSecondReturn(profile: LidarProfile): boolean {
  return DUAL_PROFILES.includes(profile);
}

/** Header that a profile implies where the metadata states none: before firmware 3.2 one went with the other. */
function impliedHeader(profile: LidarProfile): PacketHeaderType {
  if (profile === 'LEGACY') return 'none';
  return profile === 'FUSA_RNG15_RFL8_NIR8_DUAL' ? 'fusa' : 'standard';
}

/** Layout of a profile with a number of channel blocks per column. */
export function packetLayout(
  profile: LidarProfile,
  slots: number,
  columnsPerPacket: number,
  headerType: PacketHeaderType = impliedHeader(profile),
): PacketLayout {
  const legacy = profile === 'LEGACY';
  const packetHeaderBytes = legacy ? 0 : PACKET_END_BYTES;
  const packetFooterBytes = legacy ? 0 : PACKET_END_BYTES;
  const columnHeaderBytes = legacy ? 16 : 12;
  const columnFooterBytes = legacy ? 4 : 0;
  const channelBytes = CHANNEL_BYTES[profile];
  const columnBytes = columnHeaderBytes + slots * channelBytes + columnFooterBytes;
  return {
    profile,
    headerType: legacy ? 'none' : headerType,
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
  const { profile, beams, columnsPerPacket, headerType } = sensor;
  if (!isOusterProfile(profile)) return [];
  const exact = packetLayout(profile, beams, columnsPerPacket, headerType);
  if (profile !== 'LEGACY' || beams >= FIRST_GENERATION_SLOTS) return [exact];
  return [exact, packetLayout(profile, FIRST_GENERATION_SLOTS, columnsPerPacket)];
}
