import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { BLEND_ERROR, withBlended } from '../../src-core/tunnel/objects/blended-mesh.ts';
import {
  type LayerHistograms,
  layerHistograms,
  REACH,
  STEP,
  STEPS,
} from '../../src-core/tunnel/objects/layer-histograms.ts';
import type { TwoLayers } from '../../src-core/tunnel/objects/two-layers.ts';
import { sectionVoxels } from './section-voxels.ts';
import { axisAlong, straight } from './solids.ts';

const SEED = 3;
const NOISE = 0.013;
const GAP = 0.07;
const [ROWS, COLUMNS] = [1, 28];
const POINTS = 400;

/** Distances from their mean of points between mesh and rock, by a share of the gap each. */
function histogramsOf(gapOf: readonly number[], seed = SEED): LayerHistograms {
  const random = seededRandom(seed);
  const counts = new Float64Array(ROWS * COLUMNS * STEPS);
  const points = new Float64Array(ROWS * COLUMNS);
  gapOf.forEach((gap, tile) => {
    const offsets = Array.from(
      { length: POINTS },
      () => gap * (random.uniform() - 0.5) + NOISE * random.normal(),
    );
    for (const off of offsets) counts[tile * STEPS + Math.floor((off + REACH) / STEP)]++;
    points[tile] = POINTS;
  });
  return {
    rows: ROWS,
    columns: COLUMNS,
    slabsPerRow: 5,
    binsPerColumn: 6,
    points,
    countsOf: (tile) => counts.subarray(tile * STEPS, (tile + 1) * STEPS),
    withoutStrays: () => new Float64Array(0),
    release() {},
  };
}

const LAYERS: TwoLayers = { rock: 0.03, sigma: NOISE, gap: 0.06, innerSigma: NOISE, share: 0.5, gain: 99 };
const PATCH = { tiles: new Map([[4, LAYERS]]) };

function blendedOf(gaps: readonly number[], facing: (tile: number) => number, seed = SEED) {
  const { tiles } = withBlended(PATCH, new Set([4]), histogramsOf(gaps, seed), facing, () => NOISE);
  return [...tiles].filter(([, { isBlended }]) => isBlended);
}

describe(`wire and rock that blend in grazing rays (seed ${SEED})`, () => {
  const gaps = [0, 0, GAP, GAP, GAP, GAP, GAP, GAP, 0, 0, GAP];

  it('the tiles connected with the mesh are it, the rock half the gap beyond their mean', () => {
    const found = blendedOf(gaps, () => 0.25);
    expect(found.map(([tile]) => tile).sort()).toEqual([2, 3, 5, 6, 7]);
    for (const [, { rock }] of found) expect(Math.abs(rock / (GAP / 2) - 1)).toBeLessThan(0.2);
  });

  it('is off by less than half of its stated error on the mean of 40 draws (seeds 1 to 40)', () => {
    const places = Array.from({ length: 40 }, (_, i) => blendedOf(gaps, () => 0.25, i + 1)).flat();
    expect(places.length).toBeGreaterThan(190);
    const mean = places.reduce((sum, [, { rock }]) => sum + rock, 0) / places.length;
    expect(Math.abs(mean / (GAP / 2) - 1)).toBeLessThan(BLEND_ERROR / 2);
  });

  it('one surface, or a wall that rays meet squarely, stays where it is', () => {
    expect(
      blendedOf(
        gaps.map(() => 0),
        () => 0.25,
      ),
    ).toEqual([]);
    expect(blendedOf(gaps, () => 0.7)).toEqual([]);
  });
});

describe(`the points of a section with something in it (seed ${SEED})`, () => {
  const [bins, slabs] = [180, 100];
  const random = seededRandom(SEED);
  const xyz = Array.from({ length: 30_000 }, () => {
    const a = 2 * Math.PI * random.uniform();
    return [10 * random.uniform(), 2 * Math.cos(a), 2 * Math.sin(a)];
  }).flat();
  const { voxels } = sectionVoxels(axisAlong(straight(0, [0, 0, 0], 0), 0, 10, 0.5), xyz);
  const pointsIn = (row: number, blocked: Float32Array): number => {
    const { points, columns } = layerHistograms(voxels, new Float64Array(2 * slabs), {
      slabs,
      bins,
      radius: new Float64Array(slabs * bins).fill(2),
      angle: () => 0,
      along: () => 0.5,
      blocked,
    });
    return points.subarray(row * columns, (row + 1) * columns).reduce((sum, n) => sum + n, 0);
  };

  it('count beside a vehicle, which is in an eighth of the directions', () => {
    const vehicle = new Float32Array(slabs).fill(0.125, 30, 65);
    expect(pointsIn(9, vehicle)).toBe(pointsIn(9, new Float32Array(slabs)));
  });

  it('do not count before a slanted face, nor where it begins', () => {
    const face = Float32Array.from({ length: slabs }, (_, k) => Math.min(1, Math.max(0, (k - 40) / 30)));
    expect(pointsIn(7, face)).toBeGreaterThan(0);
    expect([9, 10, 15].map((row) => pointsIn(row, face))).toEqual([0, 0, 0]);
  });
});
