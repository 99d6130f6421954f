import { describe, expect, it } from 'vitest';
import { formatRemark } from '../../src-core/messages/remark.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { NO_RELIABILITY, type ReliabilityProfile } from '../../src-core/model/reliability.ts';
import type { UncertaintySource, Volume } from '../../src-core/model/tunnel.ts';
import { volumeAlongSigma } from '../../src-core/tunnel/uncertainty/registration-along.ts';
import { radialSigma } from '../../src-core/tunnel/uncertainty/registration-radial.ts';
import { MEASURE_DEFAULTS, measureWall } from '../../src-core/tunnel/volume/measure-drive.ts';
import { type VolumeOptions, volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import type { FloorWater, MeasuredPool } from '../../src-core/tunnel/wall/cells/floor-water.ts';
import { FILLED, type HalfSums, MEASURED } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import type { WallObject } from '../../src-core/tunnel/wall/objects/wall-object.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { type MadeWall, madeWall } from './simple-wall.ts';
import { axisAlong, bend, straight } from './solids.ts';

/** Cells of a wall: slabs of 0.1 m, 180 round the section. */
const SLAB = 0.1;
const WIDTH = (2 * Math.PI) / 180;
/** Cells are sectors of a circle, and the outline that is their surface a polygon of 180 corners: 5e-5 shorter. */
const POLYGON = 1e-4;

const RADIUS = 2;
const LENGTH = 12;
const AREA = Math.PI * RADIUS ** 2;
const SURFACE = 2 * Math.PI * RADIUS * LENGTH;
const axis = axisAlong(straight(), 0, LENGTH, 0.5);

/** An instrument and a map without error: each test adds what it is of. */
const EXACT: Partial<VolumeOptions> = {
  rangeBias: 0,
  rangeNoise: 0,
  incidenceBias: 0,
  spreadBias: 0,
  warmUpBias: 0,
  beamSigma: 0,
  beams: 16,
  heightSigma: 0,
};

const cylinder = (more: Partial<MadeWall> = {}): WallSurface =>
  madeWall({ axis, radius: () => RADIUS, ...more });

const measured = (wall: WallSurface, options: Partial<VolumeOptions>, from = 0, to = LENGTH): Volume =>
  volumeBetween(wall, from, to, { ...EXACT, ...options });

function sigmaOf({ uncertainty }: Volume, source: UncertaintySource): number {
  return uncertainty.find((part) => part.source === source)!.sigma;
}

/** That two numbers are the same but for a share. */
function expectShare(value: number, expected: number, share = 1e-9): void {
  expect(Math.abs(value / expected - 1), `${value} of ${expected}`).toBeLessThan(share);
}

describe('the errors of ranges that the whole wall shares, of a cylinder', () => {
  /** Seen from places that are not known, and with rays that meet it at a cosine of 0.6. */
  const seen = [
    {
      name: 'seen from anywhere',
      wall: cylinder(),
      bias: SURFACE,
      slant: SURFACE / 4,
      missed: 0.6 * SURFACE,
    },
    {
      name: 'met at a cosine of 0.6',
      wall: cylinder({ more: ({ slabs, bins }) => ({ facing: new Float32Array(slabs * bins).fill(0.6) }) }),
      bias: 0.6 * SURFACE,
      slant: 0.6 * 0.4 * SURFACE,
      missed: 0.4 * SURFACE,
    },
  ];

  it.each(seen)(
    'range bias, $name: a bound of 6 mm is 6 mm of the wall as it is met, over √3',
    ({ wall, bias }) => {
      const volume = measured(wall, { rangeBias: 0.006 });
      expectShare(sigmaOf(volume, 'range-bias'), (0.006 * bias) / Math.sqrt(3), POLYGON);
      // Alone, a uniform quantity lies within 0.95 of its half-width in 95 of 100.
      expectShare(volume.volume.plusMinus, 0.95 * 0.006 * bias, POLYGON);
      expectShare(volume.perMetre.plusMinus, (0.95 * 0.006 * bias) / LENGTH, POLYGON);
    },
  );

  it.each(seen)('incidence, $name: 3 mm at 75° over √3, as 1 - cos of the angle', ({ wall, slant }) => {
    const volume = measured(wall, { incidenceBias: 0.003 });
    const atStated = 1 - Math.cos((75 * Math.PI) / 180);
    expectShare(sigmaOf(volume, 'incidence'), (0.003 * slant) / atStated / Math.sqrt(3), POLYGON);
    expectShare(volume.volume.plusMinus, 1.959964 * sigmaOf(volume, 'incidence'), 1e-6);
  });

  it.each(seen)(
    'incidence, $name: 7 mm over √3 of the secant less one, of what the rays do not meet',
    ({ wall, missed }) => {
      const volume = measured(wall, { spreadBias: 0.007 });
      expectShare(sigmaOf(volume, 'incidence'), (0.007 * missed) / Math.sqrt(3), POLYGON);
    },
  );

  it('elevations of the beams stretch all heights: that share of the volume, wherever it was seen from', () => {
    for (const { wall } of seen)
      expectShare(sigmaOf(measured(wall, { heightSigma: 5e-4 }), 'beam-elevations'), 5e-4 * AREA * LENGTH);
  });

  it.each(seen)('warm-up, $name: 2 mm of the wall as it is met, over √3', ({ wall, bias }) => {
    const volume = measured(wall, { warmUpBias: 0.002 });
    expectShare(sigmaOf(volume, 'warm-up'), (0.002 * bias) / Math.sqrt(3), POLYGON);
    expectShare(volume.volume.plusMinus, 1.959964 * sigmaOf(volume, 'warm-up'), 1e-6);
  });

  it.each([1, 16, 64, 128])(
    'offsets of %i beams of 3 mm each: their mean is 3 mm over the root of their number',
    (beams) => {
      for (const { wall, bias } of seen) {
        const volume = measured(wall, { beamSigma: 0.003, beams });
        expectShare(sigmaOf(volume, 'beam-offsets'), (0.003 * bias) / Math.sqrt(beams), POLYGON);
      }
    },
  );

  it('a part of the drive has its part of each', () => {
    for (const { wall } of seen) {
      const options = { rangeBias: 0.006, incidenceBias: 0.003, warmUpBias: 0.002, beamSigma: 0.003 };
      const [whole, part] = [measured(wall, options), measured(wall, options, 1.05, 4.05)];
      for (const source of ['range-bias', 'incidence', 'warm-up', 'beam-offsets'] as const)
        expectShare(sigmaOf(part, source), (sigmaOf(whole, source) * 3) / LENGTH);
    }
  });

  it('along a curve of 20 m the surface is that of the tube: 2π r times the length of the axis', () => {
    const curve = axisAlong(bend(20), 0, LENGTH, 0.02);
    const wall = madeWall({ axis: curve, radius: () => RADIUS });
    const volume = measured(wall, { rangeBias: 0.006, radialSigma: 0.001, alongSigma: 0.05 });
    // The chord of 20 mm of axis is shorter by 4e-8.
    expectShare(sigmaOf(volume, 'range-bias'), (0.006 * SURFACE) / Math.sqrt(3), POLYGON);
    expectShare(sigmaOf(volume, 'registration-radial'), 0.001 * SURFACE, POLYGON);
    expectShare(sigmaOf(volume, 'registration-along'), 0.05 * AREA, POLYGON);
  });

  it('along a curve of 20 m a tube that is met at a cosine of 0.6 has as much of each as a straight one', () => {
    const curve = axisAlong(bend(20), 0, LENGTH, 0.02);
    const more: MadeWall['more'] = ({ slabs, bins }) => ({
      facing: new Float32Array(slabs * bins).fill(0.6),
    });
    const volume = measured(madeWall({ axis: curve, radius: () => RADIUS, more }), {
      rangeBias: 0.006,
      spreadBias: 0.01,
    });
    expectShare(sigmaOf(volume, 'range-bias'), (0.006 * 0.6 * SURFACE) / Math.sqrt(3), POLYGON);
    expectShare(sigmaOf(volume, 'incidence'), (0.01 * 0.4 * SURFACE) / Math.sqrt(3), POLYGON);
  });

  it('gaps are met as the rest of the wall is', () => {
    const wall = cylinder({
      radius: (s) => (s > 5 && s < 7 ? 0 : RADIUS),
      more: ({ slabs, bins }) => ({ facing: new Float32Array(slabs * bins).fill(0.6) }),
    });
    const volume = measured(wall, { rangeBias: 0.006, incidenceBias: 0.003 });
    expectShare(sigmaOf(volume, 'range-bias'), (0.006 * 0.6 * SURFACE) / Math.sqrt(3), POLYGON);
    const slant = (0.6 * 0.4 * SURFACE) / (1 - Math.cos((75 * Math.PI) / 180));
    expectShare(sigmaOf(volume, 'incidence'), (0.003 * slant) / Math.sqrt(3), POLYGON);
  });

  it('a slope counts by its length in space, whatever its chainages count', () => {
    const sloping: Axis = {
      chainage: Float64Array.of(0, LENGTH),
      xyz: Float64Array.of(0, 0, 0, LENGTH, 0, LENGTH),
      kind: 'horizontal',
      source: 'given',
    };
    const wall = madeWall({
      axis: sloping,
      radius: () => RADIUS,
      more: ({ slabs, bins }) => ({ facing: new Float32Array(slabs * bins).fill(0.6) }),
    });
    const volume = measured(wall, { rangeBias: 0.006, alongSigma: 0.05 });
    expectShare(sigmaOf(volume, 'range-bias'), (0.006 * 0.6 * Math.SQRT2 * SURFACE) / Math.sqrt(3), POLYGON);
    expectShare(sigmaOf(volume, 'registration-along'), 0.05 * AREA, POLYGON);
  });

  it('of a prism of 4 m by 4 m the surface is its four sides', () => {
    const half = 2;
    const square = (_: number, angle: number): number =>
      half / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle)));
    const volume = measured(madeWall({ axis, radius: square }), { rangeBias: 0.006, radialSigma: 0.001 });
    // The polygon cuts each corner by half a cell.
    expectShare(sigmaOf(volume, 'range-bias'), (0.006 * 16 * LENGTH) / Math.sqrt(3), 0.01);
    expectShare(sigmaOf(volume, 'registration-radial'), 0.001 * 16 * LENGTH, 0.01);
  });
});

