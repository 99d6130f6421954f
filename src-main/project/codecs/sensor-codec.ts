import { z } from 'zod';
import { LIDAR_PROFILES, OTHER_FORMATS, type SensorModel } from '../../../src-core/model/sensor.ts';
import { REMARK } from './remark-codec.ts';

/**
 * Encodes the sensor model used by the import. It is stored in addition to the original metadata, because some of
 * it (the packet slots of a first-generation OS1-16) is derived from the packets only, and a later reading of the
 * same metadata must not change the numbers of an old project.
 */
export function encodeSensor(sensor: SensorModel): string {
  return JSON.stringify(sensor, (_, value) =>
    ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value,
  );
}

/** @throws ZodError, SyntaxError if the text was not written by `encodeSensor` */
export function decodeSensor(text: string): SensorModel {
  return SENSOR.parse(JSON.parse(text));
}

const f64 = z.array(z.number()).transform((values) => Float64Array.from(values));
const i32 = z.array(z.int()).transform((values) => Int32Array.from(values));
const rigid = z.object({ R: f64, t: f64 });

const SENSOR: z.ZodType<SensorModel> = z.object({
  productLine: z.string(),
  serial: z.string(),
  firmware: z.string(),
  lidarMode: z.string(),
  profile: z.enum([...LIDAR_PROFILES, ...OTHER_FORMATS]),
  headerType: z.enum(['none', 'standard', 'fusa']).optional(),
  initId: z.number().nullable(),
  beams: z.int(),
  columnsPerFrame: z.int(),
  columnsPerPacket: z.int(),
  rotationHz: z.number(),
  columnWindow: z.tuple([z.int(), z.int()]),
  beamAltitudeDeg: f64,
  beamAzimuthDeg: f64,
  beamHeightMm: f64.optional(),
  beamSidewaysMm: f64.optional(),
  beamDistanceMm: z.object({ far: f64, nearX: f64, nearY: f64 }).optional(),
  pixelShiftByRow: i32,
  beamOriginMm: z.number(),
  beamOriginZMm: z.number().optional(),
  T_sensor_lidar: rigid,
  T_sensor_imu: rigid,
  packetSlots: z.int().nullable(),
  slotOfBeam: i32.nullable(),
  udpPortLidar: z.int(),
  udpPortImu: z.int(),
  assumptions: z.array(REMARK),
});
