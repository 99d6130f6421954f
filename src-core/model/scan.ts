import type { Remark } from '../messages/remark.ts';

/**
 * One full rotation as captured (a "donut"): a range image, beams x columns, row-major
 * (`pixel = beam * columns + column`), staggered as the sensor sent it. Column = measurement id. Or a timed cloud in the
 * same layout, which has `xyz` (`model/timed-cloud.ts`). Its arrays belong to whoever takes the scan: what made it reads them
 * no more.
 */
export interface Scan {
  /** The sensor's frame id, u16 on the wire; it distinguishes scans. */
  readonly frameId: number;
  readonly beams: number;
  readonly columns: number;
  /** Range in mm, 0 = no return. Includes the beam origin offset. */
  readonly rangeMm: Uint32Array;
  /** The maker's reflectivity: calibrated 0..255 in newer firmware, up to 65535 in legacy. */
  readonly reflectivity: Uint16Array;
  readonly signal: Uint16Array;
  readonly nearIr: Uint16Array;
  /** Second return of dual-return profiles. */
  readonly second?: { rangeMm: Uint32Array; reflectivity: Uint16Array; signal: Uint16Array };
  /** Per column: sensor clock, nanoseconds; 0 where the column is missing. */
  readonly stampNs: BigUint64Array;
  /** Per column: 1 if the column arrived and its status is valid, else 0. */
  readonly columnValid: Uint8Array;
  /**
   * Per column, rad: angle about the z axis of the sensor, counter-clockwise, from where the sensor model has the column
   * to where it was measured. Absent where the columns stand at even steps of the encoder, as an Ouster's do.
   */
  readonly columnTurn?: Float32Array;
  /**
   * Three a pixel, m, sensor frame at the instant of its column: the points themselves, of a sensor whose pixels have no
   * direction of their own. A column is then a slice of time, a row a place in it, and neighbours in the image are none
   * in the world; `rangeMm` is 0 where there is no point. Absent: a range image.
   */
  readonly xyz?: Float32Array;
}

/** One reading of the sensor's inertial unit, in the IMU's own frame. */
export interface ImuSample {
  /** Sensor clock at the gyro reading, nanoseconds. */
  readonly stampNs: bigint;
  /** Specific force, m/s^2 (a still sensor reads +9.81 upward). */
  readonly accel: readonly [number, number, number];
  /** Angular rate, rad/s. */
  readonly gyro: readonly [number, number, number];
}

/** Item of a capture, in the order of the sensor clock. */
export type CaptureItem = { kind: 'scan'; scan: Scan } | { kind: 'imu'; sample: ImuSample };

/** Reception statistics of the capture. Counted while reading, complete at the end. */
export interface CaptureHealth {
  lidarPackets: number;
  imuPackets: number;
  /** Packets of other ports or sizes, by `port:size`, to explain an empty capture. */
  otherPackets: Map<string, number>;
  /** Lidar packets whose initialisation id is not the metadata's: another sensor or another start. */
  foreignPackets: number;
  /** Datagrams dropped because a fragment was missing or the recorder truncated them. */
  incompleteDatagrams: number;
  /** Datagrams dropped because their check sum (UDP, or the sensor's own) does not match their bytes. */
  damagedPackets: number;
  /** Packets on the zones that the sensor watches: recognised, and not used. */
  zonePackets: number;
  repeatedPackets: number;
  reorderedPackets: number;
  /** Columns that never arrived, over all scans returned. */
  missingColumns: number;
  invalidColumns: number;
  scans: number;
  /** Scans returned with at least one column missing. */
  incompleteScans: number;
  /** Bytes after the last complete record; 0 if the file ends cleanly. */
  truncatedBytes: number;
  firstStampNs: bigint | null;
  lastStampNs: bigint | null;
  /** One sentence each, for the user. */
  warnings: Remark[];
}