describe('the noise of ranges', () => {
  it('rounds off a section by between nothing and π σ²: over √3 of that along the drive', () => {
    const volume = measured(cylinder(), { rangeNoise: 0.02 });
    expectShare(sigmaOf(volume, 'range-noise'), (Math.PI * 0.02 ** 2 * LENGTH) / Math.sqrt(3));
    expect(sigmaOf(measured(cylinder(), {}), 'range-noise')).toBeLessThan(1e-12);
  });

  it('of cells that alternate by ±3 mm is 16 / 6 of 3 mm each, independent from cell to cell', () => {
    const sign = (s: number, angle: number): number =>
      (Math.floor(s / SLAB) + Math.floor((angle + Math.PI) / WIDTH)) % 2 === 0 ? 1 : -1;
    const wall = cylinder({ radius: (s, angle) => RADIUS + 0.003 * sign(s, angle) });
    const volume = measured(wall, {});
    const cells = 180 * (LENGTH / SLAB);
    const one = (16 / 6) * 0.003 * RADIUS * WIDTH * SLAB;
    // The squares of the radii vary by 2e-6 about that of the mean.
    expectShare(sigmaOf(volume, 'range-noise'), one * Math.sqrt(cells), 1e-5);
  });

  it('adds to the rounding as the root of the squares', () => {
    const wall = cylinder({ radius: (s, angle) => RADIUS + 0.003 * Math.sin(1000 * s + 300 * angle) });
    const [cells, blur, both] = [
      sigmaOf(measured(wall, {}), 'range-noise'),
      sigmaOf(measured(cylinder(), { rangeNoise: 0.02 }), 'range-noise'),
      sigmaOf(measured(wall, { rangeNoise: 0.02 }), 'range-noise'),
    ];
    expect(cells).toBeGreaterThan(0);
    expectShare(both, Math.hypot(cells, blur));
  });
});

