import { rigidFromMatrix4 } from '../src-core/math/se3.ts';
import type { SensorModel } from '../src-core/model/sensor.ts';

/**
 * The simulated sensor: a first-generation OS1-16 with the beam table of a real OS-1-16-A0 (its metadata, as the
 * manufacturer publishes it with the SDK's tests).
 */
export const ALTITUDE_DEG = [
  14.799, 12.648, 10.537, 8.442, 6.357, 4.262, 2.183, 0.1, -1.991, -4.079, -6.168, -8.275, -10.373, -12.489,
  -14.658, -16.858,
];
export const AZIMUTH_DEG = [
  -3.387, -3.326, -3.288, -3.243, -3.206, -3.183, -3.159, -3.129, -3.1, -3.083, -3.067, -3.048, -3.04, -3.037,
  -3.043, -3.041,
];
export const BEAMS = 16;
export const COLUMNS_PER_FRAME = 1024;
export const COLUMNS_PER_PACKET = 16;
export const ROTATION_HZ = 10;
export const BEAM_ORIGIN_MM = 15.806;
/** Row-major 4x4, translation in mm. */
export const LIDAR_TO_SENSOR = [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 36.18, 0, 0, 0, 1];
/** Row-major 4x4, translation in mm. */
export const IMU_TO_SENSOR = [1, 0, 0, 6.253, 0, 1, 0, -11.775, 0, 0, 1, 7.645, 0, 0, 0, 1];
export const PORT_LIDAR = 7502;
export const PORT_IMU = 7503;
export const PRODUCT_LINE = 'OS-1-16-A0';
export const SERIAL = '991900000016';

/** Packet layout of a capture. */
export type CaptureLayout = 'thesis64' | 'legacy16';

/** Channel slots per column, the slot of each beam, and the firmware that uses this layout. */
export const LAYOUTS: Record<
  CaptureLayout,
  { slots: number; slotOfBeam: readonly number[]; firmware: string }
> = {
  thesis64: { slots: 64, slotOfBeam: ALTITUDE_DEG.map((_, i) => 4 * i + 3), firmware: '1.13.0' },
  legacy16: { slots: 16, slotOfBeam: ALTITUDE_DEG.map((_, i) => i), firmware: '2.0.0' },
};

/** Column shift of each row that makes the image upright, as rounded by the manufacturer's firmware. */
export function pixelShifts(): number[] {
  const least = Math.min(...AZIMUTH_DEG);
  return AZIMUTH_DEG.map((azimuth) => Math.round(((azimuth - least) * COLUMNS_PER_FRAME) / 360));
}

/** Complete sensor model, as its metadata describes it. */
export function simulatedSensor(layout: CaptureLayout): SensorModel {
  const { slots, slotOfBeam, firmware } = LAYOUTS[layout];
  return {
    productLine: PRODUCT_LINE,
    serial: SERIAL,
    firmware,
    lidarMode: '1024x10',
    profile: 'LEGACY',
    initId: null,
    beams: BEAMS,
    columnsPerFrame: COLUMNS_PER_FRAME,
    columnsPerPacket: COLUMNS_PER_PACKET,
    rotationHz: ROTATION_HZ,
    columnWindow: [0, COLUMNS_PER_FRAME - 1],
    beamAltitudeDeg: Float64Array.from(ALTITUDE_DEG),
    beamAzimuthDeg: Float64Array.from(AZIMUTH_DEG),
    pixelShiftByRow: Int32Array.from(pixelShifts()),
    beamOriginMm: BEAM_ORIGIN_MM,
    T_sensor_lidar: rigidFromMatrix4(LIDAR_TO_SENSOR, 1e-3),
    T_sensor_imu: rigidFromMatrix4(IMU_TO_SENSOR, 1e-3),
    packetSlots: slots,
    slotOfBeam: Int32Array.from(slotOfBeam),
    udpPortLidar: PORT_LIDAR,
    udpPortImu: PORT_IMU,
    assumptions: [],
  };
}
