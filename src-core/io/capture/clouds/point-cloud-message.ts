import { MessageCursor } from '../ros/message-cursor.ts';
import type { LoggedMessage } from '../ros/message-log.ts';

/** Type of the messages that are read here. */
export const POINT_CLOUD = 'sensor_msgs/PointCloud2';

/** `sensor_msgs/PointField`: name, offset in the point, and one of the datatypes 1 to 8. */
interface PointField {
  readonly name: string;
  readonly offset: number;
  readonly datatype: number;
}

/** Reader of one field of a point, by the position of the point in the data. */
type FieldReader = (at: number) => number;

/** A `sensor_msgs/PointCloud2`; arrays belong to the caller. */
export interface MessageCloud {
  /** Frame in which its points are. */
  readonly frame: string;
  readonly count: number;
  /** 3 * count, m. */
  readonly xyz: Float64Array;
  /** Beam of each point by the number of the driver; null: the message has none. */
  readonly ring: Uint16Array | null;
  /**
   * Times of the points, ascending or not: as they are stored in the message, and after `PointTimes.toSeconds` seconds after
   * `stampNs`; null: the points have no time.
   */
  readonly seconds: Float64Array | null;
  /** True where the times are stored as whole numbers. */
  readonly wholeTimes: boolean;
  /** Reflectivity or intensity, 0 .. 65535. */
  readonly reflectivity: Uint16Array;
  /** Of the message; where it has none, when it was recorded. */
  readonly stampNs: bigint;
}

/** Bytes and readers of the PointField datatypes INT8 .. FLOAT64. */
const SIZES = [0, 1, 1, 2, 2, 4, 4, 4, 8];
/** Names that drivers give to the time of a point: Ouster, Velodyne, Hesai and RoboSense, others. */
const TIMES = ['t', 'time', 'timestamp', 'time_stamp', 'offset_time', 'time_offset'];
const REFLECTIVITIES = ['reflectivity', 'intensity'];
/** A cloud with more rows is organised by columns. */
const MOST_RINGS = 128;
/** Farther than any lidar sees, m. */
const FARTHEST = 100_000;
/**
 * Reads a `sensor_msgs/PointCloud2`.
 *
 * @returns the cloud, without points that are no numbers, lie at the origin or farther than a lidar sees; 'no-coordinates'
 *   where its points have no fields x, y and z
 * @throws RangeError if the message ends within a field, or its sizes contradict each other
 */
export function readPointCloud({ topic, data, hostSeconds }: LoggedMessage): MessageCloud | 'no-coordinates' {
  if (topic.encoding === null) throw new RangeError('unknown encoding');
  const cursor = new MessageCursor(data, topic.encoding);
  const header = cursor.header();
  const stampNs = header.stampNs > 0n ? header.stampNs : nanosecondsOf(hostSeconds);
  const [height, width] = [cursor.u32(), cursor.u32()];
  const fields = new Map<string, PointField>();
  const fieldCount = cursor.u32();
  for (let i = 0; i < fieldCount; i++) {
    const name = cursor.string();
    const offset = cursor.u32();
    const datatype = cursor.u8();
    cursor.u32();
    fields.set(name, { name, offset, datatype });
  }
  const bigEndian = cursor.u8() !== 0;
  const step = cursor.u32();
  const rowStep = cursor.u32();
  const bytes = cursor.bytes();
  const points = height * width;
  if (points * step > bytes.length || (height > 1 && rowStep < width * step) || (points > 0 && step === 0))
    throw new RangeError('the cloud has fewer bytes than points');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader = (name: string): FieldReader | null => {
    const field = fields.get(name);
    if (field === undefined) return null;
    if (field.offset + (SIZES[field.datatype] ?? Number.POSITIVE_INFINITY) > step)
      throw new RangeError('a field lies outside of its point');
    return readerOf(view, field, !bigEndian);
  };
  const [x, y, z] = [reader('x'), reader('y'), reader('z')];
  if (x === null || y === null || z === null) return 'no-coordinates';
  const ringField = reader('ring') ?? reader('channel');
  const rows =
    height > 1 && height <= MOST_RINGS ? 'rows' : height > 1 && width <= MOST_RINGS ? 'columns' : null;
  const timeName = TIMES.find((name) => fields.has(name));
  const time = timeName === undefined ? null : reader(timeName);
  const bright = reader(REFLECTIVITIES.find((name) => fields.has(name)) ?? '');

  const cloud = {
    xyz: new Float64Array(3 * points),
    ring: new Uint16Array(points),
    seconds: new Float64Array(points),
    reflectivity: new Uint16Array(points),
  };
  let count = 0;
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const at = row * (height > 1 ? rowStep : 0) + column * step;
      const [px, py, pz] = [x(at), y(at), z(at)];
      const squared = px * px + py * py + pz * pz;
      const seconds = time?.(at) ?? 0;
      if (!(squared > 0 && squared < FARTHEST ** 2 && Math.abs(seconds) < 2 ** 64)) continue;
      cloud.xyz.set([px, py, pz], 3 * count);
      cloud.ring[count] = ringField === null ? (rows === 'rows' ? row : column) : ringField(at);
      cloud.seconds[count] = seconds;
      cloud.reflectivity[count++] = Math.min(Math.max(Math.round(bright?.(at) ?? 0), 0), 0xffff);
    }
  const { xyz, reflectivity } = cloud;
  const seconds = time === null ? null : cloud.seconds.subarray(0, count);
  const wholeTimes = !FLOATS.includes(fields.get(timeName ?? '')?.datatype ?? 0);
  const ring = ringField === null && rows === null ? null : cloud.ring;
  return { frame: header.frame, count, stampNs, xyz, reflectivity, ring, seconds, wholeTimes };
}

/** More than 0, which stands for no stamp. */
function nanosecondsOf(seconds: number): bigint {
  return BigInt(Math.max(1, Math.round((Number.isFinite(seconds) ? seconds : 0) * 1e9)));
}

function readerOf(view: DataView, { offset, datatype }: PointField, little: boolean): FieldReader {
  switch (datatype) {
    case 1:
      return (at) => view.getInt8(at + offset);
    case 2:
      return (at) => view.getUint8(at + offset);
    case 3:
      return (at) => view.getInt16(at + offset, little);
    case 4:
      return (at) => view.getUint16(at + offset, little);
    case 5:
      return (at) => view.getInt32(at + offset, little);
    case 6:
      return (at) => view.getUint32(at + offset, little);
    case 7:
      return (at) => view.getFloat32(at + offset, little);
    default:
      return (at) => view.getFloat64(at + offset, little);
  }
}

/** Datatypes of numbers with a fraction. */
const FLOATS = [7, 8];
