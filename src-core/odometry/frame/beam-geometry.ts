import { rotateVector } from '../../math/se3.ts';
import type { SensorModel } from '../../model/sensor.ts';

/**
 * Direction and offset of each pixel of the range image, sensor frame: `p_sensor = range * direction + offset`.
 * Row-major like the range image, 3 numbers a pixel.
 */
export interface BeamGeometry {
  readonly beams: number;
  readonly columns: number;
  /** Unit vectors. */
  readonly direction: Float32Array;
  /**
   * Metres; from the distance of the beam origin to the lidar axis and beside it, the lidar's position in the sensor and, in a
   * calibrated instrument, the range offset of the beam.
   */
  readonly offset: Float32Array;
}

/**
 * Tabulates the manufacturer's beam model. With (a, h) the beam origin off the lidar's axis and over its origin (h = 0
 * but in an OSDome), n = |(a, h)|, theta_e the encoder angle of the column,
 * theta_a = -azimuth and phi = altitude of the beam, d = (cos(theta_e + theta_a) cos(phi), sin(theta_e + theta_a)
 * cos(phi), sin(phi)):
 *
 *     p_lidar = (r - n) d + (a cos(theta_e), a sin(theta_e), h + h_b),   p_sensor = T_sensor_lidar p_lidar
 *
 * h_b, the height of a single beam's origin, is zero but for makers that state one. So is w, how far it lies to the left of the
 * beam, which adds w (-sin(theta_e + theta_a), cos(theta_e + theta_a), 0). The encoder turns against the azimuth: theta_e = 2 pi (1 - column / columns).
 *
 * @returns shared by all who ask for this sensor: not to be changed
 */
export function beamGeometry(sensor: SensorModel): BeamGeometry {
  let geometry = TABLES.get(sensor);
  if (geometry === undefined) {
    geometry = tabulated(sensor);
    TABLES.set(sensor, geometry);
  }
  return geometry;
}

/** One table a sensor: half a dozen parts of an alignment read it. */
const TABLES = new WeakMap<SensorModel, BeamGeometry>();

const NOWHERE = [0, 0, 0];

function tabulated(sensor: SensorModel): BeamGeometry {
  const { beams, columnsPerFrame: columns } = sensor;
  const direction = new Float32Array(3 * beams * columns);
  const offset = new Float32Array(3 * beams * columns);
  const axis = sensor.beamOriginMm / 1000;
  const height = (sensor.beamOriginZMm ?? 0) / 1000;
  const n = height === 0 ? axis : Math.hypot(axis, height);
  const { R, t } = sensor.T_sensor_lidar;
  for (let beam = 0; beam < beams; beam++) {
    const phi = (sensor.beamAltitudeDeg[beam] * Math.PI) / 180;
    const thetaA = (-sensor.beamAzimuthDeg[beam] * Math.PI) / 180;
    const sideways = (sensor.beamSidewaysMm?.[beam] ?? 0) / 1000;
    const tooLong = sensor.beamRangeOffset?.[beam] ?? 0;
    for (let column = 0; column < columns; column++) {
      const thetaE = 2 * Math.PI * (1 - column / columns);
      const dx = Math.cos(thetaE + thetaA) * Math.cos(phi);
      const dy = Math.sin(thetaE + thetaA) * Math.cos(phi);
      const dz = Math.sin(phi);
      const d = rotateVector(R, dx, dy, dz);
      const o = rotateVector(
        R,
        n * (Math.cos(thetaE) - dx) + (axis - n) * Math.cos(thetaE),
        n * (Math.sin(thetaE) - dy) + (axis - n) * Math.sin(thetaE),
        -n * dz + height + (sensor.beamHeightMm?.[beam] ?? 0) / 1000,
      );
      const left =
        sideways === 0
          ? NOWHERE
          : rotateVector(R, -sideways * Math.sin(thetaE + thetaA), sideways * Math.cos(thetaE + thetaA), 0);
      const at = 3 * (beam * columns + column);
      for (let k = 0; k < 3; k++) {
        direction[at + k] = d[k];
        offset[at + k] = o[k] + left[k] + t[k] - tooLong * d[k];
      }
    }
  }
  return { beams, columns, direction, offset };
}
