import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { metadataOf } from './packet-builders.ts';
import { SHARED_DATA, WHY_SKIPPED } from './shared-data.ts';

const REMEDY =
  '; fetch the metadata from the sensor again, or give the file saved with another capture of it.';

function refusal(text: string, name = 'drive.json'): string {
  try {
    parseSensorMetadata(text, name);
  } catch (error) {
    expect(error).toBeInstanceOf(SocavonError);
    expect((error as SocavonError).code).toBe('metadata-malformed');
    return (error as SocavonError).message;
  }
  throw new Error('was not refused');
}

const changed = (changes: Record<string, unknown>, beams = 16) => refusal(metadataOf(beams, changes));

describe('JSON that is no metadata of a sensor', () => {
  it.each([
    [
      'GeoJSON',
      '{"type": "FeatureCollection", "features": []}',
      /drawing for a map \(GeoJSON\), not the metadata/,
    ],
    ['a design', '{"section": {"shape": "baul"}}', /the design of sections, not the metadata/],
    [
      'digests',
      '{"a.pcap": "f00", "b.pcap": "ba5"}',
      /not the metadata of a sensor: it has none of its keys, but a\.pcap, b\.pcap/,
    ],
    ['nothing', '{}', /an empty JSON object, not the metadata/],
  ])('%s is named', (_, text, sentence) => {
    expect(refusal(text)).toMatch(sentence);
  });
});

