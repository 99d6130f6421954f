import { describe, expect, it } from 'vitest';
import { formatSeconds, formatTum, parseSeconds, parseTum } from '../../../src-core/io/tables/tum.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { expSo3 } from '../../../src-core/math/se3.ts';

describe('seconds as text', () => {
  it.each<[string, bigint]>([
    ['0', 0n],
    ['0.000000001', 1n],
    ['-0.5', -500_000_000n],
    ['1700000000.123456789', 1_700_000_000_123_456_789n],
    ['1700000000.12', 1_700_000_000_120_000_000n],
    ['1.305031102175300121e+09', 1_305_031_102_175_300_121n],
    ['5e-9', 5n],
    ['.25', 250_000_000n],
    ['7.', 7_000_000_000n],
    ['0.00000000049', 0n],
    ['0.0000000005', 1n],
    ['4e-12', 0n],
  ])('%s is %i ns', (text, ns) => {
    expect(parseSeconds(text)).toBe(ns);
  });

  it.each(['', '.', 'x', '1.2.3', '1e', 'NaN', '0x10'])('"%s" is no time', (text) => {
    expect(parseSeconds(text)).toBeNull();
  });

  it('goes there and back without loss', () => {
    for (const ns of [1n, 999_999_999n, 1_700_000_000_123_456_789n, 18_446_744_073_709_551_615n, -1n])
      expect(parseSeconds(formatSeconds(ns))).toBe(ns);
  });
});

describe('TUM trajectory (seed 41)', () => {
  const random = seededRandom(41);
  const poses = Array.from({ length: 200 }, (_, i) => ({
    stampNs: 1_700_000_000_000_000_001n + BigInt(i) * 99_999_937n,
    T_map_sensor: {
      R: expSo3(3 * random.normal(), 3 * random.normal(), 3 * random.normal()),
      t: Float64Array.of(512_345.678 + random.normal(), 9_123_456.789 + random.normal(), -412.5),
    },
  }));

  it('keeps stamps exactly, positions to a micrometre, rotations to 1e-9', () => {
    const back = parseTum(formatTum(poses, ['frame: mine grid']), 'trajectory.tum');
    expect(back.map((pose) => pose.stampNs)).toEqual(poses.map((pose) => pose.stampNs));
    back.forEach((pose, i) => {
      for (let k = 0; k < 3; k++)
        expect(Math.abs(pose.T_map_sensor.t[k] - poses[i].T_map_sensor.t[k])).toBeLessThan(1e-6);
      for (let k = 0; k < 9; k++)
        expect(Math.abs(pose.T_map_sensor.R[k] - poses[i].T_map_sensor.R[k])).toBeLessThan(1e-9);
    });
  });

  it('says its columns in a comment and has eight values a line', () => {
    const lines = formatTum(poses.slice(0, 2)).split('\n');
    expect(lines[0]).toBe('# stamp tx ty tz qx qy qz qw');
    expect(lines[1].split(' ')).toHaveLength(8);
    expect(lines[1].split(' ')[0]).toBe('1700000000.000000001');
    expect(lines.at(-1)).toBe('');
  });

  it('reads an empty trajectory', () => {
    expect(parseTum(formatTum([]), 'none.tum')).toEqual([]);
  });
});
