import { STANDARD_GRAVITY } from '../../../model/gravity.ts';
import type { ImuSample } from '../../../model/scan.ts';
import { MessageCursor } from './message-cursor.ts';
import type { LoggedMessage } from './message-log.ts';

export const IMU_MESSAGE = 'sensor_msgs/Imu';

/** The frame that a message is of, and what it holds. */
export interface Framed<T> {
  readonly frame: string;
  readonly value: T;
}

/** Specific force below which a reading is in g, as the drivers of Livox write it, and not in m/s^2. */
const LARGEST_IN_G = 4;

/**
 * Reads a `sensor_msgs/Imu`.
 *
 * @throws RangeError if the message ends within a field, or holds no numbers
 */
export function readImuMessage({ topic, data }: LoggedMessage): Framed<ImuSample> {
  if (topic.encoding === null) throw new RangeError('unknown encoding');
  const cursor = new MessageCursor(data, topic.encoding);
  const { stampNs, frame } = cursor.header();
  const numbers = Array.from({ length: 37 }, () => cursor.f64());
  const [gx, gy, gz] = numbers.slice(13, 16);
  const force = numbers.slice(25, 28);
  if (![gx, gy, gz, ...force].every(Number.isFinite)) throw new RangeError('the reading holds no numbers');
  const unit = Math.hypot(...force) < LARGEST_IN_G ? STANDARD_GRAVITY : 1;
  const [ax, ay, az] = force.map((value) => value * unit);
  return { frame, value: { stampNs, gyro: [gx, gy, gz], accel: [ax, ay, az] } };
}
