import { describe, expect, it } from 'vitest';
import { measurePolygon } from '../../src-core/math/polygon.ts';
import { checkDesign } from '../../src-core/model/check-design.ts';
import type { DesignSection } from '../../src-core/model/design.ts';
import { designLine, designOutline } from '../../src-core/tunnel/design/design.ts';

const HORSESHOE = {
  shape: 'horseshoe',
  width: 5,
  height: 5,
  wallRadius: 5,
  invertRadius: 5,
  axisHeight: 0,
} as const;
const THREE_CENTRE = {
  shape: 'three-centre',
  width: 5,
  height: 4.2,
  wallHeight: 2.4,
  shoulderRadius: 1.1,
  axisHeight: 1.5,
} as const;

function areaOf(section: DesignSection): number {
  return measurePolygon(designOutline(section)).area;
}

/** Greatest turn of the outline between two of its vertices, radians. */
function sharpest(outline: Float64Array, from: number, to: number): number {
  const heading = (i: number): number =>
    Math.atan2(outline[2 * i + 3] - outline[2 * i + 1], outline[2 * i + 2] - outline[2 * i]);
  let most = 0;
  for (let i = from; i < to; i++) {
    const turn = Math.abs(heading(i) - heading(i - 1));
    most = Math.max(most, Math.min(turn, 2 * Math.PI - turn));
  }
  return most;
}

describe('sections of the design library', () => {
  it.each<[string, DesignSection, number]>([
    ['trapezoid', { shape: 'trapezoid', bottomWidth: 4.2, topWidth: 3.6, height: 3.5, axisHeight: 1 }, 13.65],
    // Handbook of hydraulics: the full standard horseshoe has 0.8293 D^2.
    ['standard horseshoe', HORSESHOE, 0.8293 * 25],
    [
      'half circle from the floor',
      { shape: 'baul', width: 4, height: 2, wallHeight: 0, axisHeight: 0 },
      2 * Math.PI,
    ],
    [
      'baúl by radius',
      { shape: 'baul-radius', width: 4, wallHeight: 2, archRadius: 2, axisHeight: 0 },
      8 + 2 * Math.PI,
    ],
    [
      'horseshoe on a level floor, walls without a bend',
      { ...HORSESHOE, wallRadius: 1e6, invertRadius: 0 },
      5 * 2.5 + (Math.PI * 2.5 ** 2) / 2,
    ],
    [
      'three-centre arch of one circle',
      { ...THREE_CENTRE, height: 4.9, shoulderRadius: 0.7 },
      5 * 2.4 + (Math.PI * 2.5 ** 2) / 2,
    ],
  ])('%s has its area', (_, section, area) => {
    checkDesign(section, 'design');
    expect(Math.abs(areaOf(section) / area - 1)).toBeLessThan(1e-4);
  });

  it('of three centres: the parts of its circles, and no corner from springline to springline', () => {
    const { width, height, wallHeight, shoulderRadius: r } = THREE_CENTRE;
    const aside = width / 2 - r;
    const rise = height - wallHeight;
    const R = (aside ** 2 + rise ** 2 - r ** 2) / (2 * (rise - r));
    const join = Math.atan2(R - rise, aside);
    // Two small sectors, one large one, less the triangle below the springline that the large one takes with it.
    const area = r * r * join + (R * R * (Math.PI - 2 * join)) / 2 - aside * (R - rise);
    expect(areaOf(THREE_CENTRE)).toBeCloseTo(width * wallHeight + area, 3);
    const { outline, leftSpring, rightSpring } = designLine(THREE_CENTRE);
    expect(sharpest(outline, leftSpring, rightSpring)).toBeLessThan(0.03);
    expect(Math.max(...outline.filter((_, i) => i % 2 === 1))).toBeCloseTo(height - 1.5, 4);
  });

  it('of a horseshoe: no corner from floor to floor, and the invert touches the floor in the middle', () => {
    const { outline, leftFloor } = designLine(HORSESHOE);
    expect(sharpest(outline, leftFloor + 2, outline.length / 2 - 1)).toBeLessThan(0.02);
    expect(Math.min(...outline.filter((_, i) => i % 2 === 1))).toBeCloseTo(0, 6);
  });

  it('lie beside an axis that does not run in their middle', () => {
    const outline = designOutline({ shape: 'rectangle', width: 4, height: 3, axisHeight: 1, axisLeft: 0.5 });
    const lefts = outline.filter((_, i) => i % 2 === 0);
    // The axis runs 0.5 m to the left: the left wall is nearer.
    expect([Math.max(...lefts), Math.min(...lefts)]).toEqual([1.5, -2.5]);
  });

  it.each<[string, DesignSection]>([
    ['baúl', { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5, axisHeight: 1.7 }],
    ['trapezoid', { shape: 'trapezoid', bottomWidth: 4, topWidth: 3, height: 3, axisHeight: 0 }],
    ['horseshoe', HORSESHOE],
    ['circle', { shape: 'circle', diameter: 4, axisHeight: 2 }],
    ['three-centre', THREE_CENTRE],
  ])('%s: its parts stand in the mirror of each other', (_, section) => {
    const { outline, leftFloor, leftSpring, rightSpring, rightFloor } = designLine(section);
    const at = (i: number): number[] => [outline[2 * i], outline[2 * i + 1]];
    for (const [left, right] of [
      [leftFloor, rightFloor],
      [leftSpring, rightSpring],
    ]) {
      expect(at(left)[0]).toBeGreaterThan(0);
      expect(at(left)[0]).toBeCloseTo(-at(right)[0], 9);
      expect(at(left)[1]).toBeCloseTo(at(right)[1], 9);
    }
  });

  it('a free outline tells floor and springlines by its sides, or as it is told', () => {
    const points = [
      [-2, 3],
      [0, 4],
      [2, 3],
      [2, 0],
      [0, -0.2],
      [-2, 0],
    ] as const;
    const places = (design: DesignSection): number[][] => {
      const { outline, ...parts } = designLine(design);
      return [parts.leftFloor, parts.leftSpring, parts.rightSpring, parts.rightFloor].map((i) => [
        outline[2 * i],
        outline[2 * i + 1],
      ]);
    };
    const free = { shape: 'polyline', points, axisHeight: 0 } as const;
    const reported = [
      [2, 0],
      [2, 3],
      [-2, 3],
      [-2, 0],
    ];
    expect(places(free)).toEqual(reported);
    expect(places({ ...free, floorSides: [3, 4] })).toEqual(reported);
    expect(places({ ...free, points: points.toReversed(), floorSides: [0, 1] })).toEqual(reported);
    expect(places({ ...free, springHeight: 3.5 })[1]).toEqual([0, 4]);
  });
});
