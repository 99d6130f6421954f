import type { Remark } from '../messages/remark.ts';
import type { Rigid } from './rigid.ts';

/** Contents of a lidar packet, by the maker's own names, those of the oldest firmware first. */
export const LIDAR_PROFILES = [
  'LEGACY',
  'RNG19_RFL8_SIG16_NIR16',
  'RNG19_RFL8_SIG16_NIR16_DUAL',
  'RNG15_RFL8_NIR8',
  'FIVE_WORD_PIXEL',
  'FUSA_RNG15_RFL8_NIR8_DUAL',
  'RNG15_RFL8_NIR8_DUAL',
  'RNG15_RFL8_NIR8_ZONE16',
  'RNG19_RFL8_SIG16_NIR16_ZONE16',
  'RNG19_RFL8_SIG16_ZONE16_DUAL',
  'RNG15_RFL8_WIN8',
  'RNG19_RFL8_SIG16_NIR16_RGB16',
  'RNG19_RFL8_SIG16_NIR16_RGB16_DUAL',
] as const;

export type LidarProfile = (typeof LIDAR_PROFILES)[number];

/** Packet headers of the maker: none in legacy packets, the usual one, and that of functional safety. */
export type PacketHeaderType = 'none' | 'standard' | 'fusa';

/** Formats of other makers' packets, and of point clouds that a driver made of them. */
export const OTHER_FORMATS = [
  'VELODYNE_VLP16',
  'VELODYNE_PUCK_HIRES',
  'VELODYNE_VLP32C',
  'VELODYNE_HDL32E',
  'VELODYNE_HDL64E',
  'VELODYNE_VLS128',
  'HESAI_PANDARXT16',
  'HESAI_PANDARXT32',
  'HESAI_XT32M',
  'HESAI_PANDAR40P',
  'HESAI_PANDAR64',
  'HESAI_PANDARQT',
  'HESAI_QT128',
  'ROBOSENSE_RS16',
  'ROBOSENSE_HELIOS',
  'POINTCLOUD2',
  'POINTCLOUD2_POINTS',
  'CLOUD_FRAMES',
  'LIVOX',
] as const;
export type OtherFormat = (typeof OTHER_FORMATS)[number];

/** True for sensors whose scans are timed clouds (`Scan.xyz`), no range images. */
export function hasTimedClouds({ profile }: Pick<SensorModel, 'profile'>): boolean {
  return profile === 'CLOUD_FRAMES' || profile === 'LIVOX' || profile === 'POINTCLOUD2_POINTS';
}

/** True for packets of the maker whose profiles are `LidarProfile`. */
export function isOusterProfile(profile: LidarProfile | OtherFormat): profile is LidarProfile {
  return !OTHER_FORMATS.some((format) => format === profile);
}

/** Model of one sensor: the metadata JSON after validation and completion. */
export interface SensorModel {
  readonly productLine: string;
  readonly serial: string;
  readonly firmware: string;
  readonly lidarMode: string;
  readonly profile: LidarProfile | OtherFormat;
  /** Header of its packets; absent: the one that the profile implies. */
  readonly headerType?: PacketHeaderType;
  /** Initialisation id that newer packets repeat; null if the metadata has none. */
  readonly initId: number | null;

  /** Beams that measure (rows of the range image). */
  readonly beams: number;
  readonly columnsPerFrame: number;
  readonly columnsPerPacket: number;
  /** Rotations per second. */
  readonly rotationHz: number;
  /** First and last measurement id of the azimuth window, inclusive. */
  readonly columnWindow: readonly [number, number];

  /**
   * Per beam, top to bottom, degrees. If `slotOfBeam` is null, this and the next two may have an entry per packet
   * slot; the import picks those of the slots that carry data.
   */
  readonly beamAltitudeDeg: Float64Array;
  /** Per beam, degrees, added to the encoder angle (the stagger). */
  readonly beamAzimuthDeg: Float64Array;
  /** Per beam: what its ranges are too long by, m, from a calibration; absent: not calibrated. */
  readonly beamRangeOffset?: Float64Array;
  /** Per beam: height of its origin above the lidar's, mm; absent: none. */
  readonly beamHeightMm?: Float64Array;
  /** Per beam: how far its origin lies to the left of the beam, seen from above, mm; absent: not at all. */
  readonly beamSidewaysMm?: Float64Array;
  /**
   * Per beam, mm: what the import adds to the ranges that packets state, far away and near the sensor along x and y. Ranges
   * of scans have it; absent: nothing.
   */
  readonly beamDistanceMm?: Readonly<Record<'far' | 'nearX' | 'nearY', Float64Array>>;
  /** Columns to shift each row by to make the image upright; display only. */
  readonly pixelShiftByRow: Int32Array;
  /** Distance of the beam origins from the lidar axis, in mm. */
  readonly beamOriginMm: number;
  /** Height of the beam origins over the lidar's origin, in mm (an OSDome); absent: 0. */
  readonly beamOriginZMm?: number;

  /** p_sensor = T_sensor_lidar * p_lidar, metres. */
  readonly T_sensor_lidar: Rigid;
  /** p_sensor = T_sensor_imu * p_imu, metres. */
  readonly T_sensor_imu: Rigid;

  /**
   * Slots per column in a legacy packet. First-generation OS1-16 sensors send 64, of which 16 carry data. null: the
   * metadata does not say (firmware 1.12 lists all 64 angles), so it is determined from the packets.
   */
  readonly packetSlots: number | null;
  /** Packet slot of each beam; null: determined from the non-empty slots of the first packets. */
  readonly slotOfBeam: Int32Array | null;

  readonly udpPortLidar: number;
  readonly udpPortImu: number;

  /** Defaults assumed because the metadata lacks the key, in one sentence each. */
  readonly assumptions: readonly Remark[];
}

/** Stands where no sensor is known: of a cloud that another program made. */
export const NO_SENSOR: SensorModel = {
  productLine: '',
  serial: '',
  firmware: '',
  lidarMode: '',
  profile: 'LEGACY',
  initId: null,
  beams: 0,
  columnsPerFrame: 0,
  columnsPerPacket: 0,
  rotationHz: 0,
  columnWindow: [0, 0],
  beamAltitudeDeg: new Float64Array(0),
  beamAzimuthDeg: new Float64Array(0),
  pixelShiftByRow: new Int32Array(0),
  beamOriginMm: 0,
  T_sensor_lidar: { R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), t: new Float64Array(3) },
  T_sensor_imu: { R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), t: new Float64Array(3) },
  packetSlots: null,
  slotOfBeam: null,
  udpPortLidar: 0,
  udpPortImu: 0,
  assumptions: [],
};
