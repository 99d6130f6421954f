import { describe, expect, it } from 'vitest';
import { type MineGrid, parseMineGrid, publishedGrid } from '../../src-core/grid/mine-grid.ts';
import { unitsOfWkt } from '../../src-core/io/cloud/wkt-units.ts';
import { exp } from '../../src-core/math/se3.ts';
import { givenPose } from '../../src-core/survey/place-cloud.ts';
import { gridWarnings, layerSystem } from '../../src-core/survey/publish/stated-grid.ts';

const T = exp([0, 0, 0, 0, 0, 0]);
T.t.set([352_118.25, 9_123_456.789, 4310]);
const placed = (frame: 'mine-grid' | 'local') => ({ frame, trajectory: { poses: [givenPose(0, 0n, T)] } });
const codes = (grid: MineGrid | null, frame: 'mine-grid' | 'local' = 'mine-grid') =>
  gridWarnings(grid, placed(frame)).map(({ code }) => code);

describe('the grid that a survey states', () => {
  const utm = publishedGrid(32_718);
  const origin = { here: [352_118.25, 9_123_456.789, 4310], epsg: [352_118.25, 9_123_456.789, 4310] };
  const own = (scale: number) =>
    parseMineGrid(JSON.stringify({ name: 'Mina "A"', epsg: 32_718, scale, origin }), 'mina.json');

  it('is a published one only where its coordinates are', () => {
    expect(layerSystem(utm, placed('mine-grid'))).toMatchObject({ epsg: 32_718 });
    const mine = layerSystem(own(0.9992), placed('mine-grid'))!;
    expect(mine.epsg).toBeNull();
    expect(mine.wkt).toContain(`LOCAL_CS["Mina 'A'"`);
    for (const grid of [utm, own(0.9992)])
      expect(unitsOfWkt(layerSystem(grid, placed('mine-grid'))!.wkt).plan).toBe(1);
  });

  it('is none where the survey is not tied to it, nor known', () => {
    expect(layerSystem(utm, placed('local'))).toBeNull();
    expect(layerSystem(null, placed('mine-grid'))).toBeNull();
    expect(codes(utm, 'local')).toEqual([]);
    expect(codes(null)).toEqual([]);
  });

  it('is warned of where its metres are not those of the ground', () => {
    expect(codes(utm)).toEqual(['grid-scale']);
    expect(gridWarnings(utm, placed('mine-grid'))[0].message).toMatch(/100\.0\d+ m on the ground/);
    // UTM at this mine: 0.99967 by the projection, 0.99932 by the elevation.
    expect(codes(own(0.9996 * (1 + 0.5 * (147_941 / 6_356_800) ** 2) * (1 - 4310 / 6_361_000)))).toEqual([]);
    expect(codes(own(1))).toEqual(['grid-scale']);
  });
});