describe('metadata that is refused', () => {
  it('no JSON', () => {
    expect(refusal('{"lidar_mode": "1024x10",')).toMatch(/^drive\.json is no valid JSON \(.*\); fetch/);
    expect(refusal('')).toMatch(/^drive\.json is no valid JSON/);
    expect(refusal('[1, 2]')).toBe(`drive.json holds no JSON object${REMEDY}`);
  });

  it('no beam angles, or only one of the two lists', () => {
    expect(refusal('{"lidar_mode": "1024x10"}')).toBe(
      `drive.json has no beam_altitude_angles, so the directions of the beams are unknown${REMEDY}`,
    );
    expect(changed({ beam_azimuth_angles: undefined })).toContain('has no beam_azimuth_angles');
  });

  it('no mode at all', () => {
    expect(changed({ lidar_mode: undefined })).toBe(
      `drive.json names neither lidar_mode nor columns_per_frame, so the columns of a rotation are unknown (add "lidar_mode": "1024x10", or the mode that the sensor ran in)${REMEDY}`,
    );
  });

  it('a mode that is none, or that the data format contradicts', () => {
    expect(changed({ lidar_mode: 'fast' })).toBe(
      `drive.json gives the lidar_mode "fast", which is not a mode such as 1024x10${REMEDY}`,
    );
    expect(changed({ lidar_mode: '0x10' })).toContain('which is not a mode');
    expect(changed({ data_format: { columns_per_frame: 512 } })).toBe(
      `drive.json contradicts itself: lidar_mode 1024x10, but 512 columns_per_frame${REMEDY}`,
    );
  });

  it.each([
    [
      'a rotation of a thousand million columns',
      { lidar_mode: '1000000000x10' },
      'gives 1000000000 in lidar_mode',
    ],
    [
      'a thousand million rotations a second',
      { lidar_mode: '1024x1000000000' },
      'where a sensor has 1 to 100',
    ],
    [
      'as many columns without a mode',
      { lidar_mode: undefined, data_format: { columns_per_frame: 1e9 } },
      'gives 1000000000 in data_format.columns_per_frame, where a sensor has 8 to 8192',
    ],
    [
      'packets of any number of columns',
      { data_format: { columns_per_packet: 1e9 } },
      'data_format.columns_per_packet',
    ],
    [
      'a lidar a thousand kilometres from its housing',
      { lidar_to_sensor_transform: [1, 0, 0, 1e9, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] },
      'gives 1000000000 in lidar_to_sensor_transform, where a sensor has -10000 to 10000',
    ],
    [
      'an inertial unit as far',
      { imu_to_sensor_transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1e300, 0, 0, 0, 1] },
      'in imu_to_sensor_transform',
    ],
    [
      'beams that begin nowhere',
      { lidar_origin_to_beam_origin_mm: 1e300 },
      'gives 1e+300 in lidar_origin_to_beam_origin_mm',
    ],
    [
      'beams that begin as far, as a matrix',
      { beam_to_lidar_transform: [1, 0, 0, 1e300, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] },
      'in beam_to_lidar_transform',
    ],
    [
      'pixels shifted by more than a rotation',
      { data_format: { pixels_per_column: 16, pixel_shift_by_row: Array(16).fill(1e9) } },
      'shifts a row of pixels by 1000000000 columns in a rotation of 1024',
    ],
  ])('%s', (_, changes, words) => {
    expect(changed(changes)).toContain(words);
    expect(changed(changes)).toContain(REMEDY);
  });

  it('a value of the wrong kind, named by its key', () => {
    expect(changed({ beam_altitude_angles: ['16', 15] })).toMatch(/cannot be used: beam_altitude_angles\.0 /);
    expect(changed({ lidar_to_sensor_transform: [1, 0, 0] })).toContain(
      'lidar_to_sensor_transform should be 16 numbers, a 4 x 4 matrix row by row',
    );
    expect(changed({ data_format: { columns_per_packet: 0 } })).toContain('data_format.columns_per_packet');
    expect(changed({ udp_port_lidar: 70_000 })).toContain('udp_port_lidar');
  });

  it('a matrix that is no rotation and shift', () => {
    const mirror = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1];
    expect(changed({ imu_to_sensor_transform: mirror })).toBe(
      `drive.json holds a imu_to_sensor_transform that is not a rotation and translation${REMEDY}`,
    );
    expect(changed({ lidar_to_sensor_transform: new Array(16).fill(0) })).toContain(
      'not a rotation and translation',
    );
  });

  it('beam lists that cannot belong to the sensor', () => {
    expect(changed({ beam_altitude_angles: [1, 2, 3], beam_azimuth_angles: [1, 2, 3] })).toBe(
      `drive.json lists 3 beam angles (3 of them not zero) for a sensor of 16 beams (OS-1-16)${REMEDY}`,
    );
    expect(changed({ data_format: { pixels_per_column: 32 } })).toContain('for a sensor of 32 beams');
    expect(changed({ beam_altitude_angles: new Array(16).fill(120) })).toContain('beyond 90 degrees');
  });

  it('a column window or pixel shifts outside the image', () => {
    expect(changed({ data_format: { column_window: [0, 1024] } })).toBe(
      `drive.json gives the column window 0 to 1024 in a rotation of 1024 columns${REMEDY}`,
    );
    expect(changed({ data_format: { pixel_shift_by_row: [1, 2] } })).toBe(
      `drive.json lists 2 pixel shifts for 16 beams${REMEDY}`,
    );
  });

  it('a packet profile that cannot be read, with those that can', () => {
    expect(changed({ data_format: { udp_profile_lidar: 'RNG24_RFL16' } })).toBe(
      'drive.json names the lidar profile RNG24_RFL16, which cannot be read: set the sensor to one of LEGACY, RNG19_RFL8_SIG16_NIR16, RNG19_RFL8_SIG16_NIR16_DUAL, RNG15_RFL8_NIR8, FIVE_WORD_PIXEL, FUSA_RNG15_RFL8_NIR8_DUAL, RNG15_RFL8_NIR8_DUAL, RNG15_RFL8_NIR8_ZONE16, RNG19_RFL8_SIG16_NIR16_ZONE16, RNG19_RFL8_SIG16_ZONE16_DUAL, RNG15_RFL8_WIN8, RNG19_RFL8_SIG16_NIR16_RGB16, RNG19_RFL8_SIG16_NIR16_RGB16_DUAL and record again.',
    );
  });

  it('a sensor whose beams start beside the plane of its x axis', () => {
    const beside = [1, 0, 0, 15.8, 0, 1, 0, 3, 0, 0, 1, 0, 0, 0, 0, 1];
    expect(changed({ beam_to_lidar_transform: beside })).toContain('beside the plane that the lidar turns');
  });
});

describe('malformed metadata of real sensors', () => {
  const real = (name: string) =>
    refusal(readFileSync(join(SHARED_DATA!, 'ouster/malformed-metadata', name), 'utf8'), name);

  it.skipIf(SHARED_DATA === null)(`all angles zero${WHY_SKIPPED}`, () => {
    expect(real('complete_but_all_zeros_legacy.json')).toBe(
      `complete_but_all_zeros_legacy.json holds only zeros for its 128 beam angles, so the beams' directions are unknown${REMEDY}`,
    );
  });

  it.skipIf(SHARED_DATA === null)(`one angle lost${WHY_SKIPPED}`, () => {
    expect(real('incorrect_nbeam_angles_legacy_113.json')).toBe(
      `incorrect_nbeam_angles_legacy_113.json lists 63 beam altitude angles but 64 beam azimuth angles: the file was edited or cut${REMEDY}`,
    );
  });
});
