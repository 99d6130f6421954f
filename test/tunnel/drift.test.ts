import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAxisCsv } from '../../src-core/io/tables/axis-csv.ts';
import { wholeAxis } from '../../src-core/model/design.ts';
import { contouredBreaks } from '../../src-core/tunnel/design/breaks.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import { SHARED_DATA, WHY_SKIPPED } from '../io/shared-data.ts';
import { placeDrive } from './placed-drive.ts';

interface Truth {
  volumes: {
    s0: number;
    s1: number;
    void_m3: number;
    design_m3: number;
    overbreak_m3: number;
    underbreak_m3: number;
  }[];
}

const DESIGN = { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5, axisHeight: 1.7 } as const;

describe('drives by another generator, placed with their true poses', () => {
  it.skipIf(SHARED_DATA === null).each([
    ['drift', 1.5e-3, 2e-3],
    ['drift-smooth', 3e-4, 3e-4],
  ])(
    `%s: volumes within a share of %d of the truth, over- and underbreak within %d of the void${WHY_SKIPPED}`,
    async (name, share, breakShare) => {
      const folder = join(SHARED_DATA!, name);
      const { axis } = parseAxisCsv(readFileSync(join(folder, 'truth_centreline.csv'), 'utf8'), 'axis');
      const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Truth;
      const accumulator = new ProfileAccumulator(axis);
      await placeDrive(folder, (xyz, count) => accumulator.add(xyz, [0, 0, 0], count));
      const wall = accumulator.wall();
      for (const { s0, s1, void_m3, design_m3, overbreak_m3, underbreak_m3 } of truth.volumes) {
        const { volume } = volumeBetween(wall, s0, s1);
        expect(Math.abs(volume.value / void_m3 - 1), `${s0} to ${s1}`).toBeLessThan(share);
        expect(Math.abs(volume.value - void_m3)).toBeLessThan(volume.plusMinus);
        const breaks = contouredBreaks(wall, wholeAxis(DESIGN), s0, s1, 0.1).volumes;
        expect(Math.abs(breaks.design / design_m3 - 1)).toBeLessThan(1e-4);
        expect(Math.abs(breaks.overbreak - overbreak_m3)).toBeLessThan(breakShare * void_m3);
        expect(Math.abs(breaks.underbreak - underbreak_m3)).toBeLessThan(breakShare * void_m3);
      }
    },
  );
});
