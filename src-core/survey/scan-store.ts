import type { ImuSample, Scan } from '../model/scan.ts';
import type { SensorModel } from '../model/sensor.ts';

/** One scan as kept by a project, with the inertial readings that belong to it. */
export interface StoredScan {
  readonly index: number;
  readonly scan: Scan;
  /** Readings with a stamp before the end of this scan that no earlier scan holds, in order of time. */
  readonly imu: readonly ImuSample[];
}

/** Where the stages read scans from: a project file in the product, memory in tests. */
export interface ScanStore {
  readonly sensor: SensorModel;
  readonly count: number;
  /** @param index 0 .. count - 1, in the order of the sensor clock */
  read(index: number): Promise<StoredScan>;
}
