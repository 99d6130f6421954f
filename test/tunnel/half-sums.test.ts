import { expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { halfSums, PER_SPLIT, SPLITS } from '../../src-core/tunnel/wall/cells/half-sums.ts';
import { MEASURED, type WallGrid } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import { PointSample } from '../../src-core/tunnel/wall/voxels/point-sample.ts';
import { RAY, RAY_LENGTH } from '../../src-core/tunnel/wall/voxels/wall-ray.ts';

const SEED = 18;
const [SLABS, BINS, SLAB] = [36, 180, 0.1];
/** A wall that is not the same to the left and right, above and below, and widens along the drive. */
const wallAt = (slabs: number, angle: number): number =>
  2 + 0.1 * Math.sin(angle + 0.4) + 0.05 * Math.sin(3 * angle) + 0.004 * slabs;

function grid(): WallGrid {
  const cells = SLABS * BINS;
  const radius = Float64Array.from({ length: cells }, (_, cell) =>
    wallAt(Math.floor(cell / BINS) + 0.5, (((cell % BINS) + 0.5) * 2 * Math.PI) / BINS - Math.PI),
  );
  const state = new Uint8Array(cells).fill(MEASURED);
  return { slabs: SLABS, bins: BINS, radius, state, points: new Uint32Array(cells).fill(1) };
}

/** Sums of points on that wall, those of odd scans outward by `off` from it. */
function sumsOf(off: number): { area: number; mean: number } {
  const random = seededRandom(SEED);
  const sample = new PointSample(SLABS);
  const ray = new Float64Array(RAY_LENGTH);
  for (let i = 0; i < 20_000; i++) {
    const [slabs, angle] = [SLABS * random.uniform(), 2 * Math.PI * random.uniform() - Math.PI];
    const r = wallAt(slabs, angle) + off * (i & 1);
    ray[RAY.slabs] = slabs;
    [ray[RAY.left], ray[RAY.up]] = [r * Math.cos(angle), r * Math.sin(angle)];
    [ray[RAY.toLeft], ray[RAY.toUp], ray[RAY.along]] = [Math.cos(angle), Math.sin(angle), 0];
    ray[RAY.range] = r;
    sample.offer(ray, i % 16, i & 1);
  }
  const { splits, blocks } = halfSums(sample, new Float64Array(2 * SLABS), grid(), SLAB, 0.3);
  const per = SPLITS.length * PER_SPLIT;
  const at = SPLITS.indexOf('scans') * PER_SPLIT;
  let [area, shifted] = [0, 0];
  for (let block = 0; block < blocks; block++) {
    area += splits[block * per + at];
    shifted += splits[block * per + at + 1];
  }
  return { area, mean: shifted / area };
}

it(`halves on one wall that curves and widens differ by nothing, and by what one is off (seed ${SEED})`, () => {
  const [same, apart] = [sumsOf(0), sumsOf(0.01)];
  // The wall without its first and last slab, to the patches of three slabs that have enough points.
  expect(Math.abs(same.area / (2 * Math.PI * 2.07 * (SLABS - 2) * SLAB) - 1)).toBeLessThan(0.1);
  // Straight between cells: the curve of the wall by the square of a cell over 8 is hundredths of a millimetre.
  expect(Math.abs(same.mean)).toBeLessThan(1e-4);
  expect(Math.abs(apart.mean - 0.01)).toBeLessThan(1e-4);
});
