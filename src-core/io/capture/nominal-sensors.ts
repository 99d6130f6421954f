import { type Remark, remark } from '../../messages/remark.ts';
import type { NominalSensor } from '../../model/nominal-sensor.ts';
import type { SensorModel } from '../../model/sensor.ts';
import { parseSensorMetadata } from './metadata.ts';
import { FIRST_GENERATION_SLOTS } from './packet-layouts.ts';
import type { PacketStyle } from './packet-style.ts';

/** What the maker publishes of a product: its vertical field of view, and the beam tables follow from its optics. */
interface Optics {
  readonly productLine: string;
  /** Altitude of the first beam, degrees; the last one's is its negative, and those between are evenly spaced. */
  readonly top: number;
  /** Azimuth offsets of the four columns of the laser array, degrees: rows take them in turn. */
  readonly columns: readonly number[];
}

/** Azimuth offsets of the array's columns behind the optics of an OS1, degrees; other optics scale them. */
const OS1_COLUMNS = [4.22, 1.41, -1.41, -4.22];
const times = (factor: number) => OS1_COLUMNS.map((angle) => factor * angle);

/** Vertical fields of view by the data sheets of revision 7: 90, 42.4 and 22.5 degrees. */
const OPTICS: Readonly<Record<'os0' | 'os1' | 'os2', Optics>> = {
  os0: { productLine: 'OS-0', top: 45, columns: times(2) },
  os1: { productLine: 'OS-1', top: 21.2, columns: OS1_COLUMNS },
  os2: { productLine: 'OS-2', top: 11.25, columns: times(0.5) },
};
const FIRST_GENERATION: Optics = {
  productLine: 'OS-1',
  top: 16.611,
  columns: [3.164, 1.055, -1.055, -3.164],
};
/** Rows of the whole array, of which a sensor of fewer beams uses every second or fourth. */
const ARRAY_ROWS = 128;

/** What first-generation sensors send: their firmware had no other profile. */
const USUAL_STYLE: PacketStyle = { profile: 'LEGACY', headerType: 'none', columns: 1024, hertz: 10 };

/**
 * A sensor without metadata, by the maker's nominal angles: a unit's real altitudes differ from these by up to a degree
 * (up to 0.3 degrees in the first generation).
 *
 * @param style of its packets, from `packetStyleOf`; without one: legacy packets in mode 1024x10
 */
export function nominalSensor(name: NominalSensor, style: PacketStyle = USUAL_STYLE): SensorModel {
  const isFirst = name === 'os1-16' || name === 'os1-64-gen1';
  const { productLine, beams, rows, optics } = productOf(name, isFirst);
  const sensor = parseSensorMetadata(
    JSON.stringify({
      prod_line: `${productLine}-${beams}`,
      lidar_mode: `${style.columns}x${style.hertz}`,
      beam_altitude_angles: rows.map((row, i) =>
        altitudeOf(optics, isFirst ? row : i, isFirst ? FIRST_GENERATION_SLOTS : beams),
      ),
      beam_azimuth_angles: rows.map((row) => optics.columns[row % optics.columns.length]),
      lidar_to_sensor_transform: [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, heightOf(name), 0, 0, 0, 1],
      imu_to_sensor_transform: [1, 0, 0, 6.253, 0, 1, 0, -11.775, 0, 0, 1, 7.645, 0, 0, 0, 1],
      lidar_origin_to_beam_origin_mm: originOf(name),
      ...(style.profile === 'LEGACY'
        ? {}
        : {
            data_format: {
              udp_profile_lidar: style.profile,
              header_type: style.headerType,
              columns_per_frame: style.columns,
            },
          }),
    }),
    name,
  );
  return { ...sensor, assumptions: [...sensor.assumptions, remarkOn(name, isFirst, beams)] };
}

function productOf(name: NominalSensor, isFirst: boolean) {
  const [family, count] = name.split('-') as [keyof typeof OPTICS, string];
  const optics = isFirst ? FIRST_GENERATION : OPTICS[family];
  const beams = Number(count);
  // The tables of the first generation list all 64 channels; the packets tell which are used.
  const rows = isFirst
    ? Array.from({ length: FIRST_GENERATION_SLOTS }, (_, slot) => slot)
    : Array.from({ length: beams }, (_, i) => ((i + 1) * ARRAY_ROWS) / beams - 1);
  return { productLine: optics.productLine, beams, rows, optics };
}

function altitudeOf({ top }: Optics, i: number, count: number): number {
  return top * (1 - (2 * i) / (count - 1));
}

function heightOf(name: NominalSensor): number {
  return name.startsWith('os2') ? 74.296 : 36.18;
}

function originOf(name: NominalSensor): number {
  if (name.startsWith('os0')) return 27.67;
  return name.startsWith('os2') ? 13.762 : 15.806;
}

function remarkOn(name: NominalSensor, isFirst: boolean, beams: number): Remark {
  if (isFirst) return remark('nominal-sensor');
  const values = { name: name.toUpperCase() };
  return beams === 64 ? remark('nominal-columns', values) : remark('nominal-angles', values);
}

/** A first-generation OS1-16 in mode 1024x10 without metadata. */
export const OS1_16_DEFAULT: SensorModel = nominalSensor('os1-16');
