import type { ImuSample, Scan } from '../model/scan.ts';
import type { SensorModel } from '../model/sensor.ts';
import type { OdometryInput } from '../odometry/odometry.ts';

/** One scan as stored in a project, with its IMU readings. */
export interface StoredScan {
  readonly index: number;
  readonly scan: Scan;
  /** Readings with a stamp before the end of this scan that belong to no earlier scan, in order of time. */
  readonly imu: readonly ImuSample[];
  /** Gives the memory of the scan's pixels back before a garbage collector would; they may not be read afterwards. */
  readonly release?: () => void;
}

/** Source of scans for the stages: a project file in the product, memory in tests. */
export interface ScanStore {
  readonly sensor: SensorModel;
  readonly count: number;
  /** @param index 0 .. count - 1, in the order of the sensor clock */
  read(index: number): Promise<StoredScan>;
}

/** Source of scans for the alignment: a `ScanStore`, or one that prepares scans before their turn. */
export interface AlignmentScans extends Omit<ScanStore, 'read'> {
  read(index: number): Promise<OdometryInput>;
}
