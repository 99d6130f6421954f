import { describe, expect, it } from 'vitest';
import { SECTORS } from '../../src-core/model/breaks.ts';
import type { Profile } from '../../src-core/model/tunnel.ts';
import { sectorAt, sectorWedges } from '../../src-core/tunnel/design/sectors.ts';
import { floorLine } from '../../src-core/tunnel/sections/floor/floor-line.ts';
import { freeSpans } from '../../src-core/tunnel/sections/floor/free-spans.ts';

/** Corners of a rectangle, counter-clockwise. */
const rectangle = (left: number, right: number, low: number, high: number): Float64Array =>
  Float64Array.of(left, low, right, low, right, high, left, high);

describe('the sectors of a rectangular design', () => {
  // 5 m wide and 3 m high, its floor 1 m below the axis: about half a metre above the axis.
  const wedges = sectorWedges({ shape: 'rectangle', width: 5, height: 3, axisHeight: 1 });

  it('go round its middle, from corner to corner of the floor', () => {
    const floor = wedges.find(({ sector }) => sector === 'floor')!;
    expect(floor.centre[0]).toBeCloseTo(0, 12);
    expect(floor.centre[1]).toBeCloseTo(0.5, 12);
    const corner = Math.atan2(1.5, 2.5);
    expect(Math.cos(floor.from)).toBeCloseTo(-Math.cos(corner), 12);
    expect(Math.sin(floor.from)).toBeCloseTo(-Math.sin(corner), 12);
    expect(Math.cos(floor.to)).toBeCloseTo(Math.cos(corner), 12);
    expect(Math.sin(floor.to)).toBeCloseTo(-Math.sin(corner), 12);
    expect(floor.to - floor.from).toBeCloseTo(Math.PI - 2 * corner, 12);
  });

  it('follow each other once round, and walls, floor and crown are where they are', () => {
    expect(wedges.map(({ sector }) => sector)).toEqual([...SECTORS]);
    const turn = wedges.reduce((sum, { from, to }) => sum + to - from, 0);
    expect(turn).toBeCloseTo(2 * Math.PI, 12);
    expect(sectorAt(wedges, 0, -1)).toBe('floor');
    expect(sectorAt(wedges, 2.5, 0.4)).toBe('leftWall');
    expect(sectorAt(wedges, -2.5, 0.4)).toBe('rightWall');
    expect(sectorAt(wedges, 0, 2)).toBe('crown');
  });
});

it('the free width between two heights is that of the section, wherever it lies beside the axis', () => {
  for (const [left, right] of [
    [3, 5],
    [-5, -3],
    [-1, 1],
  ])
    expect(freeSpans(rectangle(left, right, 0, 3), 1, 2)).toMatchObject([{ from: left, to: right }]);
  expect(freeSpans(rectangle(3, 5, 0, 3), 4, 5)).toEqual([]);
});

describe('the floor line of a drive that rises', () => {
  /** Sections square to an axis that rises by some angle, in a heading of 3 to the east and 4 to the north. */
  const profiles = (angle: number): Profile[] => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [0, 10].map(
      (chainage) =>
        ({
          chainage,
          origin: [0.6 * c * chainage, 0.8 * c * chainage, s * chainage],
          left: [-0.8, 0.6, 0],
          up: [-0.6 * s, -0.8 * s, c],
          outline: rectangle(-2, 2, -1.5, 2),
          measured: new Uint8Array(4).fill(1),
        }) as unknown as Profile,
    );
  };

  it('lies plumb below the axis where the section meets it, ahead of its chainage', () => {
    const angle = 0.15;
    const points = floorLine(profiles(angle), 'slope');
    // 1.5 m square to the axis down: forwards by 1.5 sin in plan, of a plan of cos for each metre of chainage.
    expect(points[0].plumbChainage).toBeCloseTo(1.5 * Math.tan(angle), 9);
    expect(points[1].plumbChainage).toBeCloseTo(10 + 1.5 * Math.tan(angle), 9);
    expect(floorLine(profiles(angle), 'horizontal')[1].plumbChainage).toBeCloseTo(
      10 + 1.5 * Math.sin(angle),
      9,
    );
    expect(points[1].run).toBeCloseTo(10 * Math.cos(angle), 9);
    expect(points[1].elevation - points[0].elevation).toBeCloseTo(10 * Math.sin(angle), 9);
    expect(points[0].elevation).toBeCloseTo(-1.5 * Math.cos(angle), 9);
  });
});