it('the thickness of the slabs of a cone is π (g h)² / 12 a metre, but in its first and last slab', () => {
  const slope = 0.1;
  const wall = cylinder({ radius: (s) => RADIUS + slope * s });
  const expected = ((Math.PI * (slope * SLAB) ** 2) / 12) * 3;
  expectShare(sigmaOf(measured(wall, {}, 4, 7), 'section-interval'), expected, 1e-6);
  expectShare(sigmaOf(measured(wall, {}), 'section-interval'), (expected / 3) * (LENGTH - 2 * SLAB), 1e-6);
});

it('the slope of a cone is not known in a slab beside a gap', () => {
  const slope = 0.1;
  const wall = cylinder({ radius: (s) => (s > 5.5 && s < 6.5 ? 0 : RADIUS + slope * s) });
  // 4 m, of which a gap of 1 m and a slab on either side of it have none.
  const expected = ((Math.PI * (slope * SLAB) ** 2) / 12) * (4 - 1 - 2 * SLAB);
  expectShare(sigmaOf(measured(wall, {}, 4, 8), 'section-interval'), expected, 1e-6);
});

describe('the wall behind what was not seen', () => {
  /** Relief that changes its sign every `slabs`: what is between differs from what is beside by `height`. */
  const waves = (slabs: number, height: number, length: number): MadeWall => ({
    axis: axisAlong(straight(), 0, length, 0.5),
    radius: (s) => RADIUS + (Math.floor(s / SLAB + 1e-6) % (2 * slabs) < slabs ? height : -height),
  });
  const cellAt = (s: number, angle: number): [number, number] => [
    Math.floor(s / SLAB),
    Math.floor((angle + Math.PI) / WIDTH),
  ];

  it('a hole of one cell is off by the relief of one cell, and hides as much again inside the whole wall', () => {
    const height = 0.01;
    const holes = [
      [20, 30],
      [20, 120],
      [60, 80],
      [91, 10],
    ];
    const wall = madeWall({
      ...waves(1, height, LENGTH),
      state: (s, angle) => {
        const [k, j] = cellAt(s, angle);
        return holes.some(([a, b]) => a === k && b === j) ? FILLED : MEASURED;
      },
    });
    const sides = [SLAB, RADIUS * WIDTH];
    // As many independent pieces as its narrower side goes into the longer: 1.4.
    const one = sides[0] * sides[1] * height * Math.sqrt(Math.min(...sides) / Math.max(...sides));
    // The radius of a cell is off that of the middle by half a per cent.
    const volume = measured(wall, {});
    expectShare(sigmaOf(volume, 'filled-wall'), one * Math.sqrt(holes.length), 0.01);
    // Between nothing and twice the height, all of one sense.
    const hidden = holes.length * sides[0] * sides[1] * height * Math.sqrt(4 / 3);
    expectShare(sigmaOf(volume, 'hidden-relief'), hidden, 0.01);
    // Of a half of the drive without a hole: the holes of none, and half of what the whole wall hides.
    const half = measured(wall, {}, 9.5, 11.5);
    expect(sigmaOf(half, 'filled-wall')).toBe(0);
    expectShare(sigmaOf(half, 'hidden-relief'), (hidden * 2) / LENGTH, 0.01);
  });

  it('a hole four slabs long is off by the relief of its length, for each of its independent pieces', () => {
    const [height, length, cells] = [0.01, 24, 40];
    const wall = madeWall({
      ...waves(4, height, length),
      state: (s, angle) => {
        const [k, j] = cellAt(s, angle);
        return k >= 120 && k < 124 && j >= 60 && j < 60 + cells ? FILLED : MEASURED;
      },
    });
    const side = 4 * SLAB;
    const surface = side * cells * WIDTH * (RADIUS + height);
    // Patches that fit the waves differ from their rims by twice the height, those half way between not at all: of 15
    // each in a column about the hole, itself takes 3 and 2.
    const off = 2 * height * Math.sqrt(12 / 25);
    const expected = surface * off * Math.sqrt(side ** 2 / surface);
    expectShare(sigmaOf(measured(wall, {}, 0, length), 'filled-wall'), expected, 1e-6);
  });

  it('behind lips that all face one way the rock is up to their depth behind: all holes alike, over √3', () => {
    const depth = 0.05;
    const isHole = (s: number, angle: number): boolean => {
      const [k, j] = cellAt(s, angle);
      return (k === 20 || k === 60 || k === 61) && j >= 40 && j < 50;
    };
    const wall = cylinder({
      state: (s, angle) => (isHole(s, angle) ? FILLED : MEASURED),
      more: ({ slabs, bins }) => ({ shadow: new Float32Array(slabs * bins).fill(depth) }),
    });
    const surface = 3 * SLAB * 10 * WIDTH * RADIUS;
    expectShare(sigmaOf(measured(wall, {}), 'filled-wall'), (surface * depth) / Math.sqrt(3), 1e-6);
    expectShare(
      sigmaOf(measured(wall, {}, 5, 8), 'filled-wall'),
      ((surface * depth) / Math.sqrt(3) / 3) * 2,
      1e-6,
    );
  });

  it('what holes are off by and what lips hide add as the root of the squares', () => {
    const [height, depth] = [0.01, 0.02];
    const isHole = (s: number, angle: number): boolean => {
      const [k, j] = cellAt(s, angle);
      return k === 20 && j === 40;
    };
    const made = (shadow: number, relief: number): number =>
      sigmaOf(
        measured(
          madeWall({
            ...waves(1, relief, LENGTH),
            state: (s, angle) => (isHole(s, angle) ? FILLED : MEASURED),
            more: ({ slabs, bins }) => ({ shadow: new Float32Array(slabs * bins).fill(shadow) }),
          }),
          {},
        ),
        'filled-wall',
      );
    const surface = SLAB * WIDTH * (RADIUS + height);
    const behind = (surface * depth) / Math.sqrt(3);
    expectShare(made(depth, height), Math.hypot(made(0, height), behind), 1e-6);
    expect(made(0, height)).toBeGreaterThan(behind / 2);
  });

  it('a hole of a drive too short to try a patch is off by the deviation that is assumed', () => {
    const short = axisAlong(straight(), 0, 0.4, 0.1);
    const isHole = (s: number, angle: number): boolean =>
      cellAt(s, angle)[0] === 1 && cellAt(s, angle)[1] < 20;
    const wall = madeWall({
      axis: short,
      radius: () => RADIUS,
      state: (s, angle) => (isHole(s, angle) ? FILLED : MEASURED),
    });
    const surface = SLAB * 20 * WIDTH * RADIUS;
    const volume = measured(wall, { fillSigma: 0.08 }, 0, 0.4);
    expectShare(sigmaOf(volume, 'filled-wall'), surface * 0.08 * Math.sqrt(SLAB ** 2 / surface), 1e-6);
  });

  it('mesh counts with what it hides, by the share of it that is measured', () => {
    const mesh: WallObject = {
      class: 'mesh',
      treatment: 'left-out',
      from: 3,
      to: 5,
      outline: new Float64Array(0),
      outlineOn: 'plan',
      firstSlab: 30,
      area: new Float64Array(20).fill(0.5),
      volume: new Float64Array(20).fill(0.02),
      sigma: 0.3,
      points: 100,
      cut: () => null,
    };
    const wall = cylinder({ objects: [mesh] });
    expectShare(sigmaOf(measured(wall, {}), 'covered-wall'), 0.3);
    expectShare(sigmaOf(measured(wall, {}, 4.5, 9), 'covered-wall'), 0.3 / 4);
    const two = cylinder({ objects: [mesh, { ...mesh, sigma: 0.4 }] });
    // Where mesh and rock are told apart wrongly they are so in every patch.
    expectShare(sigmaOf(measured(two, {}), 'covered-wall'), 0.7);
    expectShare(measured(two, {}).volume.plusMinus, 1.959964 * 0.7, 1e-6);
  });
});

