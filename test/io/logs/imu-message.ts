import { type Message, MessageBuilder } from './log-writers.ts';

/** A `sensor_msgs/Imu`. @param gyro rad/s @param force m/s^2, or in g as drivers of Livox write it */
export function imuMessage(
  topic: string,
  frame: string,
  ns: bigint,
  encoding: 'ros1' | 'cdr',
  gyro: readonly number[] = [0, 0, 0],
  force: readonly number[] = [0, 0, 9.81],
): Message {
  const builder = new MessageBuilder(encoding).header(ns, frame);
  const values = new Array(37).fill(0);
  values.splice(13, 3, ...gyro);
  values.splice(25, 3, ...force);
  for (const value of values) builder.number('Float64', value);
  return { topic, type: 'sensor_msgs/Imu', ns, data: builder.bytes() };
}
