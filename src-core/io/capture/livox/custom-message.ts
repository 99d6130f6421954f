import type { TimedPoints } from '../../../model/timed-cloud.ts';
import type { Framed } from '../ros/imu-message.ts';
import { MessageCursor } from '../ros/message-cursor.ts';
import type { LoggedMessage } from '../ros/message-log.ts';

/** Messages of the drivers of Livox: points in the order of the rosette, with a time each. */
export const LIVOX_MESSAGE = /^livox_\w+\/CustomMsg$/;

/** Points whose times are as they are stored. */
type StoredPoints = TimedPoints & { readonly seconds: Float64Array };

/** Bytes of a point without gaps: offset u32, x y z f32, reflectivity, tag and line. */
const LEAST_POINT_BYTES = 19;
/** Farther than any of these sensors sees, m. */
const FARTHEST = 1000;

/**
 * Reads a `livox_ros_driver/CustomMsg` or `livox_ros_driver2/CustomMsg`, which are alike, with the times of its points as they
 * are stored: nanoseconds after the stamp, as its drivers write them.
 *
 * @throws RangeError if the message ends within a field, or states more points than it has
 */
export function readCustomMessage({ topic, data }: LoggedMessage): Framed<StoredPoints> {
  if (topic.encoding === null) throw new RangeError('unknown encoding');
  const cursor = new MessageCursor(data, topic.encoding);
  const { stampNs, frame } = cursor.header();
  const timebase = cursor.u64();
  cursor.u32();
  cursor.take(4);
  const all = cursor.u32();
  if (all * LEAST_POINT_BYTES > data.length) throw new RangeError('the message has fewer bytes than points');
  const points = {
    xyz: new Float32Array(3 * all),
    reflectivity: new Uint16Array(all),
    seconds: new Float64Array(all),
  };
  let count = 0;
  for (let i = 0; i < all; i++) {
    const time = cursor.u32();
    const [x, y, z] = [cursor.f32(), cursor.f32(), cursor.f32()];
    const reflectivity = cursor.u8();
    cursor.take(2);
    const squared = x * x + y * y + z * z;
    if (!(squared > 0 && squared < FARTHEST ** 2)) continue;
    points.xyz.set([x, y, z], 3 * count);
    points.reflectivity[count] = reflectivity;
    points.seconds[count++] = time;
  }
  // The stamp of the message is that of its first point, on the clock of the readings of the inertial unit.
  const value = { ...points, seconds: points.seconds.subarray(0, count) };
  return { frame, value: { count, ...value, stampNs: stampNs > 0n ? stampNs : timebase } };
}