describe('water of unknown depth', () => {
  const pool = (firstSlab: number, area: number, depthBound: number, levelSigma: number): MeasuredPool => ({
    level: 0,
    levelSigma,
    firstSlab,
    area: new Float64Array(10).fill(area / 10),
    outline: new Float64Array(0),
    by: 'rim',
    depthBound,
    points: 50,
  });
  const wet = (water: Partial<FloorWater>): WallSurface =>
    cylinder({
      more: ({ slabs, bins }) => ({
        water: {
          cells: new Uint16Array(slabs * bins),
          pools: [],
          mirrored: [],
          undecided: [],
          depth: null,
          ...water,
        },
      }),
    });
  const depth = (water: Partial<FloorWater>, from = 0, to = LENGTH): number =>
    sigmaOf(measured(wet(water), {}, from, to), 'water-depth');

  it('is no component where there is none', () => {
    expect(measured(cylinder(), {}).uncertainty.map(({ source }) => source)).not.toContain('water-depth');
  });

  it('of one pool is its area times the bound of its depth over √3', () => {
    expectShare(depth({ pools: [pool(20, 3, 0.2, 0)] }), (3 * 0.2) / Math.sqrt(3));
    expectShare(depth({ pools: [pool(20, 3, 0.2, 0)] }, 0, 2.25), ((3 / 4) * 0.2) / Math.sqrt(3));
  });

  it('of two pools is missing in both, and independent about that', () => {
    const [a, b] = [3 * 0.2, 2 * 0.1];
    expectShare(
      depth({ pools: [pool(20, 3, 0.2, 0), pool(60, 2, 0.1, 0)] }),
      Math.sqrt(((a + b) / 2) ** 2 + (a ** 2 + b ** 2) / 12),
    );
  });

  it('has the error of the level, and of a depth by hand 26 per cent of it', () => {
    expectShare(depth({ pools: [pool(20, 3, 0, 0.01)] }), 3 * 0.01);
    const given = { pools: [pool(20, 3, 0.2, 0.01), pool(60, 2, 0.2, 0)], depth: 0.15 };
    expectShare(depth(given), Math.hypot(3 * 0.01, 0.26 * 0.15 * 3, 0.26 * 0.15 * 2));
  });

  it('counts returns of water or rock with their whole void, by the share that is measured', () => {
    const undecided = [{ from: 2, to: 6, volume: 0.8 }];
    expectShare(depth({ undecided }), 0.8);
    expectShare(depth({ undecided }, 5, 8), 0.2);
    expectShare(depth({ undecided, pools: [pool(20, 3, 0, 0.2)] }), 1);
  });
});

