import type { CaptureHealth, CaptureItem } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';

/** A capture session ready to be read, once, from the start. */
export interface OpenedCapture {
  /**
   * The sensor model fitted to its packets, which determine the channels of the beams. Use this one from here on.
   */
  readonly sensor: SensorModel;
  /**
   * Scans and IMU samples in the order of the sensor clock: a scan comes after the samples up to its last column.
   * Memory does not grow with the capture.
   */
  readonly items: AsyncIterable<CaptureItem>;
  /** Updated while `items` is read; complete at its end. */
  readonly health: CaptureHealth;
  /** Updated while `items` is read. */
  readonly times: RecordingTimes;
}

/** Clock of the computer that recorded a capture. */
export interface RecordingTimes {
  /** Time of the first lidar packet, seconds since 1970; null if the container has no times. */
  hostFrom: number | null;
}
