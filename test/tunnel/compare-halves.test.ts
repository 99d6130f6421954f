import { describe, expect, it } from 'vitest';
import { mean } from '../../src-core/math/statistics.ts';
import { compareHalves, type HalfLimits } from '../../src-core/tunnel/uncertainty/halves.ts';
import { PER_ANGLE, PER_SPLIT, SPLITS } from '../../src-core/tunnel/wall/cells/half-sums.ts';
import type { HalfSums } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import { integrateWall } from '../../src-core/tunnel/wall/wall-integral.ts';
import { madeWall } from './simple-wall.ts';
import { axisAlong, straight } from './solids.ts';

/** Slabs of a block, 0.9 m. */
const SLABS = 9;
const LIMITS: HalfLimits = { bias: 1, incidence: 1, spread: 1, beam: 1, lateral: 0.001, radial: 0.001 };

/** Second half of a cylinder's wall against the first in one block, m: outward, to the left, up. */
type Shift = readonly [outward: number, left: number, up: number];

const LEVER = { bias: 30, spread: 50, incidence: 20 };

/** Halves of the points of a cylinder of 2 m radius; left out: none are known. */
function compared(
  { splits, angles, beams = 0, byBeam }: Partial<HalfSums>,
  blocks: number,
  { limits = LIMITS, range: [from, to] = [0, SLABS * 0.1 * blocks] }: Asked = {},
) {
  const wall = madeWall({
    axis: axisAlong(straight(), 0, SLABS * 0.1 * blocks, 0.3),
    radius: () => 2,
    more: () => ({
      halves: {
        slabs: SLABS,
        blocks,
        beams,
        splits: splits ?? new Float64Array(SPLITS.length * PER_SPLIT * blocks),
        angles: angles ?? new Float64Array(PER_ANGLE * blocks).fill(1),
        byBeam: byBeam ?? new Float64Array(2 * beams * blocks),
      },
    }),
  });
  return compareHalves(wall, integrateWall(wall, from, to), LEVER, [from, to], limits);
}

interface Asked {
  readonly limits?: HalfLimits;
  readonly range?: readonly [number, number];
}

/** What odd and even scans of the cylinder show, whose blocks are shifted as told; null: no half. */
function comparedScans(shifts: readonly (Shift | null)[], range?: readonly [number, number]) {
  const per = SPLITS.length * PER_SPLIT;
  const splits = new Float64Array(per * shifts.length);
  for (const [block, shift] of shifts.entries()) {
    if (shift === null) continue;
    const [outward, left, up] = shift;
    // Wall of a block, and a scatter of 0.1 mm from block to block.
    const area = 2 * Math.PI * 2 * SLABS * 0.1;
    const by = ((block % 3) - 1) * 1e-4;
    splits.set(
      [1, outward + by, (left + by) / 2, (up + by) / 2, 1 / 2, 1 / 2].map((part) => area * part),
      per * block,
    );
  }
  return compared({ splits }, shifts.length, { range });
}

const of = (count: number, shift: Shift | null): (Shift | null)[] => new Array(count).fill(shift);

describe('halves of the scans of a cylinder', () => {
  it('are compared from six blocks on that both of them show', () => {
    expect(comparedScans(of(6, [0, 0, 0])).compared).toContain('scans');
    expect(comparedScans([...of(5, [0, 0, 0]), ...of(2, null)]).compared).not.toContain('scans');
  });

  it.each<[string, Shift]>([
    ['outward', [0.02, 0.01, -0.012]],
    ['to the left', [0.01, 0.02, 0.012]],
    ['up', [0.01, -0.012, -0.02]],
  ])('that differ in all directions are told by the largest, %s', (_, shift) => {
    const { differences } = comparedScans(of(12, shift));
    expect(differences).toHaveLength(1);
    const [{ half, size, volume }] = differences;
    expect(half).toBe('scans');
    const off = Array.from({ length: 12 }, (_, block) => ((block % 3) - 1) * 1e-4);
    // Of the mean of twelve, by leaving out one after the other.
    expect(size.sigma / Math.sqrt(off.reduce((sum, by) => sum + by * by, 0) / (12 * 11))).toBeCloseTo(1, 6);
    expect(size.value).toBeCloseTo(shift[shift.findIndex((part) => Math.abs(part) === 0.02)], 6);
    // Either half may be the right one of a wall that is their mean.
    expect(volume / ((2 * Math.PI * 2 * 10.8 * shift[0]) / 2)).toBeCloseTo(1, 2);
  });

  it('name the parts of five metres in which they differ, and the last one though it is shorter', () => {
    const [even, off] = [of(6, [0, 0, 0]), of(6, [0.05, 0, 0])];
    const stretches = (shifts: readonly (Shift | null)[]) =>
      comparedScans(shifts).differences[0].stretches.map(({ from, to }) => [from, to]);
    const near = (values: readonly number[][]) =>
      values.map((pair) => pair.map((value) => expect.closeTo(value, 6)));
    expect(stretches([...off, ...even, ...off, ...off, ...off.slice(4)])).toEqual(
      near([
        [0, 5.4],
        [10.8, 16.2],
        [16.2, 21.6],
        [21.6, 23.4],
      ]),
    );
    // What neither half shows is in no stretch.
    expect(stretches([...of(2, null), ...of(7, [0.05, 0, 0])])).toEqual(
      near([
        [1.8, 7.2],
        [7.2, 8.1],
      ]),
    );
  });

  it('are those of the range that is asked', () => {
    const shifts = [...of(8, [0, 0, 0]), ...of(8, [0.05, 0, 0])];
    expect(comparedScans(shifts, [0, 7.2]).differences).toEqual([]);
    expect(comparedScans(shifts, [7.2, 14.4]).differences[0].size.value).toBeCloseTo(0.05, 4);
  });
});

