/*
 * Point packets of Livox's sensors, little-endian. Of the Mid-360 and HAP ("Livox LiDAR Communication Protocol - Mid360",
 * v1.4.11): a header of 36 bytes with the length of the packet, the number of points and their type. Of the older ones ("Livox
 * SDK Communication Protocol", V1.3.0): a header of 18 bytes with the version 5 and the type, and as many points as the type
 * always has.
 */
const HEADER_BYTES = 36;
const LENGTH_AT = 1;
const COUNT_AT = 5;
const TYPE_AT = 10;
/** Bytes of a point by its type; type 0 is a reading of the inertial unit. */
const POINT_BYTES: ReadonlyMap<number, number> = new Map([
  [1, 14],
  [2, 8],
  [3, 10],
]);
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

/** Name of a Livox by a packet of points, which are not read: they follow a rosette, no range image; null: none of it. */
export function livoxOf(view: DataView): string | null {
  if (view.byteLength < HEADER_BYTES) return null;
  const version = view.getUint8(0);
  const pointBytes = POINT_BYTES.get(view.getUint8(TYPE_AT));
  const isNew = version === 0 && view.getUint16(LENGTH_AT, true) === view.byteLength;
  if (isNew && pointBytes !== undefined) {
    const bytes = HEADER_BYTES + pointBytes * view.getUint16(COUNT_AT, true);
    return bytes === view.byteLength ? 'Livox Mid-360 or HAP' : null;
  }
  const body = OLD_BODY_BYTES.get(view.getUint8(OLD_TYPE_AT));
  const isOld = version === OLD_VERSION && body !== undefined;
  return isOld && view.byteLength === OLD_HEADER_BYTES + body
    ? 'Livox Mid-40, Horizon, Tele-15 or Avia'
    : null;
}
