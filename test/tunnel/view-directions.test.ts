import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { ViewDirections, viewedRays } from '../../src-core/tunnel/wall/voxels/view-directions.ts';
import { RAY, RAY_LENGTH } from '../../src-core/tunnel/wall/voxels/wall-ray.ts';
import { pagesWith } from '../fixtures/pages-with.ts';

const SEED = 20261127;
const [START, END, REACH] = [-3.4, 56.6, 6];

describe(`view directions of stretches that were left behind (seed ${SEED})`, () => {
  for (const [name, room] of [
    ['in pages', 1 << 24],
    ['in pages that are full before the end', 1 << 15],
  ] as const)
    it(`are those in memory, whoever comes back: ${name}`, () => {
      const random = seededRandom(SEED);
      const all = new ViewDirections(START, END, REACH);
      const paged = new ViewDirections(START, END, REACH);
      const pages = pagesWith(room);
      const ray = new Float64Array(RAY_LENGTH);
      const between = (low: number, high: number): number => low + (high - low) * random.uniform();
      for (let n = 0; n < 60_000; n++) {
        // Through the drive, back, and through again.
        const at = START + (END - START) * Math.abs((((3 * n) / 60_000 + 1) % 2) - 1);
        ray[RAY.chainage] = at + between(-2, 2);
        ray[RAY.left] = between(-REACH, REACH);
        ray[RAY.up] = between(-REACH, REACH);
        ray[RAY.toLeft] = between(-1, 1);
        ray[RAY.toUp] = between(-1, 1);
        ray[RAY.along] = between(-1, 1);
        all.add(ray);
        paged.add(ray);
        if (n % 500 === 0) {
          const from = between(START - 5, END);
          paged.leave(from, from + 3.2, pages);
        }
      }
      paged.leave(START, END, pages);
      for (let n = 0; n < 5000; n++) {
        const place = [between(START, END), between(-REACH, REACH), between(-REACH, REACH)] as const;
        const [read, stored] = [viewedRays(), viewedRays()];
        expect(paged.at(...place, read)).toBe(all.at(...place, stored));
        expect(read).toEqual(stored);
      }
      expect(paged.packed()).toEqual(all.packed());
      const again = new ViewDirections(START, END, REACH);
      again.unpack(paged.packed());
      expect(again.packed()).toEqual(all.packed());
    });
});

describe('view directions at the end of their reach', () => {
  it.each([
    ['left', [REACH, 0]],
    ['right', [-REACH, 0]],
    ['up', [0, REACH]],
    ['down', [0, -REACH]],
  ] as const)('are kept apart from those half a metre nearer: %s', (_, [left, up]) => {
    const views = new ViewDirections(START, END, REACH);
    const ray = new Float64Array(RAY_LENGTH);
    [ray[RAY.left], ray[RAY.up]] = [left, up];
    ray[RAY.along] = 1;
    views.add(ray);
    const nearer = 1 - 0.5 / REACH;
    expect(views.at(0, left, up, viewedRays())).toBe(1);
    expect(views.at(0, nearer * left, nearer * up, viewedRays())).toBe(0);
  });
});
