import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EN } from '../../src-core/report/texts/en.ts';
import { ES } from '../../src-core/report/texts/es.ts';
import { COMPONENTS, equationOf, reachOf } from '../../src-core/tunnel/uncertainty/uncertainty-components.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import windowEn from '../../src-renderer/locales/en/sections-volume.ts';
import windowEs from '../../src-renderer/locales/es/sections-volume.ts';
import { madeWall } from './simple-wall.ts';
import { axisAlong, straight } from './solids.ts';

const SOURCES = COMPONENTS.map(({ source }) => source);

describe('the components of the ± of a volume', () => {
  it('are the rows of the table in docs/volume.md, in its order and by its numbers', () => {
    const page = readFileSync(new URL('../../docs/volume.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| \((\d+)\) \| `([a-z-]+)` \|/gm)];
    expect(rows.map(([, number, source]) => [Number(number), source])).toEqual(
      SOURCES.map((source) => [equationOf(source), source]),
    );
  });

  it('are the rows of every volume, in that order; of water only where there is some', () => {
    const wall = madeWall({ axis: axisAlong(straight(), 0, 4, 1), radius: () => 2 });
    const { uncertainty } = volumeBetween(wall, 0, 4);
    expect(uncertainty.map(({ source }) => source)).toEqual(
      SOURCES.filter((source) => source !== 'water-depth'),
    );
  });

  it('have a name in the report and in the window, in both languages, and no other has', () => {
    for (const texts of [EN, ES])
      for (const source of SOURCES) expect(texts[`budget.${source}`], source).toMatch(/\S/);
    for (const { budget } of [windowEn, windowEs])
      expect(Object.keys(budget).toSorted()).toEqual(SOURCES.toSorted());
  });

  it('reach the wall as a bias of all ranges, as what all of it shares, from place to place, or by the length', () => {
    const of = (reach: string): string[] => SOURCES.filter((source) => reachOf(source) === reach);
    expect(of('bounded')).toEqual(['range-bias']);
    expect(of('common')).toEqual(['incidence', 'warm-up', 'beam-offsets', 'beam-elevations']);
    expect(of('length')).toEqual(['registration-along']);
    expect(of('local')).toHaveLength(9);
  });
});
