import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import type { ConvergenceMap } from '../../src-core/model/convergence.ts';
import { wholeAxis } from '../../src-core/model/design.ts';
import type { UnrolledWall } from '../../src-core/model/unrolled.ts';
import { referenceOutline, unrollWithLayers } from '../../src-core/tunnel/design/unrolled-layers.ts';
import { perimeterOfEdges, unrolledLayer, unrollWall } from '../../src-core/tunnel/sections/unroll.ts';
import { PerimeterLine } from '../../src-core/tunnel/sections/unrolled/perimeter-line.ts';
import { patchesOnWall, radiusResiduals, wallToDesign } from '../../src-core/tunnel/sections/wall-layers.ts';
import { FILLED, MEASURED } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import { integrateWall } from '../../src-core/tunnel/wall/wall-integral.ts';
import { madeWall } from './simple-wall.ts';
import { axisAlong, bend, straight } from './solids.ts';

const AXIS = axisAlong(straight(), 0, 12, 0.5);

function circle(radius: number, left = 0, up = 0, sides = 720): Float64Array {
  return Float64Array.from({ length: 2 * sides }, (_, i) => {
    const angle = (2 * Math.PI * (i >> 1)) / sides;
    return i % 2 === 0 ? left + radius * Math.cos(angle) : up + radius * Math.sin(angle);
  });
}

/** Row of the picture that holds a girth. */
function rowOf({ girthTop, cell }: UnrolledWall, girth: number): number {
  return Math.floor((girthTop - girth) / cell);
}

function sum(values: ArrayLike<number>): number {
  return Array.from(values).reduce((total, value) => total + value, 0);
}

describe('girth along an outline', () => {
  it('is 0 at the crown, half the length at the cut of a circle, and names its parts', () => {
    const line = new PerimeterLine(circle(2, 0.3, 0.7));
    expect(line.leftEnd).toBeCloseTo(2 * Math.PI, 3);
    expect(line.rightEnd).toBeCloseTo(-2 * Math.PI, 3);
    expect(line.placeAt(0)[0]).toBeCloseTo(0.3, 9);
    expect(line.placeAt(0)[1]).toBeCloseTo(2.7, 4);
    expect(line.placeAt(Math.PI)[0]).toBeCloseTo(2.3, 4);
    expect(line.placeAt(-Math.PI)[0]).toBeCloseTo(-1.7, 4);
    expect(line.placeAt(99)).toEqual(line.placeAt(line.leftEnd));
    const crown = line.parts.find(({ sector }) => sector === 'crown')!;
    expect(crown.to).toBeCloseTo((Math.PI / 6) * 2, 1);
    expect(crown.from).toBeCloseTo((-Math.PI / 6) * 2, 1);
    expect(line.parts.map(({ sector }) => sector)).toEqual([
      'floor',
      'leftWall',
      'leftShoulder',
      'crown',
      'rightShoulder',
      'rightWall',
      'floor',
    ]);
  });

  it('of a rectangle: walls from corner to corner', () => {
    const line = new PerimeterLine(Float64Array.of(2, 0, 2, 3, -2, 3, -2, 0));
    expect(line.leftEnd).toBeCloseTo(7, 12);
    const wall = line.parts.find(({ sector }) => sector === 'leftWall')!;
    // The corner is told to half the chord that says which way rock faces.
    expect(Math.abs(wall.from - 2)).toBeLessThan(0.3);
    expect(Math.abs(wall.to - 5)).toBeLessThan(0.3);
  });

  it('is the length of the outline between two of its points, of any star (seed 11)', () => {
    const random = seededRandom(11);
    for (let round = 0; round < 40; round++) {
      const n = 5 + random.below(60);
      const star = Float64Array.from({ length: 2 * n }, () => 0);
      for (let i = 0; i < n; i++) {
        const angle = (2 * Math.PI * (i + 0.8 * random.uniform())) / n;
        const radius = 1 + 2 * random.uniform();
        star.set([radius * Math.cos(angle), radius * Math.sin(angle)], 2 * i);
      }
      const line = new PerimeterLine(star);
      const [a, b] = [random.uniform(), random.uniform()].sort((p, q) => q - p);
      const at = (share: number): number => line.rightEnd + share * (line.leftEnd - line.rightEnd);
      const steps = 40_000;
      let length = 0;
      let last = line.placeAt(at(a));
      for (let i = 1; i <= steps; i++) {
        const here = line.placeAt(at(a + ((b - a) * i) / steps));
        length += Math.hypot(here[0] - last[0], here[1] - last[1]);
        last = here;
      }
      expect(Math.abs(length - (at(a) - at(b)))).toBeLessThan(1e-3 * length + 1e-6);
      expect(line.leftEnd).toBeGreaterThan(0);
      expect(line.rightEnd).toBeLessThan(0);
    }
  });

  it('takes the sectors of a design where it has them', () => {
    const line = new PerimeterLine(circle(2), (_, up) => (up > 1 ? 'crown' : up < -1 ? 'floor' : 'leftWall'));
    expect(line.parts.map(({ sector }) => sector)).toEqual([
      'floor',
      'leftWall',
      'crown',
      'leftWall',
      'floor',
    ]);
    const crown = line.parts[2];
    expect(Math.abs(crown.to - (2 * Math.PI) / 3)).toBeLessThan(0.03);
    expect(Math.abs(crown.from + (2 * Math.PI) / 3)).toBeLessThan(0.03);
    expect(line.parts[0].to).toBe(line.leftEnd);
    expect(line.parts.at(-1)!.from).toBeCloseTo(line.rightEnd, 12);
  });

  it('is refused of what encloses nothing', () => {
    const refused = expect.objectContaining({ code: 'design-unusable' });
    expect(() => new PerimeterLine(Float64Array.of(0, 0, 1, 0, 2, 0))).toThrow(refused);
  });
});