/** Sums over blocks whose regressions say a bias and a bias by incidence each. */
const anglesOf = (actual: readonly (readonly [bias: number, slant: number])[]): Float64Array =>
  Float64Array.from(actual.flatMap(([bias, slant]) => [1, 0, 1, bias, slant]));

/** Covariance of two means. */
const ofMeans = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + (value - mean(a)) * (b[i] - mean(b)), 0) / (a.length * (a.length - 1));

describe('rays that meet the wall at different angles', () => {
  const limits = { ...LIMITS, bias: 0.004, spread: 0.003, incidence: 0.005 };
  const blocks = [0.001, -0.002, 0.0015, 0.0005, -0.001, 0.0012, -0.0012];
  const slants = [0.002, 0.001, -0.002, 0.0015, -0.0005, -0.001, -0.001];
  const differing = (bias: number, slant: number) =>
    compared({ angles: anglesOf(blocks.map((by, i) => [bias + by, slant + slants[i]])) }, blocks.length, {
      limits,
    }).differences.find(({ half }) => half === 'angles');
  const [V, C, W] = [ofMeans(blocks, blocks), ofMeans(blocks, slants), ofMeans(slants, slants)];

  it.each([
    ['longer', 0.0095, LEVER.bias],
    ['shorter', -0.0095, -LEVER.spread],
  ])(
    'and are %s than is stated move a volume by what both errors do, and their scatter',
    (_, bias, factor) => {
      const slant = 0.003;
      const { size, slant: estimate, volume } = differing(bias, slant)!;
      expect([size.value, size.sigma, estimate!.value, estimate!.sigma]).toEqual(
        [bias, Math.sqrt(V), slant, Math.sqrt(W)].map((value) => expect.closeTo(value, 9)),
      );
      const b = LEVER.incidence;
      const variance = factor ** 2 * V + 2 * factor * b * C + b * b * W;
      expect(volume).toBeCloseTo(Math.hypot(factor * bias + b * slant, Math.sqrt(variance)), 9);
    },
  );

  it('differ beyond the bound by two standard errors, a spot being of what is shorter', () => {
    const by = 2 * Math.sqrt(V);
    expect(differing(0.004 + by - 1e-5, 0)).toBeUndefined();
    expect(differing(0.004 + by + 1e-5, 0)).toBeDefined();
    expect(differing(-(0.007 + by - 1e-5), 0)).toBeUndefined();
    expect(differing(-(0.007 + by + 1e-5), 0)).toBeDefined();
    expect(differing(0, 0.005 + 2 * Math.sqrt(W) - 1e-5)).toBeUndefined();
    expect(differing(0, -(0.005 + 2 * Math.sqrt(W) + 1e-5))).toBeDefined();
  });

  it('are compared where six blocks have points', () => {
    const [some, none] = [
      [1, 0, 1, 0, 0],
      [0, 0, 0, 0, 0],
    ];
    const of = (count: number) =>
      Float64Array.from([...new Array(count).fill(some), ...new Array(4).fill(none)].flat());
    expect(compared({ angles: of(6) }, 10).compared).toContain('angles');
    expect(compared({ angles: of(5) }, 9).compared).not.toContain('angles');
  });
});

describe('beams of a sensor', () => {
  const limits = { ...LIMITS, beam: 0.003 };
  const scatter = [0.005, -0.005, 0.006, -0.006, 0.004, -0.004, 0.003, -0.003];
  const sigma = Math.sqrt(ofMeans(scatter, scatter));
  /** Of each beam, its offset and the weight of its rays; every block scatters about it. */
  const of = (beams: readonly (readonly [offset: number, weight: number])[]) =>
    compared(
      {
        beams: beams.length,
        byBeam: Float64Array.from(
          scatter.flatMap((by) => beams.flatMap(([offset, weight]) => [weight, weight * (offset + by)])),
        ),
      },
      scatter.length,
      { limits },
    );

  it('that are off beyond three standard deviations of what is stated and of the scatter are named, the largest first told', () => {
    const beyond = 3 * Math.hypot(0.003, sigma) + 1e-5;
    const { differences } = of([
      [0, 4],
      [beyond, 3],
      [-beyond - 0.01, 2],
      [beyond - 2e-5, 1],
      [0.5, 0],
    ]);
    expect(differences).toHaveLength(1);
    const [{ half, beams, size, volume }] = differences;
    expect([half, beams]).toEqual(['beams', [2, 3]]);
    expect([size.value, size.sigma]).toEqual([expect.closeTo(-beyond - 0.01, 9), expect.closeTo(sigma, 9)]);
    const shares = 2 * LEVER.bias * (beyond * 0.3 - (beyond + 0.01) * 0.2);
    expect(volume).toBeCloseTo(Math.abs(shares), 9);
  });

  it('are compared from two on', () => {
    expect(of([[0.5, 1]]).compared).not.toContain('beams');
    const two: [number, number] = [0, 1];
    expect(of([two, two]).compared).toContain('beams');
  });
});