describe('gaps', () => {
  const isGap = (s: number): boolean => s > 5.5 && s < 6.5;

  it('a gap of 1 m between areas that differ is off by their spread', () => {
    const [narrow, wide] = [2, 2.4];
    const wall = cylinder({ radius: (s) => (isGap(s) ? 0 : s < 6 ? narrow : wide) });
    const spread = (Math.PI * (wide ** 2 - narrow ** 2)) / 2;
    expectShare(sigmaOf(measured(wall, {}), 'unsurveyed-gap'), 1 * spread, 1e-9);
    expectShare(sigmaOf(measured(wall, {}, 3, 6), 'unsurveyed-gap'), 0.5 * spread, 1e-9);
    expect(sigmaOf(measured(wall, {}, 1, 5), 'unsurveyed-gap')).toBe(0);
  });

  it('void that is seen beyond the line in a gap counts whole: a quarter of a ring', () => {
    const beyond = 3.5;
    const wall = cylinder({
      radius: (s, angle) => (!isGap(s) ? RADIUS : angle > 0 && angle < Math.PI / 2 ? beyond : 0),
    });
    const seen = ((Math.PI * (beyond ** 2 - RADIUS ** 2)) / 4) * 1;
    expectShare(sigmaOf(measured(wall, {}), 'unsurveyed-gap'), seen, 1e-9);
    expectShare(sigmaOf(measured(wall, {}, 0, 5.75), 'unsurveyed-gap'), seen / 4, 1e-9);
    expectShare(measured(wall, {}).volume.plusMinus, 1.959964 * seen, 1e-6);
  });

  it('void that is seen in a gap lies beyond the line of the nearest closed section, all round', () => {
    const [narrow, wide, beyond] = [2, 2.4, 3.5];
    // To the right, where the directions begin and end: 22 cells on either side.
    const isSeen = (angle: number): boolean => Math.abs(angle) > (3 * Math.PI) / 4 + 0.001;
    const made = (behind: number): WallSurface =>
      cylinder({
        radius: (s, angle) => (!isGap(s) ? (s < 6 ? narrow : behind) : isSeen(angle) ? beyond : 0),
      });
    const ring = (line: number): number => ((beyond ** 2 - line ** 2) / 2) * 44 * WIDTH * 0.5;
    expectShare(sigmaOf(measured(made(narrow), {}), 'unsurveyed-gap'), 2 * ring(narrow));
    const spread = (Math.PI * (wide ** 2 - narrow ** 2)) / 2;
    expectShare(
      sigmaOf(measured(made(wide), {}), 'unsurveyed-gap'),
      Math.hypot(spread, ring(narrow) + ring(wide)),
    );
  });

  it('a section between two gaps is the nearest to both, however short it is', () => {
    // Closed from 5.9 to 6 m, one slab, wider than the rest of the drive.
    const isOpen = (s: number): boolean => s > 5.4 && s < 6.5 && !(s > 5.9 && s < 6);
    const wall = cylinder({
      radius: (s, angle) =>
        isOpen(s) ? (angle > 0 && angle < Math.PI / 2 ? 3.5 : 0) : s > 5.9 && s < 6 ? 2.2 : 2,
    });
    const ring = (line: number, slabs: number): number =>
      ((3.5 ** 2 - line ** 2) / 2) * (Math.PI / 2) * slabs * SLAB;
    // Of five open slabs on either side those are nearer to it, or as near behind it: two before and three behind.
    const seen = ring(2, 5) + ring(2.2, 5);
    const areas = [2 ** 2, 2.2 ** 2].map((square) => Math.PI * square);
    const closed = LENGTH / SLAB - 10;
    const spread = ((areas[1] - areas[0]) * Math.sqrt(closed - 1)) / closed;
    expectShare(sigmaOf(measured(wall, {}), 'unsurveyed-gap'), Math.hypot(1 * spread, seen));
  });

  it('void within the distance of two surfaces of the line is none', () => {
    const wall = cylinder({ radius: (s, angle) => (!isGap(s) ? RADIUS : angle > 0 ? RADIUS + 0.29 : 0) });
    expect(sigmaOf(measured(wall, {}), 'unsurveyed-gap')).toBeLessThan(1e-12);
  });

  it('both add as the root of the squares', () => {
    const wall = cylinder({
      radius: (s, angle) =>
        !isGap(s) ? (s < 6 ? 2 : 2.4) : angle > 0 && angle < Math.PI / 2 && s < 6 ? 3.5 : 0,
    });
    const spread = (Math.PI * (2.4 ** 2 - 2 ** 2)) / 2;
    const seen = ((Math.PI * (3.5 ** 2 - 2 ** 2)) / 4) * 0.5;
    expectShare(sigmaOf(measured(wall, {}), 'unsurveyed-gap'), Math.hypot(spread, seen), 1e-9);
  });
});

describe('the alignment', () => {
  const strip = (along: number, lengthSigma: number): ReliabilityProfile => ({
    ...NO_RELIABILITY,
    edges: Float64Array.of(0, 100),
    heldBy: new Uint8Array(1),
    position: Float64Array.of(along, 0, 0),
    lengthVariance: Float64Array.of(lengthSigma ** 2),
    beyondVariance: 0,
    lateralSigma: 0.004,
  });

  it('along an axis from the trajectory is the area times the σ of the length', () => {
    const volume = measured(cylinder(), { alongSigma: 0.05 });
    expectShare(sigmaOf(volume, 'registration-along'), AREA * 0.05);
    expect(volume.statedFirst).toBe('total');
  });

  it('along a given axis moves rock to other chainages: s sqrt(2 σ(a)² + σ_L²) of the areas', () => {
    const profiles = [{ area: 10 }, { area: 14 }, { area: 12 }];
    const given = { ...axis, source: 'given' as const };
    // The areas vary by 2 about 12.
    expectShare(
      volumeAlongSigma(given, strip(0.03, 0.04), 0, 100, profiles),
      (2 / 12) * Math.sqrt(2 * 0.03 ** 2 + 0.04 ** 2),
    );
    const own = { ...axis, source: 'trajectory' as const };
    expectShare(volumeAlongSigma(own, strip(0.03, 0.04), 0, 100, profiles), 0.04);
    expectShare(volumeAlongSigma(given, strip(0.03, 0.04), 0, 100, profiles.slice(0, 1)), 0.04);
  });

  it('enters a volume by the areas of its own profiles', () => {
    // Two lengths of 6 m, of 2 and 2.4 m: of 25 profiles 12 and 12, and the middle one of their mean.
    const wall = cylinder({ radius: (s) => (s < 6 ? 2 : 2.4) });
    const given = { ...axis, source: 'given' as const };
    const { volume } = measureWall(
      { axis: given, travelledAxis: given, wall, driven: { from: 0, to: LENGTH }, unobserved: [], points: 0 },
      strip(0.03, 0.04 * Math.sqrt(100 / LENGTH)),
      { ...MEASURE_DEFAULTS, volume: { ...MEASURE_DEFAULTS.volume, ...EXACT } },
    );
    const half = (Math.PI * (2.4 ** 2 - 2 ** 2)) / 2;
    const spread = half * Math.sqrt(24 / 24);
    expectShare(sigmaOf(volume, 'registration-along'), spread * Math.sqrt(2 * 0.03 ** 2 + 0.04 ** 2), 1e-6);
    // A tenth of the sway of 4 mm, independent from 10 m to 10 m.
    const surface = 2 * Math.PI * 2.2 * LENGTH;
    expectShare(sigmaOf(volume, 'registration-radial'), surface * 0.0004 * Math.sqrt(10 / LENGTH), POLYGON);
  });

  it('across is a tenth of the sway, over the root of the stretches that are not seen from one place', () => {
    expectShare(radialSigma(0.003, 4), 0.0003);
    expectShare(radialSigma(0.003, 10), 0.0003);
    expectShare(radialSigma(0.003, 40), 0.00015);
    expectShare(
      sigmaOf(measured(cylinder(), { radialSigma: 0.0003 }), 'registration-radial'),
      0.0003 * SURFACE,
      POLYGON,
    );
  });

  it('leaves a volume per metre what a longer stretch weighs more in it', () => {
    const wall = cylinder({ radius: (s) => (s < 6 ? 2 : 2.4) });
    const spread = (Math.PI * (2.4 ** 2 - 2 ** 2)) / 2;
    const options = { isLengthUnobserved: true };
    const some = measured(wall, { ...options, alongSigma: 2 });
    expectShare(some.perMetre.plusMinus, (1.959964 * 2 * spread) / LENGTH, 1e-6);
    // No more than the whole of it.
    const any = measured(wall, { ...options, alongSigma: 100 });
    expectShare(any.perMetre.plusMinus, 1.959964 * spread, 1e-6);
  });

  it('decides the headline where the length outweighs all else together, and was not observed', () => {
    // Of the wall: a bias of σ 3 and a radius of 4 m³; together 5.
    const others = { rangeBias: (3 * Math.sqrt(3)) / SURFACE, radialSigma: 4 / SURFACE };
    const first = (along: number, isLengthUnobserved: boolean): string =>
      measured(cylinder(), { ...others, alongSigma: along / AREA, isLengthUnobserved }).statedFirst;
    expect(first(4.99, true)).toBe('total');
    expect(first(5.01, true)).toBe('per-metre');
    expect(first(5.01, false)).toBe('total');
  });
});

