import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { INCIDENCE_AT } from '../../src-core/model/instrument-range.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { interpolatedWallUncertainty } from '../../src-core/tunnel/uncertainty/interpolated-wall-uncertainty.ts';
import { rangeLever } from '../../src-core/tunnel/uncertainty/range-lever.ts';
import { sectionIntervalUncertainty } from '../../src-core/tunnel/uncertainty/section-interval.ts';
import { fillWall } from '../../src-core/tunnel/wall/cells/fill-wall.ts';
import { PROFILE_DEFAULTS } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { FILLED, MEASURED, UNKNOWN, type WallGrid } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import { cellVariance, integrateWall } from '../../src-core/tunnel/wall/wall-integral.ts';
import { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { waveRelief } from './wave-relief.ts';

const RADIUS = 2.2;
const SLABS = 120;
const { slab: SLAB, angleBins: BINS } = PROFILE_DEFAULTS;
const WIDTH = (2 * Math.PI) / BINS;
const LENGTH = SLABS * SLAB;
const AXIS: Axis = {
  chainage: Float64Array.of(0, LENGTH),
  xyz: Float64Array.of(0, 0, 0, LENGTH, 0, 0),
  kind: 'slope',
  source: 'given',
};

const relief = (random: Random) => waveRelief(random, { waves: 40, height: 0.012, radius: RADIUS });

/** A wall of given radii, with the cells of holes taken out and filled again. */
function wallOf(
  radiusAt: (s: number, angle: number) => number,
  isHole: (k: number, j: number) => boolean = () => false,
) {
  const cells = SLABS * BINS;
  const grid: WallGrid = {
    slabs: SLABS,
    bins: BINS,
    radius: new Float64Array(cells),
    state: new Uint8Array(cells).fill(MEASURED),
    points: new Uint32Array(cells).fill(20),
    shadow: new Float32Array(cells),
  };
  const truth = new Float64Array(cells);
  for (let k = 0; k < SLABS; k++) {
    for (let j = 0; j < BINS; j++) {
      const cell = k * BINS + j;
      truth[cell] = radiusAt((k + 0.5) * SLAB, (j + 0.5) * WIDTH - Math.PI);
      if (isHole(k, j)) grid.state[cell] = UNKNOWN;
      else grid.radius[cell] = truth[cell];
    }
  }
  const centre = new Float64Array(2 * SLABS);
  fillWall(grid, centre, SLAB, PROFILE_DEFAULTS);
  const wall = new WallSurface(new AxisGeometry(AXIS), PROFILE_DEFAULTS, 0, centre, grid);
  let error = 0;
  for (let cell = 0; cell < cells; cell++)
    error += ((grid.radius[cell] ** 2 - truth[cell] ** 2) * WIDTH * SLAB) / 2;
  return { wall, grid, error };
}

describe('the parts of the ± of a volume against trials', () => {
  it('holes are off by what the wall says, over 40 reliefs (seeds 1 to 40)', () => {
    const ratios = Array.from({ length: 40 }, (_, i) => {
      const random = seededRandom(i + 1);
      const rock = relief(random);
      // Square holes of 0.2 to 1.2 m all over the wall.
      const holes = Array.from({ length: 14 }, () => {
        const size = 2 + random.below(11);
        return {
          k: 10 + random.below(SLABS - 30),
          j: random.below(BINS),
          size,
          across: Math.ceil(size * 1.3),
        };
      });
      const { wall, grid, error } = wallOf(
        (s, angle) => RADIUS + rock(s, angle),
        (k, j) =>
          holes.some(
            (hole) => k >= hole.k && k < hole.k + hole.size && (j - hole.j + BINS) % BINS < hole.across,
          ),
      );
      expect(grid.state.includes(FILLED)).toBe(true);
      return error / interpolatedWallUncertainty(wall, 0, LENGTH, 0.05).filled;
    });
    const rms = Math.sqrt(ratios.reduce((sum, ratio) => sum + ratio * ratio, 0) / ratios.length);
    expect(rms).toBeGreaterThan(0.25);
    expect(rms).toBeLessThan(1.2);
    // 1.96 for 95 %: of 40 no more than 5.
    expect(ratios.filter((ratio) => Math.abs(ratio) > 1.96).length).toBeLessThanOrEqual(5);
  });

  for (const seed of [1, 2, 3])
    it(`the noise of the cells is told apart from relief (seed ${seed})`, () => {
      const random = seededRandom(seed);
      const rock = relief(random);
      const { wall } = wallOf((s, angle) => RADIUS + rock(s, angle) + 0.004 * random.normal());
      const truth = SLABS * BINS * (RADIUS * WIDTH * SLAB * 0.004) ** 2;
      const reported = cellVariance(wall, 0, LENGTH);
      expect(reported / truth).toBeGreaterThan(0.85);
      expect(reported / truth).toBeLessThan(1.6);
    });

  it('the thickness of the slabs on a taper is the mean square less the square of the mean', () => {
    const grade = 0.1;
    const { wall } = wallOf((s) => RADIUS + grade * s);
    const [from, to] = [1, LENGTH - 1];
    const exact = (Math.PI * ((RADIUS + grade * to) ** 3 - (RADIUS + grade * from) ** 3)) / (3 * grade);
    const short = exact - integrateWall(wall, from, to).volume;
    expect(sectionIntervalUncertainty(wall, from, to) / short).toBeCloseTo(1, 3);
  });

  for (const seed of [1, 2])
    it(`a bias of the range moves the wall as far as rays meet it, for a sensor with a narrow fan (seed ${seed})`, () => {
      const measured = (bias: number) => {
        const wall = seenCylinder(bias, seed);
        const integral = integrateWall(wall, 4, 12);
        return {
          volume: integral.volume,
          surface: integral.surface,
          lever: rangeLever(wall, integral, 4, 12).bias,
        };
      };
      const [right, long] = [measured(0), measured(0.01)];
      const moved = (long.volume - right.volume) / 0.01;
      expect(right.lever / moved).toBeCloseTo(1, 1);
      // A fan of +-17 degrees grazes crown and floor.
      expect(moved / right.surface).toBeLessThan(0.75);
    });

  for (const seed of [1, 2])
    it(`a bias by incidence moves the wall by the part that is told (seed ${seed})`, () => {
      const [right, slanted] = [0, 0.02].map((incidence) => {
        const wall = seenCylinder(0, seed, incidence);
        const integral = integrateWall(wall, 4, 12);
        return { volume: integral.volume, lever: rangeLever(wall, integral, 4, 12).incidence };
      });
      const moved = (slanted.volume - right.volume) / 0.02;
      // The mean direction of a box stands for rays of several angles.
      expect(right.lever / moved).toBeGreaterThan(0.8);
      expect(right.lever / moved).toBeLessThan(1.25);
    });
});

/**
 * A cylinder as a sensor on a straight path along its middle sees it whose rays leave within 17 degrees of the level.
 *
 * @param bias of all ranges, m; `incidence`: further bias at `INCIDENCE_AT`, m
 */
function seenCylinder(bias: number, seed: number, incidence = 0): WallSurface {
  const random = seededRandom(seed);
  const axis: Axis = { ...AXIS, chainage: Float64Array.of(0, 16), xyz: Float64Array.of(0, 0, 0, 16, 0, 0) };
  const accumulator = new ProfileAccumulator(axis);
  const perPlace = 8000;
  const xyz = new Float32Array(3 * perPlace);
  for (let place = -8; place < 24; place += 0.5) {
    for (let i = 0; i < perPlace; i++) {
      const elevation = ((2 * random.uniform() - 1) * 17 * Math.PI) / 180;
      const azimuth = 2 * Math.PI * random.uniform();
      const d = [
        Math.cos(elevation) * Math.cos(azimuth),
        Math.cos(elevation) * Math.sin(azimuth),
        Math.sin(elevation),
      ];
      const cosine = Math.hypot(d[1], d[2]);
      const slant = (incidence * (1 - cosine)) / (1 - Math.cos(INCIDENCE_AT));
      const range = RADIUS / cosine + bias + slant + 0.01 * random.normal();
      for (let k = 0; k < 3; k++) xyz[3 * i + k] = (k === 0 ? place : 0) + range * d[k];
    }
    accumulator.add(xyz, [0, 0, 0], perPlace, null, [place, 0, 0]);
  }
  return accumulator.wall();
}
