/** Encoding of messages: ROS 1 (packed, little-endian) or CDR of ROS 2 (OMG DDSI-RTPS 2.3, plain CDR). */
export type MessageEncoding = 'ros1' | 'cdr';

/** A topic of a log of messages. */
export interface LoggedTopic {
  readonly name: string;
  /** Package and message, such as `sensor_msgs/PointCloud2`, without the `msg` in between that ROS 2 writes. */
  readonly type: string;
  /** null: an encoding that is not read, such as JSON. */
  readonly encoding: MessageEncoding | null;
}

/** A message of a log. */
export interface LoggedMessage {
  readonly topic: LoggedTopic;
  /** Clock of the recording computer, seconds since 1970. */
  readonly hostSeconds: number;
  /** Valid until the next message is read. */
  readonly data: Uint8Array;
}

/** A type's name as both generations of ROS share it: `sensor_msgs/msg/Imu` becomes `sensor_msgs/Imu`. */
export function messageType(name: string): string {
  return name
    .replace(/\/msg\//, '/')
    .replace('::msg::dds_::', '/')
    .replace(/_$/, '');
}