describe('what halves of the points show', () => {
  /** Blocks of 0.9 m, all alike. */
  const halved = (
    of: (block: number, blocks: number) => Partial<Record<'scans' | 'angles' | 'beams', number[]>>,
    beams = 0,
  ) =>
    cylinder({
      more: ({ slabs }) => {
        const blocks = Math.ceil(slabs / 9);
        const halves: HalfSums = {
          slabs: 9,
          blocks,
          beams,
          splits: new Float64Array(blocks * 18),
          angles: new Float64Array(blocks * 5),
          byBeam: new Float64Array(blocks * beams * 2),
        };
        for (let block = 0; block < blocks; block++) {
          const { scans = [], angles = [1, 0, 1, 0, 0], beams: byBeam = [] } = of(block, blocks);
          halves.splits.set(scans, block * 18);
          halves.angles.set(angles, block * 5);
          halves.byBeam.set(byBeam, block * beams * 2);
        }
        return { halves };
      },
    });
  /** Wall of a block, m². */
  const BLOCK = 2 * Math.PI * RADIUS * 0.9;

  it('odd and even scans 2 mm apart: the wall between is off by half of it', () => {
    const apart = (d: number): WallSurface =>
      halved(() => ({ scans: [BLOCK, BLOCK * d, 0, 0, BLOCK / 2, BLOCK / 2] }));
    const volume = measured(apart(0.002), { lateralSigma: 0.002 });
    expectShare(sigmaOf(volume, 'unmodelled'), (SURFACE * 0.002) / 2, POLYGON);
    expectShare(volume.volume.plusMinus, 1.959964 * sigmaOf(volume, 'unmodelled'), 1e-6);
    expect(volume.warnings.map(({ code }) => code)).toContain('halves-differ');
    // Four standard deviations of a tenth of the sway are 0.8 mm.
    expect(sigmaOf(measured(apart(0.00079), { lateralSigma: 0.002 }), 'unmodelled')).toBe(0);
    expectShare(
      sigmaOf(measured(apart(0.00081), { lateralSigma: 0.002 }), 'unmodelled'),
      (SURFACE * 0.00081) / 2,
      POLYGON,
    );
  });

  it('a shift to the side moves no volume', () => {
    const wall = halved(() => ({ scans: [BLOCK, 0, 0.01 * (BLOCK / 2), 0, BLOCK / 2, BLOCK / 2] }));
    const volume = measured(wall, { lateralSigma: 0.002 });
    expect(sigmaOf(volume, 'unmodelled')).toBe(0);
    expect(volume.warnings.map(({ code }) => code)).toContain('halves-differ');
  });

  it('a bias by angle counts beyond the bounds of what all ranges share: bias, warm-up, mean of the beams', () => {
    const options = {
      rangeBias: 0.003,
      warmUpBias: 0.004,
      beamSigma: 0.012 / 1.959964,
      beams: 1,
      incidenceBias: 0.005,
    };
    // The root of 3² + 4² + 12² mm is 13 mm.
    const biased = (b: number): number =>
      sigmaOf(
        measured(
          halved(() => ({ angles: [1, 0, 1, b, 0] })),
          options,
        ),
        'unmodelled',
      );
    expect(biased(0.01299)).toBe(0);
    expectShare(biased(0.01301), 0.01301 * SURFACE, POLYGON);
    // ... and a bias by incidence beyond its own, by its own lever.
    const atStated = 1 - Math.cos((75 * Math.PI) / 180);
    const slanted = (b: number): number =>
      sigmaOf(
        measured(
          halved(() => ({ angles: [1, 0, 1, 0, b] })),
          options,
        ),
        'unmodelled',
      );
    expect(slanted(0.00499)).toBe(0);
    expectShare(slanted(0.00501), (0.00501 * (SURFACE / 4)) / atStated, POLYGON);
  });

  it('beams are compared where there are two of them, over six blocks', () => {
    const compared = (beams: number, to: number): readonly string[] =>
      measured(
        halved(() => ({ beams: Array.from({ length: 2 * beams }, (_, i) => (i % 2 === 0 ? 1 : 0)) }), beams),
        {},
        0,
        to,
      ).halves;
    expect(compared(2, LENGTH)).toEqual(['angles', 'beams']);
    expect(compared(1, LENGTH)).toEqual(['angles']);
    expect(compared(2, 5.4)).toContain('beams');
    expect(compared(2, 4.5)).toEqual([]);
  });

  it('a beam that is off counts with twice its share of the wall, beyond 3 standard deviations', () => {
    const off = (metres: number): Volume => {
      // Four beams, of which the third measures half of the wall and is off.
      const beams = [1, 0, 2, 0, 4, 4 * metres, 1, 0];
      return measured(
        halved(() => ({ beams }), 4),
        { beamSigma: 0.003, beams: 4 },
      );
    };
    expect(sigmaOf(off(0.0089), 'unmodelled')).toBe(0);
    const volume = off(0.0091);
    expectShare(sigmaOf(volume, 'unmodelled'), 2 * SURFACE * 0.0091 * 0.5, POLYGON);
    const [said] = volume.warnings.filter(({ code }) => code === 'halves-differ');
    expect(formatRemark(said, 'en')).toMatch(/\b3\b.*\b9\.1\b/);
    // Too short as well as too long.
    expectShare(sigmaOf(off(-0.0091), 'unmodelled'), 2 * SURFACE * 0.0091 * 0.5, POLYGON);
  });

  describe('by blocks of 0.9 m, of which they need six', () => {
    const PLAIN = { lateralSigma: 0.002 };
    const apart = (of: (block: number) => number): WallSurface =>
      halved((block) => ({ scans: [BLOCK, BLOCK * of(block), 0, 0, BLOCK / 2, BLOCK / 2] }));
    const stretchesOf = ({ warnings }: Volume): string[] =>
      warnings
        .filter(({ code }) => code === 'halves-differ')
        .map((warning) => /\d+\.\d-\d+\.\d(, \d+\.\d-\d+\.\d)*/.exec(formatRemark(warning, 'en'))![0]);

    it('are compared over six and not over five, of which each lies within by half of it', () => {
      const wall = apart(() => 0.002);
      // 0.9 to 6.3 m are six blocks, and still are where less than half of the last is missing.
      expect(measured(wall, PLAIN, 0.9, 6.3).halves).toEqual(['angles', 'scans']);
      expect(measured(wall, PLAIN, 0.9, 5.9).halves).toContain('scans');
      expect(measured(wall, PLAIN, 0.9, 5.8).halves).not.toContain('scans');
      // Just half of the first counts, and less does not.
      expect(measured(wall, PLAIN, 0.45, 5.4).halves).toContain('scans');
      expect(measured(wall, PLAIN, 0.451, 5.4).halves).not.toContain('scans');
      expect(measured(wall, PLAIN, 1.3, 6.3).halves).toContain('scans');
      expect(measured(wall, PLAIN, 1.4, 6.3).halves).not.toContain('scans');
      expect(measured(wall, PLAIN, 0.9, 5.8).halves).not.toContain('angles');
    });

    it('are compared over the blocks that both halves show', () => {
      const shown = (blocks: number): readonly string[] => {
        const both = [BLOCK, 0, 0, 0, BLOCK / 2, BLOCK / 2];
        return measured(
          halved((block) => ({ scans: block < blocks ? both : [] })),
          PLAIN,
          0,
          10.8,
        ).halves;
      };
      expect(shown(6)).toContain('scans');
      expect(shown(5)).not.toContain('scans');
    });

    it('tell a shift to the left and up by the walls that show it', () => {
      // A shift of 10 mm: the sums of d cos and d sin over the sums of cos² and sin², of which walls show the first more.
      const shifted = (left: number, up: number): string => {
        const [cos2, sin2] = [0.7 * BLOCK, 0.3 * BLOCK];
        const wall = halved(() => ({ scans: [BLOCK, 0, left * cos2, up * sin2, cos2, sin2] }));
        const { warnings } = measured(wall, PLAIN, 0, 10.8);
        return formatRemark(warnings.find(({ code }) => code === 'halves-differ')!, 'en');
      };
      expect(shifted(0.01, 0)).toContain('differs by 10.0 ± 0.0 mm');
      expect(shifted(0, 0.01)).toContain('differs by 10.0 ± 0.0 mm');
    });

    it('count where they lie: what differs elsewhere does not', () => {
      const wall = apart((block) => (block < 6 ? 0 : 0.002));
      expect(sigmaOf(measured(wall, PLAIN, 0, 5.4), 'unmodelled')).toBe(0);
      const later = measured(wall, PLAIN, 5.4, 10.8);
      expectShare(sigmaOf(later, 'unmodelled'), (SURFACE * (5.4 / LENGTH) * 0.002) / 2, POLYGON);
      expect(stretchesOf(later)).toEqual(['5.4-10.8']);
    });

    it('are named by the stretches that show it, of six blocks each', () => {
      const wall = apart((block) => (block < 6 ? 0.004 : 0.001));
      expect(stretchesOf(measured(wall, PLAIN, 0, 10.8))).toEqual(['0.0-5.4']);
    });

    it('are compared where both halves show a fifth of the wall, and not below', () => {
      const shown = (share: number): readonly string[] => {
        const seen = share * BLOCK;
        const wall = halved(() => ({ scans: [seen, seen * 0.002, 0, 0, seen / 2, seen / 2] }));
        return measured(wall, PLAIN, 0, 10.8).halves;
      };
      expect(shown(0.21)).toContain('scans');
      expect(shown(0.19)).not.toContain('scans');
    });

    it('a bias that scatters from block to block counts with its standard error, and less two of them', () => {
      // Twelve blocks that alternate by 3 mm about 12: the mean has 3 / √11 mm.
      const wall = halved((block) => ({ angles: [1, 0, 1, 0.012 + (block % 2 === 0 ? 0.003 : -0.003), 0] }));
      const error = 0.003 / Math.sqrt(11);
      const bound = 0.012 - 2 * error;
      const biased = (rangeBias: number): number =>
        sigmaOf(measured(wall, { rangeBias }, 0, 10.8), 'unmodelled');
      const surface = (SURFACE * 10.8) / LENGTH;
      expectShare(biased(bound - 1e-6), Math.hypot(0.012, error) * surface, POLYGON);
      expect(biased(bound + 1e-6)).toBe(0);
      // Too short, by what the rays miss, as well as too long, and by both levers at once.
      const short = halved(() => ({ angles: [1, 0, 1, -0.012, 0] }));
      expectShare(sigmaOf(measured(short, {}, 0, 10.8), 'unmodelled'), 0.6 * 0.012 * surface, POLYGON);
      const both = halved(() => ({ angles: [1, 0, 1, 0.012, 0.008] }));
      const atStated = 1 - Math.cos((75 * Math.PI) / 180);
      expectShare(
        sigmaOf(measured(both, {}, 0, 10.8), 'unmodelled'),
        (0.012 + 0.008 / 4 / atStated) * surface,
        POLYGON,
      );
    });

    it.each([
      ['sense', 1],
      ['passes', 2],
    ] as const)('by %s count as odd and even scans do', (half, at) => {
      const of = (block: number): number[] =>
        block < 6 ? [BLOCK, BLOCK * 0.002, 0, 0, BLOCK / 2, BLOCK / 2] : [0, 0, 0, 0, 0, 0];
      const wall = halved((block) => ({ scans: [...new Array<number>(6 * at).fill(0), ...of(block)] }));
      const volume = measured(wall, PLAIN, 0, 10.8);
      // Half of the blocks have both halves: their difference stands for all of the wall.
      expect(volume.halves).toEqual(['angles', half]);
      expectShare(sigmaOf(volume, 'unmodelled'), ((SURFACE * 10.8) / LENGTH) * (0.002 / 2), POLYGON);
      expect(stretchesOf(volume)).toEqual(['0.0-5.4']);
    });

    it('say what they differ by, in millimetres, and what the ± has for it, both at 95 %', () => {
      const sentence = ({ warnings }: Volume): string =>
        formatRemark(warnings.find(({ code }) => code === 'halves-differ')!, 'en');
      const surface = (SURFACE * 10.8) / LENGTH;
      const z = 1.959964;
      const error = 0.003 / Math.sqrt(11);
      const biased = halved((block) => {
        const b = 0.012 + (block % 2 === 0 ? 0.003 : -0.003);
        return { angles: [1, 0, 1, b, b / 2] };
      });
      const angles = sentence(measured(biased, { rangeBias: 0.004, incidenceBias: 0.0025 }, 0, 10.8));
      expect(angles).toContain(`${(12).toFixed(1)} ± ${(1000 * z * error).toFixed(1)} mm`);
      expect(angles).toContain(`${(6).toFixed(1)} ± ${(500 * z * error).toFixed(1)} mm`);
      expect(angles).toContain('beyond the 4.0 and 2.5 mm');
      const lever = surface * (1 + 1 / 8 / (1 - Math.cos((75 * Math.PI) / 180)));
      expect(angles).toContain(`${(z * lever * Math.hypot(0.012, error)).toFixed(2)} m³`);
      const scans = sentence(
        measured(
          apart((block) => 0.002 + (block % 2) * 0.001),
          PLAIN,
          0,
          10.8,
        ),
      );
      expect(scans).toContain(`2.5 ± ${((1000 * z * 0.0005) / Math.sqrt(11)).toFixed(1)} mm`);
      expect(scans).toContain(`${((z * surface * 0.0025) / 2).toFixed(2)} m³`);
    });

    it('beams and halves that differ all count, as the root of the squares', () => {
      const wall = halved(
        () => ({
          scans: [BLOCK, BLOCK * 0.002, 0, 0, BLOCK / 2, BLOCK / 2],
          beams: [1, 0, 1, 0, 1, 0.01, 1, 0],
        }),
        4,
      );
      const volume = measured(wall, { ...PLAIN, beamSigma: 0, beams: 4 }, 0, 10.8);
      const surface = (SURFACE * 10.8) / LENGTH;
      expectShare(
        sigmaOf(volume, 'unmodelled'),
        Math.hypot((surface * 0.002) / 2, 2 * surface * 0.01 * 0.25),
        POLYGON,
      );
      expect(volume.halves).toEqual(['angles', 'beams', 'scans']);
    });
  });
});

