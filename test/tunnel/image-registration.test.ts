import { describe, expect, it } from 'vitest';
import { sectionCentres } from '../../src-core/tunnel/wall/cells/section-centre.ts';
import { type Plumb, plumbUp } from '../../src-core/tunnel/wall/voxels/plumb-up.ts';
import { type DeepVoxels, deepVoxels } from '../../src-core/tunnel/wall/water/deep-returns.ts';
import { floorReference } from '../../src-core/tunnel/wall/water/floor-reference.ts';
import {
  ImageRegistration,
  imageDerivatives,
  registeredImages,
} from '../../src-core/tunnel/wall/water/image-registration.ts';
import { SlabLevels } from '../../src-core/tunnel/wall/water/slab-levels.ts';
import { sectionVoxels } from './section-voxels.ts';
import { BAUL } from './solids.ts';
import { WetDrive, type WetDriveOptions } from './wet-drive.ts';

const SEED = 2;
const DEGREE = Math.PI / 180;
/** Elevation of the water, m over the floor at the start, and the place on the axis over the middle of the pool. */
const LEVEL = -0.03;
const MIDDLE = 6;

/** Unit vector that leans from z by angles along x and y, rad. */
function leaning(x: number, y: number): Plumb {
  const size = Math.hypot(x, y, 1);
  return [x / size, y / size, 1 / size];
}

/** A wet drive of 12 m as voxels, with what is clearly below its floor. */
function wetVoxels(options: Partial<WetDriveOptions>) {
  const drive = new WetDrive({
    length: 12,
    rays: 150_000,
    seed: SEED,
    relief: [0.06, 0.03],
    hollows: [{ shape: 'bowl', at: [MIDDLE, 0], half: [3.2, 30], depth: 0.3 }],
    pools: [{ from: 2, to: 10, level: LEVEL }],
    ...options,
  });
  const { geometry, voxels } = sectionVoxels(drive.axis(), drive.scan().xyz);
  const floor = floorReference(voxels, sectionCentres(voxels));
  return { geometry, voxels, floor, deep: deepVoxels(voxels, floor) };
}

function all({ count }: DeepVoxels): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

describe('the plumb direction by the accelerometer', () => {
  it.each<[string, Plumb]>([
    ['without an inertial unit', [0, 0, 0]],
    ['within its bias, 0.021 rad', [9.81 * 0.015, 9.81 * 0.012, 9.81]],
  ])('is z %s', (_, force) => {
    expect(plumbUp(force)).toEqual([0, 0, 1]);
  });

  it('is that of the force on a ramp, whatever the number of scans', () => {
    const up = leaning(-0.05, 0.02);
    for (const scale of [9.81, 9.81 * 400]) {
      const plumb = plumbUp([scale * up[0], scale * up[1], scale * up[2]]);
      for (let k = 0; k < 3; k++) expect(plumb[k]).toBeCloseTo(up[k], 12);
    }
  });
});

describe(`registration of mirror images to the wall (seed ${SEED})`, () => {
  it.each([
    [1, 0],
    [0, -1],
    [-0.7, 0.7],
  ])('finds a plumb direction that is off by %f and %f degrees, and the level to 1 cm', (x, y) => {
    const { geometry, voxels, floor, deep } = wetVoxels({});
    const { up, levels } = registeredImages(
      geometry,
      voxels,
      new ImageRegistration(voxels, floor, deep),
      leaning(x * DEGREE, y * DEGREE),
      {
        proofs: [all(deep)],
        levels: [{ level: LEVEL - BAUL.line + 0.05 }],
      },
    );
    expect(Math.acos(up[2]) / DEGREE).toBeLessThan(0.1);
    expect(levels).toHaveLength(1);
    const water = up[0] * MIDDLE + up[2] * (LEVEL - BAUL.line);
    expect(Math.abs(levels[0]! - water)).toBeLessThan(0.01);
  });

  it('leaves a level open that only smooth vertical walls show', () => {
    const { geometry, voxels, floor, deep } = wetVoxels({ relief: [0, 0] });
    expect(deep.count).toBeGreaterThan(100);
    const result = registeredImages(geometry, voxels, new ImageRegistration(voxels, floor, deep), [0, 0, 1], {
      proofs: [all(deep)],
      levels: [{ level: LEVEL - BAUL.line + 0.05 }],
    });
    expect(result).toEqual({ up: [0, 0, 1], levels: [null] });
  });
});

describe('the derivatives of a mirror image', () => {
  it.each([0, 0.1])('are those of its differences, on a grade of %f', (grade) => {
    const n = 25;
    const chainage = Float64Array.from({ length: n }, (_, i) => 0.5 * i);
    const c = 1 / Math.hypot(1, grade);
    const xyz = Float64Array.from(
      { length: 3 * n },
      (_, i) => chainage[Math.floor(i / 3)] * [c, 0, grade * c][i % 3],
    );
    const { geometry, voxels } = sectionVoxels({ chainage, xyz, kind: 'slope', source: 'given' }, []);
    const up = leaning(0.02, -0.01);
    const ahead = unit([1 - up[0] ** 2, -up[0] * up[1], -up[0] * up[2]]);
    const aside: Plumb = [
      up[1] * ahead[2] - up[2] * ahead[1],
      up[2] * ahead[0] - up[0] * ahead[2],
      up[0] * ahead[1] - up[1] * ahead[0],
    ];
    const levelsAt = (a: number, b: number): SlabLevels =>
      new SlabLevels(geometry, voxels, unit(up.map((value, k) => value + a * ahead[k] + b * aside[k])));
    const normal = unit([0.3, -0.5, 0.8]);
    const place = { along: 72.5, left: 1.8, up: -2.9 };
    const distance = (level: number, a: number, b: number): number => {
      const image = { along: 0, left: 0, up: 0 };
      levelsAt(a, b).mirror(place.along, place.left, place.up, level, image);
      return normal[0] * image.along * voxels.slab + normal[1] * image.left + normal[2] * image.up;
    };
    const level = -1.75;
    const result = imageDerivatives(normal, place, level, levelsAt(0, 0), [
      new SlabLevels(geometry, voxels, ahead),
      new SlabLevels(geometry, voxels, aside),
    ]);
    const step = 1e-5;
    const differences = [
      distance(level + step, 0, 0) - distance(level - step, 0, 0),
      distance(level, step, 0) - distance(level, -step, 0),
      distance(level, 0, step) - distance(level, 0, -step),
    ];
    differences.forEach((difference, k) => {
      expect(result[k]).toBeCloseTo(difference / (2 * step), 6);
    });
  });
});

function unit(v: readonly number[]): Plumb {
  const size = Math.hypot(v[0], v[1], v[2]);
  return [v[0] / size, v[1] / size, v[2] / size];
}
