import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { wholeAxis } from '../../src-core/model/design.ts';
import { NO_RELIABILITY } from '../../src-core/model/reliability.ts';
import { designLinesAt } from '../../src-core/tunnel/design/design-lines.ts';
import { wallAlongDesign } from '../../src-core/tunnel/design/recess-line.ts';
import { MEASURE_DEFAULTS, measureWall } from '../../src-core/tunnel/volume/measure-drive.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { simulateDrive } from '../../src-simulate/drive.ts';
import { presetOptions } from '../../src-simulate/presets.ts';
import { truthBetween } from '../../src-simulate/truth.ts';
import { driveWithRecesses, type MadeRecess } from './simple-recess.ts';
import { BAUL, BAUL_AREA, NOISE } from './solids.ts';

const SEED = 47;
const UNBIASED = { rangeBias: 0 };

describe(`niches and cross-cuts of a straight drive with ${1000 * NOISE} mm of noise (seed ${SEED})`, () => {
  const niche: MadeRecess = { side: 'left', from: 5.03, to: 7.07, depth: 1.5, height: 2.3 };
  const deep: MadeRecess = { side: 'right', from: 12, to: 16, depth: 4, height: 2.4 };
  const wide: MadeRecess = { side: 'left', from: 10, to: 16, depth: 5, height: 2.4 };

  it('are named, placed and measured apart; the drive is what is left', () => {
    const wall = driveWithRecesses([niche, deep], 24, SEED);
    const { volume, drive, recesses } = volumeBetween(wall, 1, 23);
    expect(recesses.map(({ name, kind, side }) => [name, kind, side])).toEqual([
      ['N1', 'niche', 'left'],
      ['C1', 'cross-cut', 'right'],
    ]);
    for (const [i, made] of [niche, deep].entries()) {
      const found = recesses[i];
      const truth = made.depth * made.height * (made.to - made.from);
      expect(found.from).toBeCloseTo(made.from, 1);
      expect(found.to).toBeCloseTo(made.to, 1);
      expect(Math.abs(found.depth - made.depth), 'depth').toBeLessThan(0.02);
      expect(Math.abs(found.openingHeight - made.height), 'height').toBeLessThan(0.15);
      expect(Math.abs(found.volume.value / truth - 1)).toBeLessThan(0.01);
      expect(Math.abs(found.volume.value - truth)).toBeLessThan(found.volume.plusMinus);
      expect(found.goesOn).toBe(false);
    }
    expect(Math.abs(drive.value / (BAUL_AREA * 22) - 1)).toBeLessThan(1e-3);
    const parts = recesses.reduce((sum, recess) => sum + recess.volume.value, drive.value);
    expect(parts).toBeCloseTo(volume.value, 9);
    expect(drive.plusMinus).toBeGreaterThan(volume.plusMinus);
  });

  it('a cross-cut wider than the drive does not draw the drive to its side', () => {
    const { drive, recesses } = volumeBetween(driveWithRecesses([wide], 28, SEED), 1, 27);
    expect(recesses).toHaveLength(1);
    expect(Math.abs(recesses[0].volume.value / (6 * 5 * 2.4) - 1)).toBeLessThan(0.01);
    expect(Math.abs(drive.value / (BAUL_AREA * 26) - 1)).toBeLessThan(1e-3);
  });

  it('begin at the line of a design where that is asked for, and are as sure as what is seen of them', () => {
    const wall = driveWithRecesses([niche], 16, SEED);
    const wider = {
      width: BAUL.width + 0.4,
      height: BAUL.height,
      wallHeight: BAUL.wallHeight,
      axisHeight: BAUL.line,
    };
    const outline = designLinesAt(wholeAxis({ shape: 'baul', ...wider }))(6)!.excavation;
    const designed = wallAlongDesign(wall, (chainage) => (chainage < 12 ? outline : null));
    const [jambs, design] = [volumeBetween(wall, 1, 15, UNBIASED), volumeBetween(designed, 1, 15, UNBIASED)];
    const truth = (niche.depth - 0.2) * niche.height * (niche.to - niche.from);
    const [recess] = design.recesses;
    expect(recess.line).toBe('design');
    expect(Math.abs(recess.volume.value / truth - 1)).toBeLessThan(0.015);
    expect(recess.volume.plusMinus).toBe(0);
    expect(design.volume).toEqual(jambs.volume);
    expect(design.drive.value + recess.volume.value).toBeCloseTo(jambs.volume.value, 9);
    const nowhere = volumeBetween(
      wallAlongDesign(wall, () => null),
      1,
      15,
      UNBIASED,
    );
    expect(nowhere).toEqual(jambs);

    const { geometry, options, firstSlab, centre, grid } = wall;
    const asked = { ...options, recess: { ...options.recess, line: 'design' } } as const;
    const drive = {
      axis: geometry.axis,
      travelledAxis: geometry.axis,
      driven: { from: wall.surveyedFrom, to: wall.surveyedTo },
      unobserved: [],
      points: 0,
    };
    const measured = measureWall(
      { ...drive, wall: new WallSurface(geometry, asked, firstSlab, centre, grid) },
      NO_RELIABILITY,
      {
        ...MEASURE_DEFAULTS,
        chainage: { from: 1, to: 11 },
        design: wholeAxis({ shape: 'baul', ...wider }),
      },
    );
    expect(measured.volume.recesses[0].volume.value).toBe(recess.volume.value);
    const inOpening = measured.profiles.find(({ chainage }) => chainage === 6)!;
    expect(Math.max(...inOpening.driveOutline!.filter((_, i) => i % 2 === 0))).toBeCloseTo(
      wider.width / 2,
      2,
    );
  });

  it('a part of a range counts its part of a recess, and ranges add up', () => {
    const wall = driveWithRecesses([niche], 16, SEED);
    const [first, second, all] = [
      volumeBetween(wall, 1, 6),
      volumeBetween(wall, 6, 15),
      volumeBetween(wall, 1, 15),
    ];
    expect(first.recesses[0].volume.value + second.recesses[0].volume.value).toBeCloseTo(
      all.recesses[0].volume.value,
      9,
    );
    expect(volumeBetween(wall, 9, 15).recesses).toEqual([]);
    expect(volumeBetween(wall, 9, 15).drive.value).toBe(volumeBetween(wall, 9, 15).volume.value);
  });

  it('a profile in the opening tells the outline of the drive alone, one beside it does not differ', () => {
    const wall = driveWithRecesses([niche], 16, SEED);
    const inside = wall.profileAt(6, 0.5)!;
    const widest = (outline: Float64Array): number => Math.max(...outline.filter((_, i) => i % 2 === 0));
    expect(widest(inside.outline)).toBeCloseTo(BAUL.width / 2 + niche.depth, 1);
    expect(widest(inside.driveOutline!)).toBeCloseTo(BAUL.width / 2, 1);
    expect(inside.driveOutline).toHaveLength(inside.outline.length);
    expect(wall.profileAt(9, 0.5)!.driveOutline).toBeUndefined();
  });

  it('one whose end was not seen goes on: a cross-cut, whatever its depth', () => {
    const wall = driveWithRecesses([{ ...niche, open: true }], 16, SEED);
    const [recess] = volumeBetween(wall, 1, 15).recesses;
    expect(recess.kind).toBe('cross-cut');
    expect(recess.goesOn).toBe(true);
  });

  it('overbreak half a metre deep is none', () => {
    expect(volumeBetween(driveWithRecesses([{ ...niche, depth: 0.5 }], 16, SEED), 1, 15).recesses).toEqual(
      [],
    );
  });
});

