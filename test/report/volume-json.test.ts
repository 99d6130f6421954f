import { describe, expect, it } from 'vitest';
import { formatVolumeJson, volumeJson } from '../../src-core/report/volume-json.ts';
import { reportInput } from './drive.ts';

describe('volume.json (seed 1)', () => {
  const input = reportInput({ unobserved: [20, 30] });
  const json = volumeJson(input, input.warnings);

  it('has the keys of its contract, in order', () => {
    const text = formatVolumeJson(json);
    const back = JSON.parse(text);
    expect(Object.keys(back)).toEqual([
      'chainageFrom',
      'chainageTo',
      'length',
      'volume',
      'methods',
      'measuredShare',
      'profiles',
      'warnings',
      'lengthPlusMinus',
      'reliability',
      'sections',
      'drive',
      'recesses',
    ]);
    expect(Object.keys(back.reliability[0])).toEqual([
      'from',
      'to',
      'heldBy',
      'scans',
      'plusMinus',
      'lengthPlusMinus',
    ]);
    expect(Object.keys(back.volume)).toEqual(['value', 'plusMinus', 'confidence']);
    expect(Object.keys(back.methods)).toEqual(['endArea', 'prismoidal', 'solid']);
    expect(Object.keys(back.profiles[0])).toEqual([
      'chainage',
      'area',
      'measuredShare',
      'width',
      'height',
      'crown',
      'floor',
      'perimeter',
      'hydraulicRadius',
    ]);
    expect(back.drive).toEqual(back.volume);
    expect(back.recesses).toEqual([]);
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('tells for each metre what held the motion, and its ±', () => {
    expect(json.reliability).toHaveLength(input.reliability.heldBy.length);
    const [held, unheld] = [10.5, 25.5].map(
      (chainage) => json.reliability.find(({ from, to }) => from <= chainage && chainage < to)!,
    );
    expect(held).toMatchObject({ heldBy: 'walls', scans: { reflectivity: 0, inertial: 0, assumed: 0 } });
    expect(unheld).toMatchObject({ heldBy: 'inertial', scans: { walls: 0, reflectivity: 0, assumed: 0 } });
    expect(held.scans.walls).toBeGreaterThan(9);
    expect(unheld.plusMinus.along).toBeGreaterThan(held.plusMinus.along);
    expect(json.lengthPlusMinus).toBeCloseTo(1.96 * input.lengthSigma, 3);
  });

  it('keeps the numbers to a millionth and the warnings of every stage', () => {
    expect(json.volume.value).toBeCloseTo(input.volume.volume.value, 6);
    expect(json.profiles).toHaveLength(input.profiles.length);
    json.profiles.forEach((profile, i) => {
      expect(Math.abs(profile.area - input.profiles[i].area)).toBeLessThanOrEqual(5e-7);
    });
    expect(json.warnings.map((warning) => warning.code)).toEqual(['length-unobserved', 'measured-share']);
    for (const number of formatVolumeJson(json).match(/-?\d+\.\d+/g)!)
      expect(number.split('.')[1].length).toBeLessThanOrEqual(6);
  });
});
