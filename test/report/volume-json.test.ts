import { describe, expect, it } from 'vitest';
import { SECTORS } from '../../src-core/model/breaks.ts';
import { wholeAxis } from '../../src-core/model/design.ts';
import { formatVolumeJson, volumeJson } from '../../src-core/report/volume-json.ts';
import { contouredBreaksOf } from '../../src-core/tunnel/design/breaks.ts';
import { reportInput } from './drive.ts';
import { everything } from './everything.ts';

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
      'objects',
      'uncertainty',
      'halves',
      'perMetre',
      'statedFirst',
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

  it('tells over- and underbreak by sector and stretch, and of a contract only what it names', () => {
    const section = { shape: 'rectangle', width: 4, height: 3, axisHeight: 1 } as const;
    const wide = { ...input.profiles[0], outline: Float64Array.of(-2.3, -1, 2, -1, 2, 2, -2.3, 2) };
    const profiles = [0, 1, 2].map((chainage) => ({
      ...wide,
      chainage,
      measured: Uint8Array.of(0, 1, 1, 1),
    }));
    const turn = (from: number, to: number) => ({ length: to - from, turnLeft: 0, turnUp: 0 });
    const breaks = contouredBreaksOf(profiles, wholeAxis(section, { pay: 0.1 }), 0, 2, turn).volumes;
    const breaksJson = volumeJson({ ...input, breaks }).breaks!;
    expect(breaksJson).toMatchObject({
      design: 24,
      overbreak: 1.8,
      underbreak: 0,
      paid: 0.6,
      unpaid: 1.2,
      undesigned: [],
    });
    expect(breaksJson).not.toHaveProperty('overBeyond');
    expect(breaksJson).not.toHaveProperty('plusMinus');
    expect(breaksJson.sectors.map(({ sector }) => sector)).toEqual([...SECTORS]);
    const wall = breaksJson.sectors.find(({ sector }) => sector === 'rightWall')!;
    expect(wall.deepestOver).toEqual({ depth: 0.3, chainage: 0, left: -2.3, up: -1, measured: false });
    expect(wall).not.toHaveProperty('deepestUnder');
    expect(breaksJson.stretches).toEqual([
      { name: '', from: 0, to: 2, design: 24, overbreak: 1.8, underbreak: 0, paid: 0.6, unpaid: 1.2 },
    ]);
  });

  it('tells the ± of over- and underbreak, in all and by sector', () => {
    const { volumes } = everything().design!;
    const breaks = volumeJson({ ...input, breaks: volumes }).breaks!;
    const { overbreak, underbreak, confidence, sectors } = volumes.plusMinus!;
    const near = (value: number): unknown => expect.closeTo(value, 6);
    expect(breaks.plusMinus).toEqual({
      overbreak: near(overbreak),
      underbreak: near(underbreak),
      confidence,
    });
    expect(breaks.sectors.map(({ plusMinus }) => plusMinus)).toEqual(
      sectors.map((sector) => ({ overbreak: near(sector.overbreak), underbreak: near(sector.underbreak) })),
    );
  });

  it('tells what the ± is made of, and what the numbers were made from', () => {
    expect(json.uncertainty.map(({ source }) => source)).toEqual(
      input.volume.uncertainty.map(({ source }) => source),
    );
    json.uncertainty.forEach(({ sigma }, i) => {
      expect(sigma).toBeCloseTo(input.volume.uncertainty[i].sigma, 6);
    });
    const { captures, computation } = input;
    const { softwareVersion: version, steps } = computation;
    const madeBy = volumeJson(input, [], 0, undefined, { version, captures, steps }).madeBy!;
    expect(madeBy).toMatchObject({ program: 'Socavón', version: computation.softwareVersion });
    expect(madeBy.captures).toEqual([{ name: captures[0].name, sha256: captures[0].sha256 }]);
    expect(madeBy.steps.map(({ stage }) => stage)).toEqual(['import', 'align', 'measure']);
    expect(madeBy.steps[1]).toEqual(steps.find(({ stage }) => stage === 'align'));
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
