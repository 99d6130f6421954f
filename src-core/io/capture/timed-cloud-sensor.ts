import { remark } from '../../messages/remark.ts';
import type { OtherFormat, SensorModel } from '../../model/sensor.ts';
import { rowsOfPoints, TIME_SLICES } from '../../model/timed-cloud.ts';

/** The model of a sensor whose scans are timed clouds, in its own frame. @param points of its largest frame */
export function timedCloudSensor(
  profile: OtherFormat,
  productLine: string,
  points: number,
  framesPerSecond: number,
): SensorModel {
  const rows = rowsOfPoints(points);
  const hertz = Number(framesPerSecond.toFixed(3));
  return {
    productLine,
    serial: '',
    firmware: '',
    lidarMode: `${hertz} Hz`,
    profile,
    initId: null,
    beams: rows,
    columnsPerFrame: TIME_SLICES,
    columnsPerPacket: 1,
    rotationHz: hertz,
    columnWindow: [0, TIME_SLICES - 1],
    beamAltitudeDeg: new Float64Array(rows),
    beamAzimuthDeg: new Float64Array(rows),
    pixelShiftByRow: new Int32Array(rows),
    beamOriginMm: 0,
    T_sensor_lidar: { R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), t: new Float64Array(3) },
    T_sensor_imu: { R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), t: new Float64Array(3) },
    packetSlots: rows,
    slotOfBeam: Int32Array.from({ length: rows }, (_, row) => row),
    udpPortLidar: 0,
    udpPortImu: 0,
    assumptions: [remark(profile === 'LIVOX' ? 'livox-assumed' : 'cloud-frames')],
  };
}
