import { remark } from '../../messages/remark.ts';
import type { SensorModel } from '../../model/sensor.ts';
import { parseSensorMetadata } from './metadata.ts';
import { FIRST_GENERATION_SLOTS } from './packet-layouts.ts';

/** Nominal altitude of the first of the 64 channels of a first-generation OS1, degrees; evenly spaced below. */
const TOP_ALTITUDE_DEG = 16.611;
/** Nominal azimuth offsets, degrees, repeated every four channels. */
const AZIMUTH_PATTERN_DEG = [3.164, 1.055, -1.055, -3.164];

function nominalAltitude(slot: number): number {
  return TOP_ALTITUDE_DEG * (1 - (2 * slot) / (FIRST_GENERATION_SLOTS - 1));
}

const SLOTS = Array.from({ length: FIRST_GENERATION_SLOTS }, (_, slot) => slot);

/**
 * A first-generation OS1-16 in mode 1024x10 without metadata: the maker's nominal beam angles. A unit's real angles
 * differ from these by up to 0.3 degrees (5 cm at 10 m).
 */
export const OS1_16_DEFAULT: SensorModel = withNote(
  parseSensorMetadata(
    JSON.stringify({
      prod_line: 'OS-1-16',
      lidar_mode: '1024x10',
      beam_altitude_angles: SLOTS.map(nominalAltitude),
      beam_azimuth_angles: SLOTS.map((slot) => AZIMUTH_PATTERN_DEG[slot % AZIMUTH_PATTERN_DEG.length]),
      lidar_origin_to_beam_origin_mm: 15.806,
      lidar_to_sensor_transform: [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 36.18, 0, 0, 0, 1],
      imu_to_sensor_transform: [1, 0, 0, 6.253, 0, 1, 0, -11.775, 0, 0, 1, 7.645, 0, 0, 0, 1],
    }),
    'os1-16',
  ),
);

function withNote(sensor: SensorModel): SensorModel {
  return {
    ...sensor,
    assumptions: [...sensor.assumptions, remark('nominal-sensor')],
  };
}