describe('simulated rock with recesses, sampled as it is (seeds 1 and 3)', () => {
  it('each recess is found, and the drive without them has its true volume', () => {
    const seed = 1;
    const drive = simulateDrive({ ...presetOptions('niche', 40), seed });
    const wall = sampledWall(drive, seed);
    const { volumes } = truthBetween(drive, 6, 36);
    const measured = volumeBetween(wall, 6, 36);
    expect(measured.recesses.map(({ name, side }) => `${name} ${side}`)).toEqual([
      'N1 right',
      'C1 left',
      'N2 left',
    ]);
    expect(Math.abs(measured.drive.value / volumes.drive - 1)).toBeLessThan(3e-3);
    expect(Math.abs(measured.drive.value - volumes.drive)).toBeLessThan(measured.drive.plusMinus);
    const recesses = measured.recesses.reduce((sum, { volume }) => sum + volume.value, 0);
    expect(Math.abs(recesses / volumes.recesses - 1)).toBeLessThan(0.04);
  });

  it('blasted rock without a recess has none', () => {
    const drive = simulateDrive({ ...presetOptions('rough', 40), seed: 3 });
    expect(volumeBetween(sampledWall(drive, 3), 6, 36).recesses).toEqual([]);
  });
});

/** The wall of points all over the true rock, in every direction from the axis. */
function sampledWall({ scene }: ReturnType<typeof simulateDrive>, seed: number): WallSurface {
  const random = seededRandom(seed);
  const knots = 81;
  const chainage = Float64Array.from({ length: knots }, (_, i) => i / 2);
  const xyz = new Float64Array(3 * knots);
  chainage.forEach((s, i) => {
    xyz.set(scene.line.pointAt(s, 0, 0), 3 * i);
  });
  const axis: Axis = { chainage, xyz, kind: 'slope', source: 'given' };
  const accumulator = new ProfileAccumulator(axis);
  const points = new Float32Array(3 * 250_000);
  for (let i = 0; i < points.length; i += 3) {
    const s = 0.5 + 39 * random.uniform();
    const theta = 2 * Math.PI * random.uniform();
    const r = scene.surface.radiusAt(s, theta);
    points.set(scene.line.pointAt(s, r * Math.cos(theta), r * Math.sin(theta)), i);
  }
  accumulator.add(points, [0, 0, 0]);
  return accumulator.wall();
}
