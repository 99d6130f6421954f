import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { BLEND_ERROR, closedUpBeside, withBlended } from '../../src-core/tunnel/wall/objects/blended-mesh.ts';
import {
  type LayerHistograms,
  layerHistograms,
  REACH,
  STEP,
  STEPS,
} from '../../src-core/tunnel/wall/objects/layer-histograms.ts';
import type { TwoLayers } from '../../src-core/tunnel/wall/objects/two-layers.ts';
import { sectionVoxels } from './section-voxels.ts';
import { axisAlong, straight } from './solids.ts';

const SEED = 3;
const NOISE = 0.013;
const GAP = 0.07;
const [ROWS, COLUMNS] = [1, 28];
const POINTS = 400;

/** Distances from their mean of points between mesh and rock, by a share of the gap each. */
function histogramsOf(gapOf: readonly number[], seed = SEED, noise = NOISE, each = POINTS): LayerHistograms {
  const random = seededRandom(seed);
  const counts = new Float64Array(ROWS * COLUMNS * STEPS);
  const points = new Float64Array(ROWS * COLUMNS);
  gapOf.forEach((gap, tile) => {
    const offsets = Array.from(
      { length: each },
      () => gap * (random.uniform() - 0.5) + noise * random.normal(),
    );
    for (const off of offsets) counts[tile * STEPS + Math.floor((off + REACH) / STEP)]++;
    points[tile] = each;
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
    const blended = blendedOf(gaps, () => 0.25);
    expect(blended.map(([tile]) => tile).sort()).toEqual([2, 3, 5, 6, 7]);
    for (const [, { rock }] of blended) expect(Math.abs(rock / (GAP / 2) - 1)).toBeLessThan(0.2);
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

describe('two layers that overlap (seed 7)', () => {
  const overlapping = { ...LAYERS, rock: 0.012, gap: 0.035, share: 0.35 };
  const square = { ...overlapping, gap: 0.1 };
  const patch = {
    tiles: new Map([
      [4, overlapping],
      [5, square],
      [12, overlapping],
    ]),
  };
  const histograms = histogramsOf(
    Array.from({ length: 14 }, () => GAP),
    7,
  );
  const tilesAt = (facing: number) =>
    withBlended(
      patch,
      new Set(patch.tiles.keys()),
      histograms,
      () => facing,
      () => NOISE,
    ).tiles;

  it('blend in part where rays meet them aslant: the rock is midway to where it is if they blend', () => {
    const { blend, rock } = tilesAt(0.6).get(4)!;
    expect(rock).toBe(0.012);
    expect(Math.abs(blend! / (GAP / 2) - 1)).toBeLessThan(0.2);
  });

  it('are taken apart where rays meet them squarely, or where they do not overlap', () => {
    expect(tilesAt(0.8).get(4)!.blend).toBeUndefined();
    expect(tilesAt(0.6).get(5)!.blend).toBeUndefined();
  });

  it('are never nearer together than apart, nor farther than mesh hangs here', () => {
    const far = { ...overlapping, rock: 0.05 };
    const { tiles } = withBlended(
      { tiles: new Map([[4, far]]) },
      new Set([4]),
      histograms,
      () => 0.6,
      () => NOISE,
    );
    expect(tiles.get(4)!.blend).toBe(0.05);
    const wide = histogramsOf(
      Array.from({ length: 14 }, () => 0.2),
      7,
    );
    const near = withBlended(
      { tiles: new Map([[4, overlapping]]) },
      new Set([4]),
      wide,
      () => 0.6,
      () => NOISE,
    );
    expect(near.tiles.get(4)!.blend).toBe(0.035);
  });
});

describe('mesh that may have closed up beside a patch (seeds 1 to 60)', () => {
  const FLAT = () => 0.3;
  /** Of the tiles beside the patch of tile 4. */
  const beside = (histograms: LayerHistograms, facing: (tile: number) => number = FLAT, taken = [4]) =>
    closedUpBeside(PATCH, new Set(taken), histograms, facing, () => NOISE);

  it('scatter says how far the rock lies beyond, and its ± covers what one surface may scatter by', () => {
    let [within, of, sum, spread] = [0, 0, 0, 0];
    for (let seed = 1; seed <= 60; seed++) {
      const random = seededRandom(1000 + seed);
      const gaps = Array.from({ length: 9 }, () => 0.045 * random.uniform());
      const histograms = histogramsOf(gaps, seed, NOISE * (0.9 + 0.2 * random.uniform()));
      const closed = beside(histograms);
      for (const [tile, { beyond, sigma }] of closed) {
        const off = beyond - gaps[tile] / 2;
        of++;
        within += Math.abs(off) < 1.96 * Math.hypot(sigma, 0.002) ? 1 : 0;
        sum += off;
        spread += sigma;
      }
    }
    expect(of).toBeGreaterThan(300);
    expect(within / of).toBeGreaterThan(0.9);
    expect(spread / of).toBeLessThan(0.006);
    // What is common to all tiles is what counts in a volume.
    expect(Math.abs(sum / of)).toBeLessThan(0.5 * (spread / of));
  });

  it('one surface that scatters less than expected is rock, and adds nothing to the ±', () => {
    expect(beside(histogramsOf(new Array(14).fill(0), SEED, 0.75 * NOISE)).size).toBe(0);
  });

  it('too few points tell nothing: the wall may be anywhere up to where mesh hangs', () => {
    const closed = beside(histogramsOf(new Array(14).fill(0), SEED, NOISE, 29));
    expect([...closed.keys()].sort((a, b) => a - b)).toEqual([1, 2, 3, 5, 6, 7]);
    for (const one of closed.values()) expect(one).toEqual({ beyond: 0, sigma: LAYERS.gap / Math.sqrt(3) });
  });

  it('no farther than mesh hangs, not where rays meet the wall squarely, nor what another patch has', () => {
    const wide = histogramsOf(new Array(14).fill(0.2));
    for (const { beyond } of beside(wide).values()) expect(beyond).toBe(LAYERS.gap);
    expect(beside(wide, () => 0.5).size).toBe(0);
    expect(beside(wide, FLAT, [3, 4, 5]).has(5)).toBe(false);
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
