import type { Remark } from '../messages/remark.ts';
import type { Rigid } from './rigid.ts';

/** Packet layouts of the sensor maker, by the maker's own names. */
export type LidarProfile =
  | 'LEGACY'
  | 'RNG19_RFL8_SIG16_NIR16'
  | 'RNG19_RFL8_SIG16_NIR16_DUAL'
  | 'RNG15_RFL8_NIR8';

/** Formats of other makers' packets, and of point clouds that a driver made of them. */
export const OTHER_FORMATS = ['VELODYNE_VLP16', 'VELODYNE_PUCK_HIRES', 'POINTCLOUD2'] as const;
export type OtherFormat = (typeof OTHER_FORMATS)[number];

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
  /** Columns to shift each row by to make the image upright; display only. */
  readonly pixelShiftByRow: Int32Array;
  /** Distance of the beam origins from the lidar axis, in mm. */
  readonly beamOriginMm: number;

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
