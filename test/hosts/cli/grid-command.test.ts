import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applySimilarity, type PlanSimilarity } from '../../../src-core/grid/helmert.ts';
import { parseControlPointsCsv } from '../../../src-core/io/tables/control-points-csv.ts';
import { gridCommand } from '../../../src-main/hosts/cli/grid/grid-command.ts';

/** A mine turned by 30 degrees, whose metres are those of the ground: 0.99932 of UTM for one of its own. */
const TRUTH = {
  ...{ fromOrigin: [5000, 10_000, 4300], toOrigin: [352_118.25, 9_123_456.789, 4300] },
  ...{ rotation: Math.PI / 6, scale: 0.99918 },
} as PlanSimilarity;
const MINE = [
  ['A', 5000, 10_000, 4300],
  ['B', 5210.5, 10_080.25, 4310.1],
  ['C', 4880.125, 10_301.75, 4285.5],
  ['D', 5402.333, 9750.001, 4301],
] as const;

let folder: string;
const at = (name: string) => join(folder, name);
const listOf = async (name: string) => parseControlPointsCsv(await readFile(at(name), 'utf8'), name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'socavon-grid-'));
  const rows = (points: readonly (readonly [string, number, number, number])[], digits: number) =>
    points.map(([name, ...place]) =>
      [name, ...place.map((value) => value.toFixed(digits)), 0.003, 'control'].join(','),
    );
  const utm = MINE.map(([name, ...place]) => [name, ...applySimilarity(TRUTH, place)] as const);
  const head = 'name,easting,northing,elevation,sigma,role';
  await writeFile(at('mine.csv'), [head, ...rows(MINE, 4)].join('\n'));
  await writeFile(at('utm.csv'), [head, ...rows(utm, 4)].join('\n'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('socavon grid', () => {
  it('finds the mine grid by common points, and brings the list into it', async () => {
    const result = await gridCommand(at('utm.csv'), {
      ...{ from: 'EPSG:32718', fit: at('mine.csv'), freeScale: true, name: 'Mina', out: at('mina.json') },
    });
    expect(result.data).toMatchObject({
      rotation: expect.closeTo(TRUTH.rotation, 6),
      scale: expect.closeTo(TRUTH.scale, 6),
    });
    expect(result.text).toContain('30.0000');
    await gridCommand(at('utm.csv'), { from: 'EPSG:32718', to: at('mina.json'), out: at('back.csv') });
    const back = await listOf('back.csv');
    MINE.forEach(([name, x, y, z], i) => {
      expect(back[i]).toMatchObject({ name, sigma: 0.003, role: 'control' });
      expect(Math.hypot(back[i].easting - x, back[i].northing - y, back[i].elevation - z)).toBeLessThan(3e-4);
    });
  });

  it('keeps a northing of 9,123,456.789 m to a tenth of a millimetre, also in feet', async () => {
    for (const unit of ['m', 'ft', 'us-ft']) {
      await writeFile(at('unit.json'), JSON.stringify({ name: unit, epsg: 32_718, unit }));
      await gridCommand(at('utm.csv'), { from: 'EPSG:32718', to: at('unit.json'), out: at('unit.csv') });
      await gridCommand(at('unit.csv'), { from: at('unit.json'), to: 'EPSG:32718', out: at('again.csv') });
      const [before, after] = [await listOf('utm.csv'), await listOf('again.csv')];
      expect(before[0].northing).toBe(9_123_456.789);
      for (const [i, point] of before.entries())
        expect(Math.abs(after[i].northing - point.northing), unit).toBeLessThan(1.01e-4);
    }
  });

  it('says what the datum shift is good for, and that UTM at 4300 m is not of ground metres', async () => {
    const result = await gridCommand(at('utm.csv'), {
      from: 'EPSG:24878',
      to: 'EPSG:32718',
      out: at('wgs.csv'),
    });
    expect(result.text).toMatch(/EPSG:1208.*16 m/);
    expect(result.text).toMatch(/100 m.* mm/);
    expect((result.data as { notes: string[] }).notes).toHaveLength(3);
  });

  it.each([
    [{ from: 'EPSG:4326', to: 'EPSG:32718' }, 'EPSG:4326'],
    [{ from: 'EPSG:32718' }, '--fit'],
    [{ from: 'EPSG:32718', to: 'EPSG:32719', fit: 'x.csv' }, '--fit'],
  ])('refuses %o, and writes nothing', async (options, words) => {
    await expect(gridCommand(at('utm.csv'), { ...options, out: at('none.csv') })).rejects.toThrow(words);
    await expect(readFile(at('none.csv'))).rejects.toThrow('ENOENT');
  });
});
