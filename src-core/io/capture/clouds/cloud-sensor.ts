import { remark } from '../../../messages/remark.ts';
import type { SensorModel } from '../../../model/sensor.ts';
import type { CloudChoice } from './choose-clouds.ts';

/** Columns of the image over the firings of a rotation; see `spinning-sensor.ts`. */
const COLUMN_MARGIN = 1.06;

/** The sensor model of fitted rings, in the frame of its clouds. */
export function cloudSensor({ fit, topic, remarks }: Extract<CloudChoice, { kind: 'rings' }>): SensorModel {
  const beams = fit.rings.length;
  const columns = Math.ceil(COLUMN_MARGIN / (fit.rotationHz * fit.cycle));
  // Seen from below, a sensor that turns counter-clockwise turns as the model does.
  const down = fit.clockwise ? 1 : -1;
  return {
    productLine: `PointCloud2, ${beams} rings`,
    serial: '',
    firmware: '',
    lidarMode: `${columns}x${Number(fit.rotationHz.toFixed(2))}`,
    profile: 'POINTCLOUD2',
    initId: null,
    beams,
    columnsPerFrame: columns,
    columnsPerPacket: 1,
    rotationHz: Number(fit.rotationHz.toFixed(3)),
    columnWindow: [0, columns - 1],
    beamAltitudeDeg: fit.altitudeDeg,
    beamAzimuthDeg: fit.azimuthDeg,
    beamHeightMm: fit.height.map((height) => height * 1000),
    pixelShiftByRow: Int32Array.from(fit.azimuthDeg, (azimuth) => Math.round((azimuth / 360) * columns)),
    beamOriginMm: 0,
    T_sensor_lidar: { R: Float64Array.of(1, 0, 0, 0, down, 0, 0, 0, down), t: new Float64Array(3) },
    T_sensor_imu: { R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), t: new Float64Array(3) },
    packetSlots: beams,
    slotOfBeam: Int32Array.from({ length: beams }, (_, beam) => beam),
    udpPortLidar: 0,
    udpPortImu: 0,
    assumptions: [...remarks, remark('cloud-table', { topic, rings: beams })],
  };
}
