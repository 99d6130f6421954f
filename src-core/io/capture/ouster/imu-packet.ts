import { STANDARD_GRAVITY } from '../../../model/gravity.ts';
import type { ImuSample } from '../../../model/scan.ts';
import { IMU_PACKET_BYTES } from '../packet-layouts.ts';

const RADIANS = Math.PI / 180;

const ACCEL_STAMP_OFFSET = 8;
const GYRO_STAMP_OFFSET = 16;
const ACCEL_OFFSET = 24;
const GYRO_OFFSET = 36;

/**
 * Decodes a legacy IMU packet (48 bytes, little-endian): stamps u64 ns of diagnostics, accelerometer and gyro, then
 * specific force x y z f32 in g, angular rate x y z f32 in deg/s.
 *
 * @returns the sample in m/s^2 and rad/s, IMU frame, with the gyro's stamp
 */
export function decodeImuPacket(view: DataView): ImuSample {
  return {
    stampNs: view.getBigUint64(GYRO_STAMP_OFFSET, true),
    accel: triple(view, ACCEL_OFFSET, STANDARD_GRAVITY),
    gyro: triple(view, GYRO_OFFSET, RADIANS),
  };
}

/** Far beyond the measuring range of the IMU (g, deg/s); random bytes read as floats are mostly larger. */
const LARGEST_ACCEL_G = 64;
const LARGEST_GYRO_DEG = 8000;
const STAMPS_APART_NS = 1e9;

/** True if bytes can be an IMU packet: size, finite plausible values, both stamps close together. */
export function looksLikeImu(view: DataView): boolean {
  if (view.byteLength !== IMU_PACKET_BYTES) return false;
  const accel = triple(view, ACCEL_OFFSET, 1);
  const gyro = triple(view, GYRO_OFFSET, 1);
  const apart =
    Number(view.getBigUint64(ACCEL_STAMP_OFFSET, true)) - Number(view.getBigUint64(GYRO_STAMP_OFFSET, true));
  return (
    Math.abs(apart) < STAMPS_APART_NS &&
    accel.every((value) => Math.abs(value) < LARGEST_ACCEL_G) &&
    gyro.every((value) => Math.abs(value) < LARGEST_GYRO_DEG) &&
    accel.some((value) => value !== 0)
  );
}

function triple(view: DataView, at: number, scale: number): [number, number, number] {
  return [
    view.getFloat32(at, true) * scale,
    view.getFloat32(at + 4, true) * scale,
    view.getFloat32(at + 8, true) * scale,
  ];
}
