import { expect, it } from 'vitest';
import { SECTORS, type SectorBreak } from '../../src-core/model/breaks.ts';
import { sectorsDown, statedText } from '../../src-renderer/features/sections/volume-parts.ts';

/** Only what the table of the sectors reads; each sector's figures tell which one it is. */
const sectors = SECTORS.map((sector, k) => ({ sector, overbreak: k, underbreak: 10 + k }) as SectorBreak);
const plusMinus = {
  overbreak: 1,
  underbreak: 1,
  confidence: 0.95,
  sectors: SECTORS.map((_, k) => ({ overbreak: k / 10, underbreak: 1 + k / 10 })),
};

it('tells the ± of each sector beside that sector, from the crown down', () => {
  const rows = sectorsDown({ sectors, plusMinus });
  expect(rows.map(({ sector }) => sector)).toEqual([
    'crown',
    'leftShoulder',
    'rightShoulder',
    'leftWall',
    'rightWall',
    'floor',
  ]);
  for (const { overbreak, plusMinus: half } of rows)
    expect(half).toEqual({ overbreak: overbreak / 10, underbreak: 1 + overbreak / 10 });
});

it('tells no ± where none is known', () => {
  expect(sectorsDown({ sectors })[0]).toMatchObject({ sector: 'crown', plusMinus: null });
  expect(statedText(12.345, undefined)).not.toContain('±');
  expect(statedText(12.345, 0.5)).toMatch(/^12.3[45] ± 0.50$/);
});
