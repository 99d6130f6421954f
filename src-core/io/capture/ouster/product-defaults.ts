/**
 * Documented defaults of a product line for keys that its metadata lacks (software user manual, and the SDK's
 * `sensor_info` for old firmware).
 */

/** Beam origin offset from the lidar axis, mm, of a product line such as `OS-1-16-A0`. */
export function defaultBeamOriginMm(productLine: string): number {
  if (productLine.startsWith('OS-0-')) return 27.67;
  if (productLine.startsWith('OS-1-')) return 15.806;
  if (productLine.startsWith('OS-2-')) return 13.762;
  return 12.163;
}

/** 4 x 4, row-major, translation in mm. */
export function defaultLidarToSensor(productLine: string): number[] {
  const heightMm = productLine.startsWith('OS-2-') ? 74.296 : 36.18;
  return [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, heightMm, 0, 0, 0, 1];
}

/** 4 x 4, row-major, translation in mm. */
export const DEFAULT_IMU_TO_SENSOR = [1, 0, 0, 6.253, 0, 1, 0, -11.775, 0, 0, 1, 7.645, 0, 0, 0, 1];

export const DEFAULT_LIDAR_PORT = 7502;
export const DEFAULT_IMU_PORT = 7503;
export const DEFAULT_COLUMNS_PER_PACKET = 16;

/** Number of beams in a product line's name: `OS-1-16-A0` 16; null if it has none. */
export function beamsOfProduct(productLine: string): number | null {
  const match = /^OS-(?:\d|DOME)-(\d+)/i.exec(productLine);
  return match === null ? null : Number(match[1]);
}
