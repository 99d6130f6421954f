import { describe, expect } from 'vitest';
import { expSo3 } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { partWithin } from '../../src-core/model/drive-object.ts';
import type { Volume } from '../../src-core/model/tunnel.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { PROFILE_DEFAULTS } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import { plumbUp } from '../../src-core/tunnel/wall/voxels/plumb-up.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { IS_LONG, it, tiered } from '../support/tier.ts';
import { inMap, WetDrive, type WetDriveOptions } from './wet-drive.ts';

const SEED = 1;
const DEGREE = Math.PI / 180;
/** Relief of the wall and of the floor, m. */
const ROUGH = [0.06, 0.03] as const;
const WIDE: Pick<WetDriveOptions, 'hollows' | 'pools'> = {
  hollows: [{ shape: 'bowl', at: [6, 0], half: [3.2, 30], depth: 0.3 }],
  pools: [{ from: 2, to: 10, level: -0.03 }],
};
const SMALL: Pick<WetDriveOptions, 'hollows' | 'pools'> = {
  hollows: [{ shape: 'bowl', at: [6, 0.4], half: [1, 1], depth: 0.25 }],
  pools: [{ from: 3, to: 9, level: -0.05 }],
};

interface Measured {
  readonly wall: WallSurface;
  readonly volume: Volume;
  readonly truth: { readonly above: number; readonly whole: number; readonly area: number };
}

interface MeasuredFrom {
  /** Given depth of the water, m; null: none. */
  readonly waterDepth?: number | null;
  /** Chainage that it is measured to, m. */
  readonly to?: number;
  /** Frame of the map: a first scan on a ramp turns it. */
  readonly R_map_level?: Float64Array;
  /** Whether there was an inertial unit. */
  readonly hasForce?: boolean;
}

/** Measures a wet drive from chainage 1.5 on. */
function measured(
  options: Partial<WetDriveOptions>,
  { waterDepth = null, to = 10.5, R_map_level = expSo3(0, 0, 0), hasForce = true }: MeasuredFrom = {},
): Measured {
  const drive = new WetDrive({ length: 12, rays: 200_000, seed: SEED, relief: ROUGH, ...options });
  const { axis, xyz, force } = inMap(drive, R_map_level);
  const profiles = { ...PROFILE_DEFAULTS, waterDepth };
  const accumulator = new ProfileAccumulator(axis, profiles);
  accumulator.add(xyz, [0, 0, 0]);
  const wall = accumulator.wall(SILENT_CONTEXT, plumbUp(hasForce ? force : [0, 0, 0]));
  return { wall, volume: volumeBetween(wall, 1.5, to, { rangeBias: 0 }), truth: drive.truth(1.5, to) };
}

function expectWater({ volume, truth }: Measured, share = 3e-3): void {
  const { value, plusMinus } = volume.volume;
  expect(Math.abs(value / truth.above - 1)).toBeLessThan(share);
  expect(Math.abs(value - truth.whole)).toBeLessThan(plusMinus);
  const pools = volume.objects.filter((object) => object.class === 'water');
  expect(pools.length).toBeGreaterThan(0);
  const area = pools.reduce((sum, pool) => sum + pool.area, 0);
  expect(Math.abs(area / truth.area - 1)).toBeLessThan(0.2);
  expect(volume.warnings.map(({ code }) => code)).toContain('water-depth');
}

function expectNoWater({ wall, volume }: Measured): void {
  expect(wall.grid.water?.mirrored ?? []).toEqual([]);
  expect(volume.objects.filter((object) => object.class === 'water')).toEqual([]);
}

