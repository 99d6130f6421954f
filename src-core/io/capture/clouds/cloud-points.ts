import type { TimedPoints } from '../../../model/timed-cloud.ts';
import type { PointTimes } from '../frames/point-times.ts';
import type { Framed } from '../ros/imu-message.ts';
import type { LoggedMessage } from '../ros/message-log.ts';
import { readPointCloud } from './point-cloud-message.ts';

/**
 * The points of a `sensor_msgs/PointCloud2` in the order of their times, whatever beam measured them.
 *
 * @param times null: the times of the points tell nothing, and all are of the instant of the message
 * @returns null without coordinates, or without times where others of the topic have them
 * @throws RangeError as `readPointCloud`
 */
export function readCloudPoints(logged: LoggedMessage, times: PointTimes | null): Framed<TimedPoints> | null {
  const cloud = readPointCloud(logged);
  if (cloud === 'no-coordinates' || (times !== null && cloud.seconds === null)) return null;
  const { frame, count, stampNs } = cloud;
  const seconds = times === null ? null : cloud.seconds;
  if (seconds !== null) times?.toSeconds(seconds, Number(stampNs) * 1e-9);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  // A cloud in rows has all times of one beam before those of the next.
  if (seconds !== null) order.sort((a, b) => seconds[a] - seconds[b]);
  const xyz = new Float32Array(3 * count);
  const reflectivity = new Uint16Array(count);
  const ordered = seconds === null ? null : new Float64Array(count);
  for (const [k, i] of order.entries()) {
    for (let axis = 0; axis < 3; axis++) xyz[3 * k + axis] = cloud.xyz[3 * i + axis];
    reflectivity[k] = cloud.reflectivity[i];
    if (ordered !== null) ordered[k] = seconds![i];
  }
  return { frame, value: { count, xyz, reflectivity, seconds: ordered, stampNs } };
}
