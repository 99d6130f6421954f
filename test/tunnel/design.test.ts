import { describe, expect, it } from 'vitest';
import { formatDesign, parseDesign } from '../../src-core/io/cad/design-file.ts';
import { measurePolygon } from '../../src-core/math/polygon.ts';
import { polygonOverlap } from '../../src-core/math/polygon-overlap.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { type DesignSection, wholeAxis } from '../../src-core/model/design.ts';
import { contouredBreaks } from '../../src-core/tunnel/design/breaks.ts';
import { designOutline } from '../../src-core/tunnel/design/design.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import { axisAlong, BAUL, BAUL_AREA, bend, onBaul, sampleDrive } from './solids.ts';

const SEED = 23;
const BAUL_DESIGN = { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5, axisHeight: 1.7 } as const;

/** Outline r(angle) as a polygon about the origin. */
function star(radius: (angle: number) => number, n: number): number[] {
  return Array.from({ length: n }, (_, i) => {
    const a = (2 * Math.PI * i) / n;
    return [radius(a) * Math.cos(a), radius(a) * Math.sin(a)];
  }).flat();
}

describe('design outlines', () => {
  it('have the area of their shape, counter-clockwise', () => {
    expect(measurePolygon(designOutline(BAUL_DESIGN)).area).toBeCloseTo(BAUL_AREA, 3);
    expect(measurePolygon(designOutline({ shape: 'circle', diameter: 4, axisHeight: 2 })).area).toBeCloseTo(
      4 * Math.PI,
      3,
    );
    const rectangle = designOutline({ shape: 'rectangle', width: 4, height: 3, axisHeight: 1 });
    expect(measurePolygon(rectangle)).toEqual({ area: 12, momentX: 0, momentY: 6, perimeter: 14 });
    const points = [
      [-2, 0],
      [-2, 3],
      [2, 3],
      [2, 0],
    ] as const;
    expect(measurePolygon(designOutline({ shape: 'polyline', points, axisHeight: 0 })).area).toBe(12);
  });

  it('stand on the floor below the axis and reach the crown', () => {
    const ups = designOutline(BAUL_DESIGN).filter((_, i) => i % 2 === 1);
    expect(Math.min(...ups)).toBe(-1.7);
    expect(Math.max(...ups)).toBeCloseTo(2.5, 4);
  });
});