describe(`standing water (seed ${SEED})`, () => {
  it('mirrors nothing into the volume over the whole width', () => {
    const found = measured(WIDE);
    expectWater(found);
    const [pool] = found.volume.objects.filter((object) => object.class === 'water');
    expect(pool.points).toBeGreaterThan(100);
    expect(found.volume.uncertainty.find(({ source }) => source === 'water-depth')!.sigma).toBeGreaterThan(1);
    expect(found.volume.recesses).toEqual([]);
    // The floor of a section is the water.
    const { outline } = found.wall.profileAt(6, 0.5)!;
    const lowest = Math.min(...outline.filter((_, i) => i % 2 === 1));
    expect(Math.abs(lowest - (-0.03 - 1.7))).toBeLessThan(0.03);
  });

  it('counts with the part between the chainages, in list, ± and warning', () => {
    const { wall, volume } = measured(WIDE);
    const pool = volume.objects.find((object) => object.class === 'water')!;
    const middle = (pool.from + pool.to) / 2;
    const part = volumeBetween(wall, 1.5, middle, { rangeBias: 0 });
    const half = part.objects.find(({ name }) => name === pool.name)!;
    expect(half.area / pool.area).toBeGreaterThan(0.3);
    expect(half.area / pool.area).toBeLessThan(0.7);
    expect(half.volume.plusMinus / pool.volume.plusMinus).toBeCloseTo(half.area / pool.area, 6);
    expect(partWithin(half, part)).toMatchObject({ from: pool.from, to: middle });
    const water = part.objects.filter((object) => object.class === 'water');
    const area = water.reduce((sum, object) => sum + object.area, 0);
    const warning = part.warnings.find(({ code }) => code === 'water-depth')!;
    expect(warning.message).toContain(`${area.toFixed(1)} m²`);
    expect(warning.message).toContain(`-${middle.toFixed(1)})`);
  });

  it('mirrors nothing between smooth walls, where every level fits', () => {
    expectWater(measured({ ...WIDE, relief: [0, 0] }));
  });

  it.runIf(IS_LONG)('mirrors nothing round a bend', () => {
    expectWater(measured({ ...WIDE, radius: 15 }));
  });

  it.runIf(IS_LONG)('is a pool of 2 m', () => {
    expectWater(measured(SMALL));
  });

  it('ends on a grade where the floor rises out of it', () => {
    const hollow = { shape: 'bowl', at: [6, 0], half: [3, 30], depth: 0.4 } as const;
    const pools = [{ from: 3.3, to: 10, level: 0.19 }];
    expectWater(measured({ grade: 0.08, hollows: [hollow], pools }));
  });

  it('lies at a face', () => {
    const hollow = { shape: 'bowl', at: [9.5, 0], half: [3.5, 30], depth: 0.3 } as const;
    const pools = [{ from: 5, to: 12, level: -0.03 }];
    expectWater(measured({ face: 10, hollows: [hollow], pools, driven: [0, 8] }, { to: 9 }));
  });

  const RAMP = { pitch: expSo3(0, 3 * DEGREE, 0), roll: expSo3(3 * DEGREE, 0, 0) };
  it.each(tiered(['pitch', 'roll'] as const, ['roll']))(
    'is level in a map that begins on a ramp, by the accelerometer: %s of 3 degrees',
    (turn) => {
      const level = measured(WIDE);
      const turned = measured(WIDE, { R_map_level: RAMP[turn] });
      expectWater(turned);
      expect(Math.abs(turned.volume.volume.value / level.volume.volume.value - 1)).toBeLessThan(1e-3);
    },
  );

  it.each(tiered(['pitch', 'roll'] as const, ['pitch']))(
    'is right or told without an accelerometer: %s of 3 degrees',
    (turn) => {
      const { volume, truth } = measured(WIDE, { R_map_level: RAMP[turn], hasForce: false });
      const { value, plusMinus } = volume.volume;
      const codes = volume.warnings.map(({ code }) => code);
      const isTold = codes.some((code) => code.startsWith('water-'));
      expect(isTold || Math.abs(value / truth.above - 1) < 3e-3).toBe(true);
      expect(Math.abs(value - truth.whole)).toBeLessThan(plusMinus);
    },
  );

  it.runIf(IS_LONG)('is seen by its level rim where nothing comes back from it', () => {
    expectWater(measured({ ...SMALL, water: 'nothing' }));
  });

  it('reaches down to the rock where its depth is given', () => {
    const { truth } = measured(SMALL);
    const depth = (truth.whole - truth.above) / truth.area;
    const { volume } = measured(SMALL, { waterDepth: depth });
    expect(Math.abs(volume.volume.value / truth.whole - 1)).toBeLessThan(2e-3);
    expect(Math.abs(volume.volume.value - truth.whole)).toBeLessThan(volume.volume.plusMinus);
    const [pool] = volume.objects.filter((object) => object.class === 'water');
    expect(pool).toMatchObject({ name: 'W1', class: 'water', treatment: 'left-out', outlineOn: 'plan' });
    expect(pool.volume.value / pool.area).toBeCloseTo(depth, 9);
    expect(volume.warnings.map(({ code }) => code)).not.toContain('water-depth');
  });
});

describe(`rock below the floor (seed ${SEED})`, () => {
  const drives: [string, Partial<WetDriveOptions>][] = [
    ['a dry drive', {}],
    ['a sump of 1 m', { hollows: [{ shape: 'pit', at: [6, 0], half: [2, 1.2], depth: 1 }] }],
    [
      'a sump as wide as the drive',
      { hollows: [{ shape: 'pit', at: [7, 0], half: [2, 30], depth: 1 }], driven: [0, 4.5] },
    ],
    [
      'a sump as wide as a smooth drive',
      { hollows: [{ shape: 'pit', at: [7, 0], half: [2, 30], depth: 1 }], driven: [0, 4.5], relief: [0, 0] },
    ],
    ['a ditch along the wall', { hollows: [{ shape: 'pit', at: [6, 2.1], half: [30, 0.3], depth: 0.3 }] }],
    [
      'a cross-cut going down',
      {
        also: (s, left, z) =>
          s > 5 && s < 8 && left > 1.5 && left < 9 && z > (1.5 - left) / 4 && z < 3 + (1.5 - left) / 4,
      },
    ],
  ];
  it.each(tiered(drives, drives.slice(0, 3)))('%s is no water', (_, options) => {
    expectNoWater(measured(options));
  });
});
