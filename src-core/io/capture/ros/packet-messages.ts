import { MessageCursor } from './message-cursor.ts';
import type { LoggedMessage } from './message-log.ts';

/** A packet of a sensor within a message, and when its driver received it; NaN: not stated. */
interface LoggedPacket {
  readonly payload: Uint8Array;
  readonly hostSeconds: number;
}

const VELODYNE_PACKET_BYTES = 1206;
const ROBOSENSE_PACKET_BYTES = 1248;
/** Packets of older Hesai drivers lie in a field of this size, with their own size after it. */
const PANDAR_FIELD_BYTES = 1500;

type PacketReader = (cursor: MessageCursor) => Iterable<LoggedPacket>;

/** `uint8[] buf` of the Ouster drivers. */
function* onePacket(cursor: MessageCursor): Generator<LoggedPacket> {
  yield { payload: cursor.bytes(), hostSeconds: Number.NaN };
}

/** `Header header`, then a list of packets, each with the time of its reception. */
function listOf(packet: (cursor: MessageCursor) => Uint8Array): PacketReader {
  return function* (cursor) {
    cursor.header();
    const count = cursor.u32();
    for (let i = 0; i < count; i++) {
      const stampNs = cursor.timeNs();
      yield { payload: packet(cursor), hostSeconds: Number(stampNs) * 1e-9 };
    }
  };
}

/** `time stamp, uint8[1248] data` of the first RoboSense driver, for packets by which the sensor describes itself. */
function* oneTimedPacket(cursor: MessageCursor): Generator<LoggedPacket> {
  const stampNs = cursor.timeNs();
  yield { payload: cursor.take(ROBOSENSE_PACKET_BYTES), hostSeconds: Number(stampNs) * 1e-9 };
}

/** `Header header, uint8 is_difop, uint8 is_frame_begin, uint8[] data` of the later RoboSense driver. */
function* oneFlaggedPacket(cursor: MessageCursor): Generator<LoggedPacket> {
  const { stampNs } = cursor.header();
  cursor.u8();
  cursor.u8();
  yield { payload: cursor.bytes(), hostSeconds: Number(stampNs) * 1e-9 };
}

/** Message types that carry packets of a sensor as it sent them, from the message files of their drivers. */
const READERS: Readonly<Record<string, PacketReader>> = {
  'ouster_ros/PacketMsg': onePacket,
  'ouster_msgs/PacketMsg': onePacket,
  'ouster_sensor_msgs/PacketMsg': onePacket,
  'velodyne_msgs/VelodyneScan': listOf((cursor) => cursor.take(VELODYNE_PACKET_BYTES)),
  'pandar_msgs/PandarScan': listOf((cursor) => {
    const field = cursor.take(PANDAR_FIELD_BYTES);
    return field.subarray(0, Math.min(cursor.u32(), PANDAR_FIELD_BYTES));
  }),
  'hesai_ros_driver/UdpFrame': listOf((cursor) => {
    const data = cursor.bytes();
    return data.subarray(0, Math.min(cursor.u32(), data.length));
  }),
  'rslidar_msgs/rslidarScan': listOf((cursor) => cursor.take(ROBOSENSE_PACKET_BYTES)),
  'rslidar_msgs/rslidarPacket': oneTimedPacket,
  'rslidar_msg/RslidarPacket': oneFlaggedPacket,
  'nebula_msgs/NebulaPackets': listOf((cursor) => cursor.bytes()),
};

/** True for a type whose messages carry packets of a sensor. */
export function carriesPackets(type: string): boolean {
  return Object.hasOwn(READERS, type);
}

/**
 * The packets in a message of a type that `carriesPackets`.
 *
 * @throws RangeError where the message ends within a field; the packets before it were returned
 */
export function* packetsOf({ topic, data, hostSeconds }: LoggedMessage): Generator<LoggedPacket> {
  if (topic.encoding === null || !carriesPackets(topic.type)) return;
  for (const packet of READERS[topic.type](new MessageCursor(data, topic.encoding)))
    yield Number.isNaN(packet.hostSeconds) ? { ...packet, hostSeconds } : packet;
}
