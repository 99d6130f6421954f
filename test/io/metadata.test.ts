import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import { OS1_16_DEFAULT } from '../../src-core/io/capture/nominal-sensors.ts';
import { metadataOf } from './packet-builders.ts';
import { SHARED_DATA, WHY_SKIPPED } from './shared-data.ts';

const parse = (changes: Record<string, unknown>, beams = 16) =>
  parseSensorMetadata(metadataOf(beams, changes), 'drive.json');

/** The same keys in the groups of later firmware. */
function nested(flat: Record<string, unknown>): string {
  const pick = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, flat[key]]));
  return JSON.stringify({
    beam_intrinsics: pick('beam_altitude_angles', 'beam_azimuth_angles', 'lidar_origin_to_beam_origin_mm'),
    calibration_status: 'error: Command not recognized.',
    config_params: pick('lidar_mode', 'udp_port_lidar', 'udp_port_imu'),
    imu_intrinsics: pick('imu_to_sensor_transform'),
    lidar_intrinsics: pick('lidar_to_sensor_transform'),
    lidar_data_format: flat.data_format,
    sensor_info: pick('prod_line', 'prod_sn', 'build_rev', 'initialization_id'),
  });
}

describe('sensor metadata', () => {
  it('reads the flat form', () => {
    const sensor = parse({ initialization_id: 77, image_rev: 'ousteros-image-prod-aries-v2.1.3+20211026' });
    expect(sensor).toMatchObject({
      productLine: 'OS-1-16',
      serial: '992000000001',
      firmware: '2.1.3',
      lidarMode: '1024x10',
      profile: 'LEGACY',
      initId: 77,
      beams: 16,
      columnsPerFrame: 1024,
      columnsPerPacket: 16,
      rotationHz: 10,
      columnWindow: [0, 1023],
      beamOriginMm: 15.806,
      packetSlots: 16,
      udpPortLidar: 7502,
      udpPortImu: 7503,
      assumptions: [],
    });
    expect([...sensor.T_sensor_lidar.R]).toEqual([-1, 0, 0, 0, -1, 0, 0, 0, 1]);
    expect([...sensor.T_sensor_lidar.t]).toEqual([0, 0, 0.03618]);
    expect([...sensor.T_sensor_imu.t]).toEqual([0.006253, -0.011775, 0.007645]);
    expect(sensor.beamAltitudeDeg[0]).toBe(16);
    expect(sensor.beamAltitudeDeg[15]).toBe(-16);
  });

  it('reads the nested form the same', () => {
    const format = {
      columns_per_frame: 2048,
      columns_per_packet: 16,
      column_window: [1024, 100],
      pixels_per_column: 32,
      pixel_shift_by_row: Array.from({ length: 32 }, (_, i) => i - 16),
      udp_profile_lidar: 'RNG19_RFL8_SIG16_NIR16',
      udp_profile_imu: 'LEGACY',
    };
    const flat = metadataOf(32, { lidar_mode: '2048x10', initialization_id: 5, data_format: format });
    const sensor = parseSensorMetadata(nested(JSON.parse(flat)), 'drive.json');
    expect(sensor).toEqual(parseSensorMetadata(flat, 'drive.json'));
    expect(sensor).toMatchObject({ profile: 'RNG19_RFL8_SIG16_NIR16', columnWindow: [1024, 100], initId: 5 });
    expect(sensor.pixelShiftByRow[0]).toBe(-16);
  });

  it('takes the profile from the configuration where the data format has none', () => {
    const json = JSON.parse(nested(JSON.parse(metadataOf(16, { data_format: { pixels_per_column: 16 } }))));
    json.config_params.udp_profile_lidar = 'RNG15_RFL8_NIR8';
    expect(parseSensorMetadata(JSON.stringify(json), 'a.json').profile).toBe('RNG15_RFL8_NIR8');
  });

  it('accepts a byte order mark and the MODE_ spelling', () => {
    const text = `\uFEFF${metadataOf(16, { lidar_mode: 'MODE_512x20' })}`;
    expect(parseSensorMetadata(text, 'a.json')).toMatchObject({
      columnsPerFrame: 512,
      rotationHz: 20,
      lidarMode: '512x20',
    });
  });

  it.each([
    ['OS-0-32-U1', 27.67],
    ['OS-1-16-A0', 15.806],
    ['OS-2-32-U0', 13.762],
    [undefined, 12.163],
  ])('takes the beam origin of %s where the key is missing, and says so', (prod_line, expected) => {
    const beams = prod_line?.includes('32') ? 32 : 16;
    const sensor = parse({ prod_line, lidar_origin_to_beam_origin_mm: undefined }, beams);
    expect(sensor.beamOriginMm).toBe(expected);
    expect(sensor.assumptions.map(({ message }) => message)).toEqual([
      `drive.json has no lidar_origin_to_beam_origin_mm; ${expected} mm was taken, the maker's value for ${prod_line ?? 'an unnamed product'}.`,
    ]);
  });

  it('takes the beam origin from beam_to_lidar_transform, and says where two disagree', () => {
    const transform = [1, 0, 0, 12.3, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const alone = parse({ lidar_origin_to_beam_origin_mm: undefined, beam_to_lidar_transform: transform });
    expect(alone).toMatchObject({ beamOriginMm: 12.3, assumptions: [] });
    const both = parse({ beam_to_lidar_transform: transform });
    expect(both.beamOriginMm).toBe(15.806);
    expect(both.assumptions.map(({ message }) => message)).toEqual([
      'drive.json gives two beam origins, 15.806 mm and (in beam_to_lidar_transform) 12.3 mm; the first was taken.',
    ]);
  });

  it('takes the usual transforms where they are missing, and says so', () => {
    const sensor = parse({ lidar_to_sensor_transform: undefined, imu_to_sensor_transform: undefined });
    const full = parse({});
    expect(sensor.T_sensor_lidar).toEqual(full.T_sensor_lidar);
    expect(sensor.T_sensor_imu).toEqual(full.T_sensor_imu);
    expect(sensor.assumptions.map(({ message }) => message)).toEqual([
      "drive.json has no lidar_to_sensor_transform; the maker's usual one was taken.",
      "drive.json has no imu_to_sensor_transform; the maker's usual one was taken.",
    ]);
  });

  it('takes 10 rotations a second where only columns_per_frame tells the mode', () => {
    const sensor = parse({ lidar_mode: undefined, data_format: { columns_per_frame: 512 } });
    expect(sensor).toMatchObject({ columnsPerFrame: 512, rotationHz: 10 });
    expect(sensor.assumptions.map(({ message }) => message)).toEqual([
      'drive.json has no lidar_mode; 10 rotations a second were taken.',
    ]);
  });

  it('says that IMU packets of an unknown profile are not read', () => {
    const sensor = parse({ data_format: { udp_profile_imu: 'ACCEL64' } });
    expect(parse({ data_format: { udp_profile_imu: 'ACCEL32_GYRO32_NMEA' } }).assumptions).toEqual([]);
    expect(sensor.assumptions.map(({ message }) => message)).toEqual([
      'drive.json names the IMU profile ACCEL64, which is not read: the run goes without inertial readings.',
    ]);
  });

  it('reads the header that newer metadata states, and a height of the beam origins (OSDome)', () => {
    expect(parse({}).headerType).toBeUndefined();
    expect(parse({ data_format: { header_type: 'FUSA' } }).headerType).toBe('fusa');
    expect(parse({ config_params: { header_type: 'STANDARD' } }).headerType).toBe('standard');
    const dome = [1, 0, 0, 5.4, 0, 1, 0, 0, 0, 0, 1, -20.9, 0, 0, 0, 1];
    expect(parse({ beam_to_lidar_transform: dome })).toMatchObject({
      beamOriginMm: 5.4,
      beamOriginZMm: -20.9,
    });
  });

  it('picks the beams of a firmware 1.13 table by its entries that are not zero', () => {
    const zeros = new Array<number>(64).fill(0);
    const altitudes = zeros.map((_, slot) => (slot % 4 === 2 ? 16 - slot / 2 : 0));
    const azimuths = zeros.map((_, slot) => (slot % 4 === 2 ? -1.1 : 0));
    const sensor = parse({
      prod_line: 'OS-1-16-A0',
      beam_altitude_angles: altitudes,
      beam_azimuth_angles: azimuths,
    });
    expect(sensor).toMatchObject({ beams: 16, packetSlots: 64 });
    expect([...sensor.slotOfBeam!]).toEqual(Array.from({ length: 16 }, (_, i) => 4 * i + 2));
    expect(sensor.beamAltitudeDeg).toHaveLength(16);
    expect(sensor.beamAltitudeDeg[1]).toBe(13);
  });

  it('has a nominal OS1-16', () => {
    expect(OS1_16_DEFAULT).toMatchObject({ beams: 16, columnsPerFrame: 1024, beamOriginMm: 15.806 });
    expect(OS1_16_DEFAULT.beamAltitudeDeg).toHaveLength(64);
    expect(OS1_16_DEFAULT.beamAltitudeDeg[3]).toBeCloseTo(15.029, 3);
    expect(OS1_16_DEFAULT.beamAltitudeDeg[63]).toBeCloseTo(-16.611, 9);
    expect(OS1_16_DEFAULT.slotOfBeam).toBeNull();
    expect(OS1_16_DEFAULT.assumptions).toHaveLength(1);
  });
});

describe('metadata of real sensors', () => {
  const real = (path: string) => {
    const text = readFileSync(join(SHARED_DATA!, 'ouster', path), 'utf8');
    return parseSensorMetadata(text, path);
  };

  it.skipIf(SHARED_DATA === null)(`every file parses${WHY_SKIPPED}`, () => {
    const names = readdirSync(join(SHARED_DATA!, 'ouster/metadata'));
    expect(names).toHaveLength(5);
    for (const name of names) {
      const sensor = real(`metadata/${name}`);
      expect(sensor.serial).toMatch(/^\d{12}$/);
      expect(sensor.columnsPerFrame).toBe(1024);
    }
  });

  it.skipIf(SHARED_DATA === null)(`one OS1-16 as three firmwares describe it${WHY_SKIPPED}`, () => {
    const listsAll = real('metadata/1_12_os1-991937000062-16A0_legacy.json');
    const listsZeros = real('metadata/1_13_os1-991937000062-16A0_legacy.json');
    const listsReal = real('metadata/1_14_beta_os1-991937000062-16A0_legacy.json');
    expect(listsAll).toMatchObject({ beams: 16, slotOfBeam: null, packetSlots: null });
    expect(listsAll.beamAltitudeDeg).toHaveLength(64);
    expect([...listsZeros.slotOfBeam!]).toEqual(Array.from({ length: 16 }, (_, i) => 4 * i + 3));
    expect(listsZeros.beamAltitudeDeg).toEqual(listsReal.beamAltitudeDeg);
    expect(listsZeros.beamAzimuthDeg).toEqual(listsReal.beamAzimuthDeg);
    expect(listsZeros.beamAltitudeDeg).toEqual(listsAll.beamAltitudeDeg.filter((_, slot) => slot % 4 === 3));
    expect(listsReal).toMatchObject({
      beams: 16,
      packetSlots: 16,
      firmware: '1.14.0',
      productLine: 'OS-1-16-A0',
    });
    expect(listsReal.assumptions.map(({ message }) => message)).toEqual([
      "metadata/1_14_beta_os1-991937000062-16A0_legacy.json has no lidar_origin_to_beam_origin_mm; 15.806 mm was taken, the maker's value for OS-1-16-A0.",
    ]);
  });

  it.skipIf(SHARED_DATA === null)(`nested files of firmware 2.0 and 3.0${WHY_SKIPPED}`, () => {
    expect(real('metadata/2_0_0_os1-991913000010-64.json')).toMatchObject({
      beams: 64,
      profile: 'LEGACY',
      beamOriginMm: 12.163,
      udpPortLidar: 55_426,
      firmware: '2.0.0',
      assumptions: [],
    });
    expect(real('metadata/3_0_1_os-122246000293-128.json')).toMatchObject({
      beams: 128,
      profile: 'RNG19_RFL8_SIG16_NIR16_DUAL',
      initId: 1_629_346,
      beamOriginMm: 16.721,
      firmware: '3.0.1',
    });
  });

  it.skipIf(SHARED_DATA === null)(`a data format without columns_per_frame is repaired${WHY_SKIPPED}`, () => {
    const sensor = real('malformed-metadata/incomplete_data_format_legacy.json');
    expect(sensor.columnsPerFrame).toBe(1024);
    expect(sensor.assumptions.map(({ message }) => message)).toEqual([
      'malformed-metadata/incomplete_data_format_legacy.json has no columns_per_frame; 1024 was taken from its lidar_mode 1024x10.',
    ]);
  });
});
