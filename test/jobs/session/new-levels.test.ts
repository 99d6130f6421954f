import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { openCopc } from '../../../src-core/io/cloud/copc-reader.ts';
import { EXPORT_MAP_DEFAULTS, exportMap } from '../../../src-core/io/cloud/export-map.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { CancelledError } from '../../../src-core/model/errors.ts';
import { readLevels } from '../../../src-main/files/level-cache.ts';
import { newLevels } from '../../../src-main/jobs/session/new-levels.ts';
import { memoryFolder, piecesOf, pointsOf, randomCloud, streamOf } from '../../io/export/clouds.ts';
import { temporaryFolder } from '../../project/fixtures.ts';

const ORIGIN: [number, number, number] = [-512_345.678, 9_123_456.789, -412.5];

async function levelsOf(folder: string, key: string, clouds: readonly PointCloud[]) {
  return newLevels(folder, key, async (copc) => {
    for (const cloud of clouds) await copc.write(cloud);
    await copc.finish();
  });
}

describe('levels of a map in the cache (seed 231)', () => {
  it('are byte for byte the COPC that is exported of the same points', async () => {
    const folder = temporaryFolder();
    const pieces = piecesOf(randomCloud(231, 90_000, ORIGIN), 4096);
    const levels = await levelsOf(folder, 'a', pieces);
    const out = memoryFolder();
    const options = { ...EXPORT_MAP_DEFAULTS, formats: ['copc'] as const };
    await exportMap(() => streamOf(pieces), out, options, SILENT_CONTEXT);
    expect(readFileSync(levels.file).equals(out.files.get('map.copc.laz')!)).toBe(true);
    // Compressed in threads, in any order, and put into their own.
    expect(levels.nodes.length).toBeGreaterThan(8);
    expect(await readLevels(folder, 'a')).toEqual(levels);
    expect(readdirSync(folder)).toEqual(['a']);
    expect(readdirSync(dirname(levels.file))).toEqual(['map.copc.laz']);
  });

  it('leave nothing where they are given up, before the nodes and among them', async () => {
    const clouds = piecesOf(randomCloud(232, 90_000, ORIGIN), 4096);
    for (const among of [false, true]) {
      const folder = temporaryFolder();
      const given = newLevels(folder, 'a', async (copc) => {
        for (const cloud of clouds) await copc.write(cloud);
        if (!among) throw new CancelledError();
        await copc.finish((placed) => {
          if (placed > 20_000) throw new CancelledError();
        });
      });
      await expect(given).rejects.toThrow(CancelledError);
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it('are in steps of a millimetre where 0.1 mm cannot span them, and hold every point', async () => {
    const near = randomCloud(233, 1000, ORIGIN);
    const far = randomCloud(234, 1000, [ORIGIN[0] + 300_000, ORIGIN[1], ORIGIN[2]]);
    const levels = await levelsOf(temporaryFolder(), 'a', [near, far]);
    const copc = await openCopc(memorySource('map.copc.laz', new Uint8Array(readFileSync(levels.file))));
    const found: number[][] = [];
    for (const node of copc.nodes) {
      const { origin, xyz } = await copc.pointsOf(node);
      for (let i = 0; i < xyz.length; i += 3)
        found.push([0, 1, 2].map((axis) => origin[axis] + xyz[i + axis]));
    }
    const byPlace = (a: number[], b: number[]): number => a[1] - b[1];
    const meant = [...pointsOf(near), ...pointsOf(far)].sort(byPlace);
    expect(found).toHaveLength(meant.length);
    // The root is 524 km wide, and f32 steps by 31 mm there.
    const widest = Math.max(...copc.nodes.filter(({ count }) => count > 0).map(({ edge }) => edge));
    found.sort(byPlace).forEach((point, k) => {
      const away = Math.abs(point[1] - meant[k][1]);
      if (!(away <= 0.0005 + widest * 2 ** -24 + 1e-6)) expect.fail(`point ${k} is ${away} m away`);
    });
  });

  it('take the place of maps of the former format, and keep the eight that were looked at last', async () => {
    const folder = temporaryFolder();
    const former = join(folder, 'former');
    mkdirSync(former);
    writeFileSync(join(former, 'nodes.bin'), 'what was');
    const few = [randomCloud(235, 10, ORIGIN)];
    for (let map = 0; map < 9; map++) {
      await levelsOf(folder, `map-${map}`, few);
      if (map > 0) expect(await readLevels(folder, 'map-0')).not.toBeNull();
    }
    expect(readdirSync(folder).sort()).toEqual([0, 2, 3, 4, 5, 6, 7, 8].map((map) => `map-${map}`));
  });

  it('of no points are no nodes', async () => {
    const levels = await levelsOf(temporaryFolder(), 'a', []);
    expect(levels).toMatchObject({ nodes: [], points: 0 });
  });
});
