import { describe, expect } from 'vitest';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { clearLoneCells } from '../../src-core/tunnel/wall/cells/lone-cells.ts';
import { it, tiered } from '../support/tier.ts';
import { DUST_DEPTH, type MeshDrive, meshDrive, RADIUS } from './mesh-drive.ts';

const SEED = 9;
const ROUGH: MeshDrive = { relief: 0.06, seed: SEED, mesh: null };
const SURFACE = 8 * 2 * Math.PI * RADIUS;

/** Mean of the wall between 1 and 9 m over that of a round drive, m. */
const wallOf = (drive: MeshDrive): number => volumeBetween(meshDrive(drive), 1, 9).volume.value / SURFACE;

describe(`dust before rough rock (seed ${SEED})`, () => {
  const cases = [
    [0.02, 5000],
    [0.02, 1500],
    [0.035, 5000],
  ];
  it.each(tiered(cases, [cases[1]]))(
    'a share of %d of the returns, %d a square metre: most of it leaves the wall',
    (dust, density) => {
      const bare = wallOf({ ...ROUGH, density });
      const off = wallOf({ ...ROUGH, density, dust }) - bare;
      // Those within 8 cm of the rock are not distinguished from it: a fourteenth of what all of them pull it in by.
      const pulled = (dust * DUST_DEPTH) / 2;
      expect(Math.abs(off)).toBeLessThan(0.35 * pulled);
    },
  );
});

describe('a cell of few points', () => {
  const [slabs, bins] = [60, 180];
  const radius = (): Float64Array => new Float64Array(slabs * bins).fill(2);
  const at = 30 * bins + 90;
  const pointsOf = (few: readonly number[]) => (cell: number) => (few.includes(cell) ? 1 : 20);
  const cleared = (own: Float64Array, few: readonly number[]): boolean =>
    clearLoneCells({ radius: own, bins, pointsOf: pointsOf(few) }, 0.1)[at] === 1 && own[at] === 0;

  it('inside its surroundings is a stray; as far out as they, or of many points, it is wall', () => {
    const own = radius();
    own[at] = 1.85;
    expect(cleared(own.slice(), [at])).toBe(true);
    expect(cleared(own.slice(), [])).toBe(false);
    own[at] = 1.95;
    expect(cleared(own, [at])).toBe(false);
  });

  it('over a hole is a stray if it is well inside the line from wall to wall', () => {
    const own = radius();
    for (let k = 15; k < 45; k++) for (let j = 80; j < 100; j++) own[k * bins + j] = 0;
    own[at] = 1.7;
    expect(cleared(own.slice(), [at])).toBe(true);
    own[at] = 1.85;
    expect(cleared(own, [at])).toBe(false);
  });
});
