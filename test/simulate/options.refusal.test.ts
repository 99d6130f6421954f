import { describe, expect, it } from 'vitest';
import { SocavonError } from '../../src-core/model/errors.ts';
import { simulateDrive } from '../../src-simulate/drive.ts';
import type { SimulateOptions } from '../../src-simulate/options.ts';
import { type PresetName, presetOptions } from '../../src-simulate/presets.ts';
import { SHORT_DRIVE } from './short-drive.ts';

const niche = { kind: 'niche', side: 'left', chainage: 8, width: 2, height: 2.2, depth: 1.2 } as const;

describe('simulator options that cannot be', () => {
  const refused: [string, Partial<SimulateOptions>, string][] = [
    [
      'a drive too short for its robot',
      { length: 12 },
      'length of the drive is 12 m; the simulator takes 16 to 2000 m',
    ],
    ['no speed', { speed: 0 }, 'speed is 0 m/s'],
    ['a length that is no number', { length: Number.NaN }, 'length of the drive'],
    ['a seed that is not whole', { seed: 1.5 }, 'seed 1.5 must be a whole number'],
    ['a curve too tight', { alignment: [{ length: 16, radius: 5, grade: 0 }] }, 'curve of 5 m is tighter'],
    ['a shaft', { alignment: [{ length: 16, radius: null, grade: 3 }] }, 'grade of 3'],
    [
      'an arch higher than half its span',
      { section: { ...SHORT_DRIVE.section, height: 9 } },
      'cannot rise 6.5 m',
    ],
    ['an axis in the roof', { section: { ...SHORT_DRIVE.section, axisHeight: 3 } }, 'axis must lie between'],
    ['a niche under the axis', { recesses: [{ ...niche, height: 1.5 }] }, 'must reach 0.2 m above the axis'],
    [
      'a niche beyond the face',
      { recesses: [{ ...niche, chainage: 15 }] },
      'does not fit into a drive of 16 m',
    ],
    ['two niches in one place', { recesses: [niche, { ...niche, chainage: 9 }] }, 'overlap'],
    [
      'a vehicle outside',
      { vehicles: [{ chainage: 40, left: 0 }] },
      'chainage of a vehicle or person is 40 m',
    ],
    [
      'a target beyond the face',
      { targets: [{ chainage: 40, angleDeg: 0, size: 0.3, shape: 'disc' }] },
      'chainage of a target is 40 m; the simulator takes 0.3 to 15.7 m',
    ],
    [
      'a target like a wall',
      { targets: [{ chainage: 8, angleDeg: 0, size: 3, shape: 'disc' }] },
      'size of a target is 3 m',
    ],
    [
      'a way back beyond the start',
      { manoeuvres: [{ kind: 'reverse', chainage: 6, distance: 5 }] },
      'way in reverse is 5 m; the simulator takes 0.1 to 2 m',
    ],
    [
      'manoeuvres against the way',
      {
        manoeuvres: [
          { kind: 'stand', chainage: 7, seconds: 1 },
          { kind: 'stand', chainage: 6, seconds: 1 },
        ],
      },
      'chainage of a manoeuvre (stand) is 6 m; the simulator takes 7 to 8 m',
    ],
    ['a person in the wall', { walker: { ahead: 3, left: 3, vest: false } }, 'person walking ahead is 3 m'],
    ['rings without a period', { albedo: { kind: 'periodic', period: 0 } }, 'period of the rings is 0 m'],
    [
      'mesh in the rock',
      { mesh: [{ from: 5, to: 9, fromDeg: 0, toDeg: 90, least: 0.1, most: 0.05, share: 0.1 }] },
      'distance off the rock is 0.05 m; the simulator takes 0.1 to 0.5 m',
    ],
    ['an error for some beams only', { instrument: { beamOffsets: [0.001] } }, 'number of beams'],
    [
      'a hole beyond the face',
      { recorder: { holes: [{ chainage: 40, seconds: 1 }] } },
      'hole in the recording',
    ],
    ['a portal nowhere', { portal: [0, Number.NaN, 0] }, 'portal of the drive must be finite'],
  ];

  it.each(refused)('%s', (_, change, sentence) => {
    const refuse = () => simulateDrive({ ...SHORT_DRIVE, ...change });
    expect(refuse).toThrow(SocavonError);
    expect(refuse).toThrow(sentence);
  });

  it('a preset that does not exist, naming those that do', () => {
    expect(() => presetOptions('shaft' as PresetName, 40)).toThrow('choose one of rough, smooth, curved');
  });
});
