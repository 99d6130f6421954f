import { describe, expect, it } from 'vitest';
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
});