describe(`overlap of outlines (seed ${SEED})`, () => {
  it('of rectangles is what it looks like', () => {
    const a = [0, 0, 4, 0, 4, 2, 0, 2];
    const b = [3, 1, 3, 3, 6, 3, 6, 1];
    const { both, onlyFirst, onlySecond } = polygonOverlap(a, b);
    expect(both).toEqual({ area: 1, momentX: 3.5, momentY: 1.5 });
    expect(onlyFirst.area).toBe(7);
    expect(onlySecond.area).toBe(5);
  });

  it.each([
    ['the same', [0, 0, 4, 0, 4, 2, 0, 2], [0, 0, 4, 0, 4, 2, 0, 2], 8],
    ['side by side', [0, 0, 4, 0, 4, 2, 0, 2], [4, 0, 6, 0, 6, 2, 4, 2], 0],
    ['one in the other', [0, 0, 4, 0, 4, 2, 0, 2], [1, 0, 2, 0, 2, 2, 1, 2], 2],
    ['apart', [0, 0, 4, 0, 4, 2, 0, 2], [7, 7, 8, 7, 8, 8], 0],
    ['a vertex given twice', [0, 0, 4, 0, 4, 0, 4, 2, 0, 2], [2, -1, 6, -1, 6, 5, 2, 5], 4],
  ])('touching, equal and nested: %s', (_, a, b, area) => {
    const { both, onlyFirst, onlySecond } = polygonOverlap(a, b);
    expect(both.area).toBeCloseTo(area, 12);
    expect(both.area + onlyFirst.area).toBeCloseTo(measurePolygon(a).area, 12);
    expect(both.area + onlySecond.area).toBeCloseTo(measurePolygon(b).area, 12);
  });

  it('of rough outlines is the integral of the smaller squared radius', () => {
    const random = seededRandom(SEED);
    const rough = Array.from({ length: 24 }, () => 0.05 * random.normal());
    const r1 = (a: number): number => 2 + rough.reduce((sum, w, k) => sum + w * Math.cos((k + 1) * a + k), 0);
    const r2 = (a: number): number => 2 + 0.2 * Math.cos(3 * a);
    const { both, onlyFirst, onlySecond } = polygonOverlap(star(r1, 2000), star(r2, 2000));
    let shared = 0;
    let over = 0;
    let under = 0;
    const steps = 200_000;
    for (let i = 0; i < steps; i++) {
      const a = (2 * Math.PI * i) / steps;
      const [p, q] = [r1(a) ** 2, r2(a) ** 2];
      shared += (Math.min(p, q) * Math.PI) / steps;
      over += (Math.max(0, p - q) * Math.PI) / steps;
      under += (Math.max(0, q - p) * Math.PI) / steps;
    }
    expect(both.area).toBeCloseTo(shared, 3);
    expect(onlyFirst.area).toBeCloseTo(over, 3);
    expect(onlySecond.area).toBeCloseTo(under, 3);
  });

  it('splits area and moments without rest, also about a far origin', () => {
    const a = star((t) => 2 + 0.3 * Math.sin(5 * t), 180);
    const b = star((t) => 2 + 0.2 * Math.cos(7 * t), 97).map((v, i) => v + (i % 2 === 0 ? 0.3 : -0.2));
    for (const shift of [0, 1000]) {
      const moved = (polygon: number[]): number[] => polygon.map((v) => v + shift);
      const { both, onlyFirst, onlySecond } = polygonOverlap(moved(a), moved(b));
      const [first, second] = [measurePolygon(moved(a)), measurePolygon(moved(b))];
      for (const key of ['area', 'momentX', 'momentY'] as const) {
        expect(both[key] + onlyFirst[key]).toBeCloseTo(first[key], shift === 0 ? 9 : 5);
        expect(both[key] + onlySecond[key]).toBeCloseTo(second[key], shift === 0 ? 9 : 5);
      }
    }
  });
});