it('all components are independent but the bias: ± of a normal sum, and of one with a uniform bias as large', () => {
  const along = { alongSigma: 3 / AREA, radialSigma: 4 / SURFACE };
  expectShare(measured(cylinder(), along).volume.plusMinus, 1.959964 * 5, POLYGON);
  // A uniform quantity of half-width 5 and a normal one of σ 5: P(|x| < 11.1915) = 0.95, by numerical integration.
  const both = measured(cylinder(), { ...along, rangeBias: 5 / SURFACE }).volume.plusMinus;
  expectShare(insideOf(both, 5, 5), 0.95, 1e-5);
});

/** Share of the sum of a uniform quantity of half-width a and a normal one of deviation s within ±u, by Simpson's rule. */
function insideOf(u: number, a: number, s: number): number {
  const steps = 4000;
  const reach = 10 * s;
  let sum = 0;
  for (let i = 0; i <= steps; i++) {
    const z = -reach + (2 * reach * i) / steps;
    // Uniform within [-a, a]: share of it within [-u - z, u - z].
    const within = Math.max(0, Math.min(a, u - z) - Math.max(-a, -u - z)) / (2 * a);
    const density = Math.exp((-z * z) / (2 * s * s)) / (s * Math.sqrt(2 * Math.PI));
    sum += (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2) * within * density;
  }
  return (sum * 2 * reach) / steps / 3;
}
