import { STANDARD_GRAVITY } from '../../../model/gravity.ts';
import type { ImuSample } from '../../../model/scan.ts';
import { IMU_PACKET_BYTES, PACKET_END_BYTES } from '../packet-layouts.ts';
import { PACKET_TYPES } from './packet-header.ts';

const RADIANS = Math.PI / 180;

const ACCEL_STAMP_OFFSET = 8;
const GYRO_STAMP_OFFSET = 16;
const ACCEL_OFFSET = 24;
const GYRO_OFFSET = 36;

/** An accelerated packet: header, NMEA sentence with its stamp, then readings of 36 bytes each, then footer. */
const NMEA_BYTES = 100;
const READING_BYTES = 36;
const READING_STATUS_OFFSET = 10;
const READING_ACCEL_OFFSET = 12;
const READING_GYRO_OFFSET = 24;
const FIRST_READING = PACKET_END_BYTES + NMEA_BYTES;

/** Far beyond the measuring range of the IMU (g, deg/s); random bytes read as floats are mostly larger. */
const LARGEST_ACCEL_G = 64;
const LARGEST_GYRO_DEG = 8000;
const STAMPS_APART_NS = 1e9;

/** True if bytes can be an IMU packet: size, finite plausible values, stamps close together. */
export function looksLikeImu(view: DataView): boolean {
  return view.byteLength === IMU_PACKET_BYTES ? looksLegacy(view) : looksAccelerated(view);
}

/**
 * Decodes an IMU packet, of the profile `LEGACY` (48 bytes, one reading: stamps u64 ns of diagnostics, accelerometer
 * and gyro, then specific force x y z f32 in g, angular rate x y z f32 in deg/s) or `ACCEL32_GYRO32_NMEA` (firmware 3.2;
 * several readings: stamp u64 ns, measurement id u16, status u16, specific force f32 in m/s^2, angular rate f32 in
 * rad/s). All numbers are little-endian.
 *
 * @param view one that `looksLikeImu`
 * @returns the valid readings in m/s^2 and rad/s, IMU frame; with the gyro's stamp where there are two
 */
export function imuSamplesOf(view: DataView): ImuSample[] {
  if (view.byteLength === IMU_PACKET_BYTES)
    return [
      {
        stampNs: view.getBigUint64(GYRO_STAMP_OFFSET, true),
        accel: triple(view, ACCEL_OFFSET, STANDARD_GRAVITY),
        gyro: triple(view, GYRO_OFFSET, RADIANS),
      },
    ];
  return validReadings(view).map((at) => ({
    stampNs: view.getBigUint64(at, true),
    accel: triple(view, at + READING_ACCEL_OFFSET),
    gyro: triple(view, at + READING_GYRO_OFFSET),
  }));
}

function looksLegacy(view: DataView): boolean {
  const apart =
    Number(view.getBigUint64(ACCEL_STAMP_OFFSET, true)) - Number(view.getBigUint64(GYRO_STAMP_OFFSET, true));
  const accel = triple(view, ACCEL_OFFSET);
  return (
    Math.abs(apart) < STAMPS_APART_NS &&
    isPlausible(accel, LARGEST_ACCEL_G) &&
    isPlausible(triple(view, GYRO_OFFSET), LARGEST_GYRO_DEG) &&
    accel.some((value) => value !== 0)
  );
}

function looksAccelerated(view: DataView): boolean {
  const readingBytes = view.byteLength - FIRST_READING - PACKET_END_BYTES;
  if (readingBytes <= 0 || readingBytes % READING_BYTES !== 0) return false;
  // The type has 8 or 16 bits, as the header has it; its lower byte comes first in both.
  if (view.getUint8(0) !== PACKET_TYPES.imu) return false;
  return validReadings(view).every(
    (at) =>
      isPlausible(triple(view, at + READING_ACCEL_OFFSET), LARGEST_ACCEL_G * STANDARD_GRAVITY) &&
      isPlausible(triple(view, at + READING_GYRO_OFFSET), LARGEST_GYRO_DEG * RADIANS),
  );
}

/** Positions of the readings whose status says valid. */
function validReadings(view: DataView): number[] {
  const readings: number[] = [];
  const end = view.byteLength - PACKET_END_BYTES;
  for (let at = FIRST_READING; at + READING_BYTES <= end; at += READING_BYTES)
    if ((view.getUint8(at + READING_STATUS_OFFSET) & 1) === 1) readings.push(at);
  return readings;
}

function isPlausible(values: readonly number[], largest: number): boolean {
  return values.every((value) => Math.abs(value) < largest);
}

function triple(view: DataView, at: number, scale = 1): [number, number, number] {
  return [
    view.getFloat32(at, true) * scale,
    view.getFloat32(at + 4, true) * scale,
    view.getFloat32(at + 8, true) * scale,
  ];
}
