import { describe, expect, it } from 'vitest';
import type { Recess } from '../../src-core/model/recess.ts';
import { headlinePart } from '../../src-core/report/parts/cover.ts';
import { EN } from '../../src-core/report/texts/en.ts';
import { ES } from '../../src-core/report/texts/es.ts';
import { fixed } from '../../src-core/report/texts/format.ts';
import { reportInput } from './drive.ts';

describe('headline of the first page', () => {
  const input = reportInput();
  const { volume, perMetre } = input.volume;

  it.each([
    ['English', EN],
    ['Spanish', ES],
  ])(
    'states in %s the volume per metre where the length was not observed, and the total after it',
    (_, texts) => {
      const unobserved = { ...input, volume: { ...input.volume, statedFirst: 'per-metre' as const } };
      const [block] = headlinePart(unobserved, texts).blocks;
      expect(block).toMatchObject({
        title: texts['headline.perMetre'],
        value: fixed(perMetre.value, 2),
        plusMinus: fixed(perMetre.plusMinus, 2),
        unit: 'm³/m',
      });
      const lines = JSON.stringify(block);
      expect(lines).toContain(`${fixed(volume.value, 1)} ± ${fixed(volume.plusMinus, 1)} m³`);
    },
  );

  it('states the total where it was observed, with the volume per metre beside it', () => {
    const [block] = headlinePart(input, EN).blocks;
    expect(block).toMatchObject({ title: EN['headline.volume'], value: fixed(volume.value, 1), unit: 'm³' });
    const { value, plusMinus } = perMetre;
    expect(JSON.stringify(block)).toContain(`${fixed(value, 2)} ± ${fixed(plusMinus, 2)} m³/m`);
  });

  it('says what the drive alone has where there are recesses, and nothing of it where there are none', () => {
    const words = (of: typeof input): string => JSON.stringify(headlinePart(of, EN).blocks[0]);
    const drive = { value: 1234.5, plusMinus: 6.7, confidence: 0.95 };
    const withDrive = { ...input, volume: { ...input.volume, drive } };
    expect(words(withDrive)).not.toMatch(/1.?234\.5 ± 6\.7/);
    const opened = { ...withDrive.volume, recesses: [{ name: 'N1' } as Recess] };
    expect(words({ ...withDrive, volume: opened })).toMatch(/1.?234\.5 ± 6\.7/);
  });
});