describe(`a drive against its design (seed ${SEED})`, () => {
  it('over- and underbreak on a bend, and their difference is the void less the design', () => {
    const line = bend(25);
    // 5 % wider than the design in one part, 5 % narrower in the next.
    const scale = (s: number): number => (s < 6 ? 1.05 : 0.95);
    const points = sampleDrive(line, onBaul, [0, 12], 600_000, SEED, scale);
    const accumulator = new ProfileAccumulator(axisAlong(line, 0, 12, 0.5));
    accumulator.add(points.xyz, points.origin);
    const wall = accumulator.wall();
    const wide = contouredBreaks(wall, wholeAxis(BAUL_DESIGN), 1, 5, 0.25).volumes;
    // Scaled about the line and symmetric about it, so the bend does not matter.
    expect(wide.overbreak).toBeCloseTo(4 * BAUL_AREA * (1.05 ** 2 - 1), 1);
    expect(wide.underbreak).toBeLessThan(0.005);
    const narrow = contouredBreaks(wall, wholeAxis(BAUL_DESIGN), 7, 11, 0.25).volumes;
    expect(narrow.underbreak).toBeCloseTo(4 * BAUL_AREA * (1 - 0.95 ** 2), 1);
    expect(narrow.overbreak).toBeLessThan(0.005);
    const all = contouredBreaks(wall, wholeAxis(BAUL_DESIGN), 1, 11, 0.25).volumes;
    // Chords of 0.5 m stand for the arc.
    expect(all.design / (10 * BAUL_AREA)).toBeCloseTo(1, 4);
    const volume = volumeBetween(wall, 1, 11, { every: 0.25 }).methods.endArea;
    expect(all.design + all.overbreak - all.underbreak).toBeCloseTo(volume, 2);
    for (const section of all.sections) expect(section.designArea).toBeCloseTo(BAUL_AREA, 3);
  });

  it('what breaks out on the outside of a bend counts its longer way', () => {
    const line = bend(25);
    // All of the left wall 0.3 m out; the bend turns left, so the left is the short way.
    const out = (random: Parameters<typeof onBaul>[0]): number[] => {
      const [l, u, nl, nu] = onBaul(random);
      return [l > BAUL.width / 2 - 1e-6 ? l + 0.3 : l, u, nl, nu];
    };
    const points = sampleDrive(line, out, [0, 12], 600_000, SEED);
    const accumulator = new ProfileAccumulator(axisAlong(line, 0, 12, 0.5));
    accumulator.add(points.xyz, points.origin);
    const narrower = { ...BAUL_DESIGN, wallHeight: 2.5 };
    const { overbreak } = contouredBreaks(accumulator.wall(), wholeAxis(narrower), 1, 11, 0.25).volumes;
    const truth = 10 * 0.3 * 2.5 * (1 - (BAUL.width / 2 + 0.15) / 25);
    expect(Math.abs(overbreak / truth - 1)).toBeLessThan(0.03);
    expect(Math.abs(overbreak / (10 * 0.3 * 2.5) - 1)).toBeGreaterThan(0.05);
  });
});

describe('design files', () => {
  const sectionOf = (text: string): DesignSection => parseDesign(text, 'd.json').stretches[0].section;

  it('of one section are read as they are documented', () => {
    const text = '{ "shape": "baul", "width": 4.5, "height": 4.2, "wallHeight": 2.5, "axisHeight": 1.7 }';
    expect(parseDesign(text, 'd.json')).toEqual(wholeAxis(BAUL_DESIGN));
    expect(sectionOf('{"shape":"circle","diameter":4}')).toEqual({
      shape: 'circle',
      diameter: 4,
      axisHeight: 0,
    });
    expect(sectionOf('{"shape":"rectangle","width":4,"height":3.5,"axisHeight":3.5}')).toMatchObject({
      axisHeight: 3.5,
    });
    expect(sectionOf('{"shape":"polyline","points":[[-2,0],[2,0],[2,3],[0,4],[-2,3]]}')).toMatchObject({
      shape: 'polyline',
    });
  });

  it('are written as they are read', () => {
    const text = `{ "stretches": [ { "name": "Ramp", "to": 120, "section": ${JSON.stringify(BAUL_DESIGN)} },
      { "from": 120, "section": { "shape": "horseshoe", "width": 5, "height": 5, "wallRadius": 5, "axisLeft": 0.3 } } ],
      "offsets": { "pay": 0.15, "shotcrete": { "thickness": 0.05, "side": "inward" } }, "tolerance": { "over": 0.1 } }`;
    const design = parseDesign(text, 'd.json');
    expect(design.stretches).toMatchObject([
      { name: 'Ramp', from: null, to: 120 },
      { name: '', from: 120, to: null, section: { invertRadius: 0, axisHeight: 0, axisLeft: 0.3 } },
    ]);
    expect(design.offsets).toEqual({
      pay: 0.15,
      clearance: null,
      shotcrete: { thickness: 0.05, side: 'inward' },
    });
    expect(design.tolerance).toEqual({ over: 0.1, under: null });
    expect(parseDesign(formatDesign(design), 'd.json')).toEqual(design);
    const sole = wholeAxis(BAUL_DESIGN);
    expect(JSON.parse(formatDesign(sole))).toEqual(BAUL_DESIGN);
    expect(parseDesign(formatDesign(sole), 'd.json')).toEqual(sole);
  });
});