describe('the unrolled wall', () => {
  it('of a cylinder: every cell measured, its true area, its distance to the design', () => {
    const wall = madeWall({ axis: AXIS, radius: () => 2 });
    const design = circle(1.9);
    const unrolled = unrollWall(wall, design, 1, 11);
    expect([unrolled.columns, unrolled.rows]).toEqual([100, 120]);
    expect(unrolled.girthTop).toBeCloseTo(6, 9);
    expect(new Set(unrolled.state)).toEqual(new Set([MEASURED]));
    expect(sum(unrolled.area)).toBeCloseTo(4 * Math.PI * 10, 1);
    const over = unrolledLayer(
      unrolled,
      wallToDesign(wall, () => design),
    );
    for (const distance of over) expect(distance).toBeCloseTo(0.1, 4);
    expect(sum(unrolled.beyond)).toBe(0);
  });

  it('on a bend: longer outside, shorter inside, in all the surface of the wall', () => {
    const wall = madeWall({ axis: axisAlong(bend(25), 0, 12, 0.25), radius: () => 2 });
    const unrolled = unrollWall(wall, circle(2), 1, 11);
    const whole = sum(unrolled.area);
    expect(whole / integrateWall(wall, 1, 11).surface).toBeCloseTo(1, 3);
    const inRow = (girth: number): number => {
      const first = rowOf(unrolled, girth) * unrolled.columns;
      return sum(unrolled.area.subarray(first, first + unrolled.columns));
    };
    // The axis turns left: the left wall lies inside.
    expect(inRow(Math.PI)).toBeCloseTo((1 - 2 / 25) * 10 * 0.1, 2);
    expect(inRow(-Math.PI)).toBeCloseTo((1 + 2 / 25) * 10 * 0.1, 2);
    expect(inRow(0)).toBeCloseTo(10 * 0.1, 2);
  });

  it('shows in each cell what the ray from the middle through the outline meets (seed 12)', () => {
    const random = seededRandom(12);
    const middle = (s: number): [number, number] => [0.2 * Math.sin(s), 0.4];
    const wall = madeWall({ axis: AXIS, radius: (s, a) => 2 + 0.3 * Math.sin(3 * a + s), middle });
    const outline = circle(1.8, 0.1, 0.3, 97);
    const [from, to, cell] = [0.35, 11.37, 0.17];
    const unrolled = unrollWall(wall, outline, from, to, { cell });
    const edges = perimeterOfEdges(unrolled);
    const line = new PerimeterLine(outline);
    expect(edges[0]).toBe(line.leftEnd);
    expect(edges[edges.length - 1]).toBe(line.rightEnd);
    for (let i = 0; i < 3000; i++) {
      const column = random.below(unrolled.columns);
      const row = random.below(unrolled.rows);
      const chainage = (from + column * cell + Math.min(to, from + (column + 1) * cell)) / 2;
      const slab = Math.floor(chainage / wall.options.slab);
      const [left, up] = line.placeAt((edges[row] + edges[row + 1]) / 2);
      const angle = Math.atan2(up - wall.centre[2 * slab + 1], left - wall.centre[2 * slab]);
      const bin = Math.floor(((angle + Math.PI) * 180) / (2 * Math.PI));
      expect(unrolled.wallCell[row * unrolled.columns + column]).toBe(slab * 180 + bin);
    }
  });

  it('marks a niche, and keeps the value of its far side', () => {
    const niche = (s: number, a: number): boolean => s > 5 && s < 7 && Math.abs(a) < 0.4;
    const wall = madeWall({ axis: AXIS, radius: (s, a) => (niche(s, a) ? 3.5 : 2) });
    const unrolled = unrollWall(wall, circle(2), 0, 12);
    const residual = unrolledLayer(unrolled, radiusResiduals(wall, circle(2)));
    for (let row = 0; row < unrolled.rows; row++)
      for (let column = 0; column < unrolled.columns; column++) {
        const at = row * unrolled.columns + column;
        const [k, j] = [Math.floor(unrolled.wallCell[at] / 180), unrolled.wallCell[at] % 180];
        const inside = niche((k + 0.5) * 0.1, ((j + 0.5) * 2 * Math.PI) / 180 - Math.PI);
        expect(unrolled.beyond[at]).toBe(wall.recesses.number[unrolled.wallCell[at]] > 0 ? 1 : 0);
        if (inside) expect(unrolled.beyond[at]).toBe(1);
        expect(residual[at]).toBeCloseTo(inside ? 1.5 : 0, 3);
      }
    const opening = sum(unrolled.beyond) * 0.1 * 0.1;
    expect(Math.abs(opening / (2 * 0.8 * 2) - 1)).toBeLessThan(0.2);
  });

  it('keeps what was filled and what is open apart from what was measured', () => {
    const wall = madeWall({
      axis: AXIS,
      radius: (s) => (s > 4 && s < 5 ? 0 : 2),
      state: (s) => (s > 8 ? FILLED : MEASURED),
      options: { minMeasured: 0 },
    });
    const design = circle(2);
    const unrolled = unrollWall(wall, design, 0, 12);
    const distances = wallToDesign(wall, () => design);
    const layer = unrolledLayer(unrolled, distances);
    for (let column = 0; column < unrolled.columns; column++) {
      const at = 30 * unrolled.columns + column;
      const s = (column + 0.5) * 0.1;
      expect(unrolled.state[at]).toBe(s > 4 && s < 5 ? 0 : s > 8 ? FILLED : MEASURED);
      expect(Number.isNaN(layer[at])).toBe(s > 4 && s < 5);
      expect(unrolled.area[at] > 0).toBe(!(s > 4 && s < 5));
    }
  });

  it('has no distance where there is no design', () => {
    const wall = madeWall({ axis: AXIS, radius: () => 2 });
    const design = circle(1.9);
    const distances = wallToDesign(wall, (s) => (s < 6 ? design : null));
    expect(distances[10 * 180]).toBeCloseTo(0.1, 4);
    expect(distances[100 * 180]).toBeNaN();
  });

  it('lays the patches of a convergence map where their cells are', () => {
    const wall = madeWall({ axis: AXIS, radius: () => 2 });
    const [rows, columns] = [5, 36];
    const values = Float32Array.from({ length: rows * columns }, (_, i) => i);
    const map = { from: 3, step: 0.5, rows, columns } as ConvergenceMap;
    const onWall = patchesOnWall(wall, map, values);
    expect(onWall[Math.round(2.9 / 0.1) * 180]).toBeNaN();
    expect(onWall[Math.round(5.5 / 0.1) * 180]).toBeNaN();
    expect(onWall[30 * 180]).toBe(0);
    expect(onWall[30 * 180 + 5]).toBe(1);
    expect(onWall[36 * 180 + 179]).toBe(71);
  });

  it('takes the drive itself for reference, without its niche', () => {
    const radius = (s: number, a: number): number => (s > 5 && s < 7 && Math.abs(a) < 0.4 ? 3.5 : 2);
    const wall = madeWall({ axis: AXIS, radius, middle: () => [0.3, 0.5] });
    const outline = referenceOutline(wall.profiles(0.5));
    for (let i = 0; i < outline.length; i += 2)
      expect(Math.hypot(outline[i] - 0.3, outline[i + 1] - 0.5)).toBeCloseTo(2, 2);
  });

  it('is refused where the range or the cell means nothing', () => {
    const wall = madeWall({ axis: AXIS, radius: () => 2 });
    const code = (name: string) => expect.objectContaining({ code: name });
    expect(() => unrollWall(wall, circle(2), 5, 5)).toThrow(code('chainage-range'));
    expect(() => unrollWall(wall, circle(2), 20, 30)).toThrow(code('chainage-range'));
    for (const cell of [0, -1, 1e-6, Number.NaN])
      expect(() => unrollWall(wall, circle(2), 0, 12, { cell })).toThrow(code('usage'));
    expect(() => referenceOutline([])).toThrow(code('too-few-points'));
  });

  it('brings every layer that is known, and none that is not', () => {
    const niche = (s: number, a: number): boolean => s > 5 && s < 7 && Math.abs(a) < 0.4;
    const wall = madeWall({ axis: AXIS, radius: (s, a) => (niche(s, a) ? 3.5 : 2) });
    const plain = unrollWithLayers(wall, { chainage: null, design: null, convergence: null });
    expect(plain.layers.map(({ layer }) => layer)).toEqual(['residual']);
    const design = wholeAxis({ shape: 'circle', diameter: 3.8, axisHeight: 1.9 });
    const patches = { from: 0, step: 0.5, rows: 24, columns: 36 };
    const convergence: ConvergenceMap = {
      ...patches,
      distance: new Float32Array(24 * 36).fill(0.02),
      detection: new Float32Array(24 * 36).fill(0.01),
      // The first half of the drive only.
      significant: Uint8Array.from({ length: 24 * 36 }, (_, i) => (i < 12 * 36 ? 1 : 0)),
      profiles: [],
      comparedShare: 1,
    };
    const { wall: flat, layers } = unrollWithLayers(wall, {
      chainage: { from: 1, to: 11 },
      design,
      convergence,
    });
    expect(layers.map(({ layer }) => layer)).toEqual(['design', 'convergence', 'residual']);
    expect([flat.chainageFrom, flat.chainageTo]).toEqual([1, 11]);
    expect(flat.girthLeft).toBeCloseTo(1.9 * Math.PI, 2);
    const at = rowOf(flat, 0) * flat.columns;
    const [over, moved, residual] = layers.map(({ values }) => values);
    expect(over[at + 20]).toBeCloseTo(0.1, 3);
    expect(moved[at + 20]).toBeCloseTo(0.02, 6);
    expect(moved[at + 80]).toBe(0);
    expect(residual[at + 20]).toBeCloseTo(0, 3);
  });

  it('measures a vertical section against a design that is drawn square to the axis', () => {
    const ramp = axisAlong(straight(0.25), 0, 12, 0.5);
    const stretch = Math.hypot(1, 0.25);
    // A circle of 2 m square to the ramp.
    const radius = (_: number, a: number): number => 2 / Math.hypot(Math.cos(a), Math.sin(a) / stretch);
    const wall = madeWall({ axis: ramp, radius, options: { sections: 'vertical' } });
    const design = circle(1.9);
    const distances = wallToDesign(wall, () => design);
    for (let bin = 0; bin < 180; bin += 7) expect(distances[60 * 180 + bin]).toBeCloseTo(0.1, 3);
  });
});
