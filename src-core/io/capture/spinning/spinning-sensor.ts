import { remark } from '../../../messages/remark.ts';
import type { SensorModel } from '../../../model/sensor.ts';
import type { ChannelDistances, SpinningFormat } from './spinning-format.ts';

/** Rotations a second of a sensor that no packet has been read of. */
const USUAL_HERTZ = 10;
/**
 * Columns of the image over the firings of a rotation, so that each firing has a column of its own: a motor turns evenly
 * to a hundredth, and azimuths of hundredths of a degree put neighbours closer by up to a twentieth of their distance.
 */
const COLUMN_MARGIN = 1.06;

/**
 * The sensor model of a format: the maker's table, which is that of every unit, or the unit's own. Its frame is the maker's: y where the
 * azimuth is 0, x where it is 90 degrees, z up. Columns are azimuths at even steps; each scan states how far from them its
 * firings were (`Scan.columnTurn`). A beam's azimuth is where it fires, later than the first beam of its firing.
 *
 * @param rotationHz measured; absent: the usual rate
 */
export function spinningSensor(spinning: SpinningFormat, rotationHz = USUAL_HERTZ): SensorModel {
  const { altitudeDeg, azimuthDeg, firingSeconds, heightMm, format, product, port } = spinning;
  const { sidewaysMm, distanceMm } = spinning;
  const beams = altitudeDeg.length;
  // Heights over the base of the sensor: the lidar's origin is among those of its beams, from where it sees.
  const lidarMm = distanceMm === undefined ? 0 : heightMm.reduce((sum, height) => sum + height, 0) / beams;
  const columns = Math.ceil(COLUMN_MARGIN / (rotationHz * spinning.cycleSeconds));
  const beamAzimuthDeg = Float64Array.from(
    azimuthDeg,
    (azimuth, beam) => azimuth + 360 * rotationHz * firingSeconds[beam],
  );
  return {
    productLine: product,
    serial: spinning.serial ?? '',
    firmware: '',
    lidarMode: `${columns}x${Number(rotationHz.toFixed(2))}`,
    profile: format,
    initId: null,
    beams,
    columnsPerFrame: columns,
    columnsPerPacket: spinning.firings,
    rotationHz,
    columnWindow: [0, columns - 1],
    beamAltitudeDeg: Float64Array.from(altitudeDeg),
    beamAzimuthDeg,
    beamHeightMm: Float64Array.from(heightMm, (height) => height - lidarMm),
    ...(sidewaysMm && { beamSidewaysMm: Float64Array.from(sidewaysMm) }),
    ...(distanceMm && {
      beamDistanceMm: {
        far: Float64Array.from(distanceMm.far),
        nearX: Float64Array.from(distanceMm.nearX),
        nearY: Float64Array.from(distanceMm.nearY),
      },
    }),
    pixelShiftByRow: Int32Array.from(beamAzimuthDeg, (azimuth) => Math.round((azimuth / 360) * columns)),
    beamOriginMm: spinning.originMm ?? 0,
    T_sensor_lidar: {
      R: Float64Array.of(0, -1, 0, 1, 0, 0, 0, 0, 1),
      t: Float64Array.of(0, 0, lidarMm / 1000),
    },
    T_sensor_imu: { R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), t: new Float64Array(3) },
    packetSlots: beams,
    slotOfBeam: Int32Array.from(spinning.channelOfBeam ?? altitudeDeg.map((_, beam) => beam)),
    udpPortLidar: port,
    udpPortImu: 0,
    assumptions: spinning.remark === null ? [] : [remark(spinning.remark ?? 'spinning-table', { product })],
  };
}

/**
 * The format with the angles that a sensor model has, which a file of the unit stated.
 *
 * @param sensor by `spinningSensor`
 */
export function withAnglesOf(spinning: SpinningFormat, sensor: SensorModel): SpinningFormat {
  const { angles, altitudeDeg, channelOfBeam = [] } = spinning;
  const { slotOfBeam, beamAltitudeDeg, beamAzimuthDeg, rotationHz } = sensor;
  if (angles === undefined || slotOfBeam === null) return spinning;
  const isOwn = altitudeDeg.every((elevation, beam) => elevation === beamAltitudeDeg[beam]);
  const stated = { elevationDeg: [...altitudeDeg], azimuthDeg: altitudeDeg.map(() => 0) };
  const distances = distancesOf(sensor, slotOfBeam);
  const secondsOf = new Map(channelOfBeam.map((channel, beam) => [channel, spinning.firingSeconds[beam]]));
  slotOfBeam.forEach((channel, beam) => {
    stated.elevationDeg[channel] = beamAltitudeDeg[beam];
    stated.azimuthDeg[channel] = beamAzimuthDeg[beam] - 360 * rotationHz * (secondsOf.get(channel) ?? 0);
  });
  const isTurned = stated.azimuthDeg.some((azimuth) => Math.abs(azimuth) > 1e-9);
  if (distances !== null) return angles.with({ ...stated, distances });
  return isOwn && !isTurned ? spinning : angles.with(stated);
}

/** Lengths of the channels that a sensor model has; null: none. */
function distancesOf(
  { beamDistanceMm: of, beamHeightMm, beamSidewaysMm, T_sensor_lidar }: SensorModel,
  channelOfBeam: Int32Array,
): ChannelDistances | null {
  if (of === undefined || beamHeightMm === undefined || beamSidewaysMm === undefined) return null;
  const ofChannels = (values: Float64Array): number[] => {
    const channels = new Array<number>(values.length).fill(0);
    channelOfBeam.forEach((channel, beam) => {
      channels[channel] = values[beam];
    });
    return channels;
  };
  return {
    farMm: ofChannels(of.far),
    nearXMm: ofChannels(of.nearX),
    nearYMm: ofChannels(of.nearY),
    heightMm: ofChannels(beamHeightMm.map((height) => height + 1000 * T_sensor_lidar.t[2])),
    sidewaysMm: ofChannels(beamSidewaysMm),
  };
}
