import { McapStreamReader, McapWriter } from '@mcap/core';
import { quaternionOf, rotationOf } from '../../math/se3.ts';
import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { HandedPose, PoseFormatCode, PoseInFile } from './pose-format.ts';

const TYPE = 'geometry_msgs/msg/PoseWithCovarianceStamped';
const TOPIC = '/pose';
const SECOND_NS = 1_000_000_000n;
/** Seconds that a stamp of ROS holds: to January 2038. */
const LAST_SECOND = 2n ** 31n - 1n;
const CDR_LITTLE_ENDIAN = [0, 1, 0, 0];
/** Numbers of a message behind its header: position, quaternion, covariance. */
const NUMBERS = 3 + 4 + 36;

/** Definition of the message and of those in it, as ROS 2 has them. */
const DEFINITION = [
  'std_msgs/Header header\ngeometry_msgs/PoseWithCovariance pose',
  'MSG: std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id',
  'MSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec',
  'MSG: geometry_msgs/PoseWithCovariance\ngeometry_msgs/Pose pose\nfloat64[36] covariance',
  'MSG: geometry_msgs/Pose\ngeometry_msgs/Point position\ngeometry_msgs/Quaternion orientation',
  'MSG: geometry_msgs/Point\nfloat64 x\nfloat64 y\nfloat64 z',
  'MSG: geometry_msgs/Quaternion\nfloat64 x\nfloat64 y\nfloat64 z\nfloat64 w',
].join(`\n${'='.repeat(80)}\n`);

/**
 * MCAP with a message `PoseWithCovarianceStamped` of ROS 2 for each pose, in CDR with its schema, so that a program without
 * ROS reads it too. Log time and stamp are the clock of the sensor; a covariance of zeros is one that is not known.
 */
export const MCAP_POSES: PoseFormatCode = {
  rounding: { metres: 0, rotation: 1e-15 },
  async files(poses, { frame, application }) {
    const parts: Uint8Array[] = [];
    let written = 0;
    const writer = new McapWriter({
      writable: {
        position: () => BigInt(written),
        write: async (bytes) => {
          parts.push(bytes.slice());
          written += bytes.length;
        },
      },
    });
    await writer.start({ profile: 'ros2', library: `${application.name} ${application.version}` });
    const data = new TextEncoder().encode(DEFINITION);
    const schemaId = await writer.registerSchema({ name: TYPE, encoding: 'ros2msg', data });
    const channelId = await writer.registerChannel({
      topic: TOPIC,
      schemaId,
      messageEncoding: 'cdr',
      metadata: new Map(),
    });
    const frameId = frame === 'mine-grid' ? 'mine_grid' : 'map';
    for (const [sequence, pose] of poses.entries()) {
      const times = { logTime: pose.stampNs, publishTime: pose.stampNs };
      await writer.addMessage({ channelId, sequence, ...times, data: encode(pose, frameId) });
    }
    await writer.end();
    const file = new Uint8Array(written);
    let at = 0;
    for (const part of parts) {
      file.set(part, at);
      at += part.length;
    }
    return [file];
  },
  async read([source]) {
    const reader = new McapStreamReader();
    reader.append(await source.read(0, source.size));
    const poses: PoseInFile[] = [];
    for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord())
      if (record.type === 'Message') poses.push(decode(record.data, record.logTime));
    if (!reader.done()) throw new Error('the file is cut');
    return poses;
  },
};

function encode({ scanIndex, stampNs, T_map_sensor, covariance }: HandedPose, frameId: string): Uint8Array {
  const seconds = stampNs / SECOND_NS;
  if (stampNs < 0n || seconds > LAST_SECOND)
    throw new SocavonError(
      'export-range',
      message('pose-stamp', { scan: scanIndex, seconds: seconds.toString() }),
    );
  const name = new TextEncoder().encode(`${frameId}\0`);
  const numbersAt = 4 + 8 * Math.ceil((12 + name.length) / 8);
  const bytes = new Uint8Array(numbersAt + 8 * NUMBERS);
  const view = new DataView(bytes.buffer);
  bytes.set(CDR_LITTLE_ENDIAN);
  view.setInt32(4, Number(seconds), true);
  view.setUint32(8, Number(stampNs % SECOND_NS), true);
  view.setUint32(12, name.length, true);
  bytes.set(name, 16);
  [...T_map_sensor.t, ...quaternionOf(T_map_sensor.R), ...(covariance ?? [])].forEach((value, i) => {
    view.setFloat64(numbersAt + 8 * i, value, true);
  });
  return bytes;
}

/** @throws Error for a message that is not one of `encode` */
function decode(bytes: Uint8Array, logTime: bigint): PoseInFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const numbersAt = 4 + 8 * Math.ceil((12 + view.getUint32(12, true)) / 8);
  if (bytes.length !== numbersAt + 8 * NUMBERS) throw new Error(`a message of ${bytes.length} bytes`);
  const stampNs = BigInt(view.getInt32(4, true)) * SECOND_NS + BigInt(view.getUint32(8, true));
  if (stampNs !== logTime) throw new Error(`stamp ${stampNs} at ${logTime}`);
  const at = (i: number): number => view.getFloat64(numbersAt + 8 * i, true);
  const covariance = Float64Array.from({ length: 36 }, (_, i) => at(7 + i));
  return {
    stampNs,
    T_map_sensor: { R: rotationOf([at(3), at(4), at(5), at(6)]), t: Float64Array.of(at(0), at(1), at(2)) },
    covariance: covariance.some((value) => value !== 0) ? covariance : null,
  };
}
