import { STANDARD_GRAVITY } from '../../../model/gravity.ts';
import type { ImuSample } from '../../../model/scan.ts';
import type { TimedPoints } from '../../../model/timed-cloud.ts';

/*
 * Packets of Livox's sensors, little-endian. Of the Mid-360 and HAP ("Livox LiDAR Communication Protocol - Mid360", v1.4.11;
 * structures of Livox-SDK2, 1.4): a header of 36 bytes
 *   0 version, 1 length u16, 3 time from the first point to the last u16 in 0.1 us, 5 points u16, 7 counter u16, 9 frame,
 *   10 type, 11 kind of clock, 12 reserved, 24 CRC-32, 28 time of the first point u64 in ns
 * and the points: type 1 has x y z i32 in mm, type 2 i16 in cm, type 3 depth u32 in mm, zenith and azimuth u16 in hundredths
 * of a degree; each then reflectivity and tag. Type 0 is a reading of the inertial unit: gyro f32 in rad/s, then
 * accelerometer f32 in g, in the axes of the points. Of the older ones ("Livox SDK Communication Protocol", V1.3.0): a header
 * of 18 bytes with the version 5 and the type, and as many points as the type always has; they are only recognised.
 */
export const HEADER_BYTES = 36;
const LENGTH_AT = 1;
const SPAN_AT = 3;
const COUNT_AT = 5;
const TYPE_AT = 10;
const STAMP_AT = 28;
/** Bytes of a point by its type. */
export const POINT_BYTES: ReadonlyMap<number, number> = new Map([
  [1, 14],
  [2, 8],
  [3, 10],
]);
const IMU_TYPE = 0;
const IMU_BYTES = 24;
const OLD_VERSION = 5;
const OLD_HEADER_BYTES = 18;
const OLD_TYPE_AT = 9;
/** Bytes of all points by their type. */
const OLD_BODY_BYTES: ReadonlyMap<number, number> = new Map([
  [0, 100 * 13],
  [1, 100 * 9],
  [2, 96 * 14],
  [3, 96 * 9],
  [4, 48 * 28],
  [5, 48 * 16],
]);

/** Product of packets that are read. */
export const LIVOX = 'Livox Mid-360 or HAP';
/** Destination port of points where a file states none. */
export const LIVOX_PORT = 56301;

/** Whether a packet is of a Livox Mid-360 or HAP: of points, or a reading of its inertial unit; null: neither. */
export function livoxKind(view: DataView): 'lidar' | 'imu' | null {
  if (view.byteLength < HEADER_BYTES || view.getUint8(0) !== 0) return null;
  if (view.getUint16(LENGTH_AT, true) !== view.byteLength) return null;
  const type = view.getUint8(TYPE_AT);
  const count = view.getUint16(COUNT_AT, true);
  if (type === IMU_TYPE) return count <= 1 && view.byteLength === HEADER_BYTES + IMU_BYTES ? 'imu' : null;
  const bytes = POINT_BYTES.get(type);
  return bytes !== undefined && count > 0 && view.byteLength === HEADER_BYTES + bytes * count
    ? 'lidar'
    : null;
}

/** Name of an older Livox by a packet of points, whose protocol is not read; null: none of it. */
export function olderLivox(view: DataView): string | null {
  if (view.byteLength < HEADER_BYTES || view.getUint8(0) !== OLD_VERSION) return null;
  const body = OLD_BODY_BYTES.get(view.getUint8(OLD_TYPE_AT));
  return body !== undefined && view.byteLength === OLD_HEADER_BYTES + body
    ? 'Livox Mid-40, Horizon, Tele-15 or Avia'
    : null;
}

/** Time of the first point, or of the reading, ns by the clock of the sensor. */
export function livoxStampNs(view: DataView): bigint {
  return view.getBigUint64(STAMP_AT, true);
}

/** Time from a point to the next, s; 0: the packet does not state it. */
export function livoxStep(view: DataView): number {
  return (view.getUint16(SPAN_AT, true) * 1e-7) / view.getUint16(COUNT_AT, true);
}

/**
 * The points of a packet, without those that did not return, which are zeros.
 *
 * @param step from a point to the next, s
 * @param stampNs of the first point
 */
export function livoxPacketPoints(view: DataView, step: number, stampNs: bigint): TimedPoints {
  const type = view.getUint8(TYPE_AT);
  const all = view.getUint16(COUNT_AT, true);
  const bytes = POINT_BYTES.get(type)!;
  const points = {
    xyz: new Float32Array(3 * all),
    reflectivity: new Uint16Array(all),
    seconds: new Float64Array(all),
  };
  let count = 0;
  for (let i = 0; i < all; i++) {
    const at = HEADER_BYTES + bytes * i;
    const place = placeOf(view, type, at);
    if (place[0] === 0 && place[1] === 0 && place[2] === 0) continue;
    points.xyz.set(place, 3 * count);
    points.reflectivity[count] = view.getUint8(at + bytes - 2);
    points.seconds[count++] = i * step;
  }
  return { count, stampNs, ...points };
}

/** Coordinates of a point, m. */
function placeOf(view: DataView, type: number, at: number): [number, number, number] {
  if (type === 1)
    return [
      view.getInt32(at, true) / 1000,
      view.getInt32(at + 4, true) / 1000,
      view.getInt32(at + 8, true) / 1000,
    ];
  if (type === 2)
    return [
      view.getInt16(at, true) / 100,
      view.getInt16(at + 2, true) / 100,
      view.getInt16(at + 4, true) / 100,
    ];
  const depth = view.getUint32(at, true) / 1000;
  const [zenith, azimuth] = [4, 6].map((k) => (view.getUint16(at + k, true) * Math.PI) / 18_000);
  const flat = depth * Math.sin(zenith);
  return [flat * Math.cos(azimuth), flat * Math.sin(azimuth), depth * Math.cos(zenith)];
}

/** The reading in a packet of the inertial unit; null: it is no reading. @param stampNs of it */
export function livoxImu(view: DataView, stampNs: bigint): ImuSample | null {
  const values = Array.from({ length: 6 }, (_, k) => view.getFloat32(HEADER_BYTES + 4 * k, true));
  if (!values.every(Number.isFinite)) return null;
  const [gx, gy, gz, ...force] = values;
  const [ax, ay, az] = force.map((g) => g * STANDARD_GRAVITY);
  return { stampNs, gyro: [gx, gy, gz], accel: [ax, ay, az] };
}
