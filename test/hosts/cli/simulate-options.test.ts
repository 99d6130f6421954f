import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { describe, expect, inject, it } from 'vitest';
import { parseControlPointsCsv } from '../../../src-core/io/tables/control-points-csv.ts';
import { atChainageParser } from '../../../src-main/hosts/cli/option-parsers.ts';
import type { SimulateCommandOptions } from '../../../src-main/hosts/cli/simulate/drive-options.ts';
import { driveOptions, earlierOptions } from '../../../src-main/hosts/cli/simulate/drive-options.ts';
import { drawnInstrument } from '../../../src-simulate/instrument.ts';
import { presetOptions } from '../../../src-simulate/presets.ts';
import { refused } from './refused.ts';
import { lastJson } from './run-cli.ts';
import { runHere } from './run-here.ts';

const parseAtChainage = atChainageParser({ unit: 'deg', min: -3600, max: 3600 });

const PLAIN: SimulateCommandOptions = {
  preset: 'rough',
  length: 40,
  speed: 1,
  seed: 7,
  sensor: 'os1-16',
  layout: 'legacy16',
  out: 'nowhere',
  donuts: false,
  frames: 'pcd',
  targetSize: 0.3,
  startMoving: false,
  albedo: 'rock',
};

describe('what socavon simulate asks for', () => {
  it('is the preset alone where nothing else is said', () => {
    expect(driveOptions(PLAIN)).toEqual({ ...presetOptions('rough', 40), speed: 1, seed: 7 });
  });

  it('lines any preset with smooth rock that goes on, and keeps its line and its effects', () => {
    const curved = driveOptions({ ...PLAIN, preset: 'curved', rock: 'smooth' });
    const { roughness, face } = presetOptions('smooth', 40);
    expect(curved).toEqual({ ...presetOptions('curved', 40), roughness, face, speed: 1, seed: 7 });
    const wet = driveOptions({ ...PLAIN, preset: 'wet', rock: 'smooth' });
    expect(wet).toEqual({ ...presetOptions('wet', 40), roughness, face, speed: 1, seed: 7 });
    expect(driveOptions({ ...PLAIN, rock: 'rough' })).toEqual(driveOptions(PLAIN));
  });

  it('adds the bias by incidence that grows as the secant, in mm, to a drawn instrument or alone', () => {
    expect(driveOptions({ ...PLAIN, secantBias: 5 }).instrument).toEqual({ secantBias: 0.005 });
    const drawn = driveOptions({ ...PLAIN, secantBias: -5, instrument: 3 }).instrument;
    expect(drawn).toEqual({ ...drawnInstrument(3), secantBias: -0.005 });
  });

  it('puts manoeuvres in the order of their chainage', () => {
    const { manoeuvres } = driveOptions({
      ...PLAIN,
      stand: parseAtChainage('0+020:15', parseAtChainage('9.5:2')),
      reverse: parseAtChainage('12:3'),
      turn: parseAtChainage('15:-360'),
    });
    expect(manoeuvres).toEqual([
      { kind: 'stand', chainage: 9.5, seconds: 2 },
      { kind: 'reverse', chainage: 12, distance: 3 },
      { kind: 'turn', chainage: 15, degrees: -360 },
      { kind: 'stand', chainage: 20, seconds: 15 },
    ]);
  });

  it('puts three targets every so many metres where the sensor comes by', () => {
    const { targets = [] } = driveOptions({ ...PLAIN, length: 42, targets: 10, targetSize: 0.2 });
    expect(targets.length).toBe(9);
    for (const { chainage, size } of targets) {
      expect(size).toBe(0.2);
      expect(chainage).toBeGreaterThan(4);
      expect(chainage).toBeLessThan(34);
    }
  });

  it('makes two surveys of one working: an earlier face, and what moved since', () => {
    const later: SimulateCommandOptions = {
      ...PLAIN,
      face: 37,
      since: 34,
      closed: [{ chainage: 12, value: 10 }],
      scaled: [{ chainage: 20, value: 50 }],
    };
    const options = driveOptions(later);
    expect(options.faceAt).toBe(37);
    expect(options.wallChanges?.map(({ chainage, outward }) => [chainage, outward])).toEqual([
      [12, -0.01],
      [20, 0.05],
    ]);
    expect(earlierOptions(options, later)).toEqual({ ...driveOptions(PLAIN), faceAt: 34 });
    expect(earlierOptions(options, PLAIN)).toBeNull();
  });

  it('knows the other scenes', () => {
    const { walker, albedo, startInMotion } = driveOptions({
      ...PLAIN,
      walker: true,
      albedo: 'periodic',
      startMoving: true,
    });
    expect([walker?.ahead, walker?.vest, startInMotion]).toEqual([4, true, true]);
    expect(albedo).toEqual({ kind: 'periodic', period: 1.5 });
    expect(driveOptions({ ...PLAIN, albedo: 'plain' }).albedo).toEqual({ kind: 'plain' });
  });

  it('adds single effects to those of the preset', () => {
    const range = { from: 10, to: 14 };
    const options = driveOptions({
      ...PLAIN,
      preset: 'wet',
      water: [range],
      waterMirror: 0,
      dust: [range],
      dustRate: 0.1,
      muck: [{ chainage: 20, value: 0.3 }],
      lift: [{ chainage: 9, value: 0.4 }],
      hole: [{ chainage: 12, value: 2 }],
      restart: [{ chainage: 15, value: 1 }],
      rangeBias: 8,
      spot: 0.2,
      beamAngles: 0.02,
    });
    expect(options.pools).toHaveLength(3);
    expect(options.pools?.[2]).toMatchObject({ ...range, mirrored: 0, level: 0.03 });
    expect(options.dust).toEqual([{ ...range, rate: 0.1, extinction: 0.1 }]);
    expect(options.muck?.[0]).toMatchObject({ chainage: 20, height: 0.3 });
    expect(options.manoeuvres).toEqual([{ kind: 'lift', chainage: 9, height: 0.4, seconds: 2 }]);
    expect(options.recorder?.holes?.map(({ clockRestarts }) => clockRestarts)).toEqual([undefined, true]);
    expect(options.instrument).toMatchObject({ rangeBias: 0.008, spotDeg: 0.2 });
    const drawn = driveOptions({ ...PLAIN, preset: 'mine', rangeBias: -3 }).instrument;
    expect(drawn).toEqual({ ...drawnInstrument(7), rangeBias: -0.003 });
    expect(driveOptions({ ...PLAIN, instrument: 9 }).instrument).toEqual(drawnInstrument(9));
  });

  it.each(['12', '12:', ':3', 'a:b', '1:2:3'])('refuses the place "%s"', (text) => {
    expect(() => parseAtChainage(text)).toThrow(InvalidArgumentError);
  });

  it.each([
    [['--targets', '3'], "argument '3' is invalid. It takes 7 to 2000 m."],
    [['--targets', '--length', '18'], 'A drive of 18 m has no room for three targets; give --length 21'],
    [['--albedo-period', '2'], '--albedo-period goes with --albedo periodic, not with rock'],
    [['--albedo', 'striped'], 'Allowed choices are rock, plain, periodic'],
    [['--reverse', '20'], 'Give the chainage and the amount as AT:VALUE'],
    [['--stand', '80:3'], 'chainage of a manoeuvre (stand) is 80 m'],
    [['--water', '10:90'], 'end of the pool is 90 m'],
    [['--water', '10:14', '--water-mirror', '2'], "argument '2' is invalid. It takes 0 to 1."],
    [['--jolt', '20:45'], 'It takes -25 to 25 deg.'],
    [['--lost-packets', '1'], "argument '1' is invalid. It takes 0 to 0.9."],
    [['--lift', '20:2'], 'It takes 0.05 to 0.6 m.'],
    [['--walker', '0.5'], 'It takes 1.5 to 30 m.'],
  ])('refuses %j in one sentence', async (args, sentence) => {
    const { message } = await refused(2, 'simulate', '--out', join(inject('scratch'), 'refused'), ...args);
    expect(message).toContain(sentence);
  });

  it('writes the coordinates of the targets beside the capture', async () => {
    const out = join(inject('scratch'), 'simulate-targets');
    const args = ['--length', '21', '--speed', '5', '--layout', 'legacy16', '--seed', '3', '--targets'];
    const ending = await runHere('simulate', '--out', out, ...args, '--json');
    expect(ending.status).toBe(0);
    expect(lastJson(ending)).toMatchObject({ targets: 3 });
    const points = parseControlPointsCsv(await readFile(join(out, 'control.csv'), 'utf8'), 'control.csv');
    const truth = JSON.parse(await readFile(join(out, 'truth.json'), 'utf8'));
    expect(points.map(({ name }) => name)).toEqual(['T1', 'T2', 'T3']);
    points.forEach(({ easting, northing, elevation }, i) => {
      const [x, y, z] = truth.targets[i].centre;
      expect(Math.hypot(easting - x, northing - y, elevation - z)).toBeLessThan(2e-4);
    });
  });
});
