import { describe, expect, it } from 'vitest';
import { compareHalves, type HalfLimits } from '../../src-core/tunnel/uncertainty/halves.ts';
import { PER_ANGLE, PER_SPLIT, SPLITS } from '../../src-core/tunnel/wall/half-sums.ts';
import { integrateWall } from '../../src-core/tunnel/wall/wall-integral.ts';
import { madeWall } from './simple-wall.ts';
import { axisAlong, straight } from './solids.ts';

/** Slabs of a block, 0.9 m. */
const SLABS = 9;
const LIMITS: HalfLimits = { bias: 1, incidence: 1, spread: 1, beam: 1, lateral: 0.001, radial: 0.001 };
const LEVER = { bias: 100, spread: 100, incidence: 100 };

/** Second half of a cylinder's wall against the first in one block, m: outward, to the left, up. */
type Shift = readonly [outward: number, left: number, up: number];

/** What the halves of odd and even scans of a cylinder of 2 m radius show, whose blocks are shifted as told; null: no half. */
function compared(shifts: readonly (Shift | null)[], [from, to] = [0, SLABS * 0.1 * shifts.length]) {
  const blocks = shifts.length;
  const per = SPLITS.length * PER_SPLIT;
  const splits = new Float64Array(per * blocks);
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
  const wall = madeWall({
    axis: axisAlong(straight(), 0, SLABS * 0.1 * blocks, 0.3),
    radius: () => 2,
    more: () => ({
      halves: {
        slabs: SLABS,
        blocks,
        beams: 0,
        splits,
        angles: new Float64Array(PER_ANGLE * blocks).fill(1),
        byBeam: new Float64Array(0),
      },
    }),
  });
  return compareHalves(wall, integrateWall(wall, from, to), LEVER, [from, to], LIMITS);
}

const of = (count: number, shift: Shift | null): (Shift | null)[] => new Array(count).fill(shift);

describe('halves of the scans of a cylinder', () => {
  it('are compared from six blocks on that both of them show', () => {
    expect(compared(of(6, [0, 0, 0])).compared).toContain('scans');
    expect(compared([...of(5, [0, 0, 0]), ...of(2, null)]).compared).not.toContain('scans');
  });

  it.each<[string, Shift]>([
    ['outward', [0.02, 0.01, -0.012]],
    ['to the left', [0.01, 0.02, 0.012]],
    ['up', [0.01, -0.012, -0.02]],
  ])('that differ in all directions are told by the largest, %s', (_, shift) => {
    const { differences } = compared(of(12, shift));
    expect(differences).toHaveLength(1);
    const [{ half, size, volume }] = differences;
    expect(half).toBe('scans');
    expect(size.value).toBeCloseTo(shift[shift.findIndex((part) => Math.abs(part) === 0.02)], 6);
    // Either half may be the right one of a wall that is their mean.
    expect(volume / ((2 * Math.PI * 2 * 10.8 * shift[0]) / 2)).toBeCloseTo(1, 2);
  });

  it('name the parts of five metres in which they differ, and the last one though it is shorter', () => {
    const [even, off] = [of(6, [0, 0, 0]), of(6, [0.05, 0, 0])];
    const stretches = (shifts: readonly (Shift | null)[]) =>
      compared(shifts).differences[0].stretches.map(({ from, to }) => [from, to]);
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
    expect(compared(shifts, [0, 7.2]).differences).toEqual([]);
    expect(compared(shifts, [7.2, 14.4]).differences[0].size.value).toBeCloseTo(0.05, 4);
  });
});
