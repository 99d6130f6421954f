import { describe, expect, it } from 'vitest';
import { measurePolygon } from '../../src-core/math/polygon.ts';
import { designDistance } from '../../src-core/math/polygon-distance.ts';
import { polygonOverlap } from '../../src-core/math/polygon-overlap.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { SECTORS } from '../../src-core/model/breaks.ts';
import { type DesignProgramme, type DesignSection, wholeAxis } from '../../src-core/model/design.ts';
import type { Profile } from '../../src-core/model/tunnel.ts';
import { contouredBreaksOf } from '../../src-core/tunnel/design/breaks.ts';
import { designOutline } from '../../src-core/tunnel/design/design.ts';
import { designLines } from '../../src-core/tunnel/design/design-lines.ts';
import { offsetOutline } from '../../src-core/tunnel/design/offset-section.ts';
import { SectionComparer } from '../../src-core/tunnel/design/section-breaks.ts';
import { sectorAt } from '../../src-core/tunnel/design/sectors.ts';
import { madeProfile } from './simple-profile.ts';

const SEED = 29;
const BAUL = { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5, axisHeight: 1.7 } as const;
const RECTANGLE = { shape: 'rectangle', width: 4, height: 3, axisHeight: 1 } as const;
const SECTIONS: DesignSection[] = [
  BAUL,
  RECTANGLE,
  { shape: 'trapezoid', bottomWidth: 4.2, topWidth: 3.4, height: 3.5, axisHeight: 0 },
  { shape: 'horseshoe', width: 5, height: 5, wallRadius: 5, invertRadius: 5, axisHeight: 1 },
  { shape: 'circle', diameter: 4, axisHeight: 2 },
  { shape: 'three-centre', width: 5, height: 4.2, wallHeight: 2.4, shoulderRadius: 1, axisHeight: 1.5 },
  { shape: 'baul', width: 4, height: 2, wallHeight: 0, axisHeight: 0 },
];
const STRAIGHT = (from: number, to: number) => ({ length: to - from, turnLeft: 0, turnUp: 0 });

function compare(
  section: DesignSection,
  outline: ArrayLike<number>,
  contract: Partial<DesignProgramme> = {},
) {
  const { offsets, tolerance } = { ...wholeAxis(section), ...contract };
  return new SectionComparer('', designLines(section, { offsets, tolerance })).compare(
    madeProfile({ outline, chainage: 5 }),
  ).section;
}

/** An outline about the design's middle whose radius wanders, with `n` vertices. */
function rough(section: DesignSection, n: number, random: () => number): number[] {
  const { area, momentX, momentY } = measurePolygon(designOutline(section));
  return Array.from({ length: n }, (_, i) => {
    const angle = (2 * Math.PI * i) / n;
    const radius = Math.sqrt(area / Math.PI) + 0.4 * random();
    return [momentX / area + radius * Math.cos(angle), momentY / area + radius * Math.sin(angle)];
  }).flat();
}

describe(`breaks of a section by sector (seed ${SEED})`, () => {
  it.each(SECTIONS)('of the design moved outwards are what lies between the lines: %j', (section) => {
    const moved = offsetOutline(section, 0.2, 0.2);
    const sectionBreak = compare(section, moved);
    const between = measurePolygon(moved).area - sectionBreak.designArea;
    expect(sectionBreak.overbreak).toBeCloseTo(between, 11);
    expect(sectionBreak.underbreak).toBeCloseTo(0, 12);
    for (const { sector, overbreak, deepestOver } of sectionBreak.sectors) {
      if (section.shape === 'baul' && section.wallHeight === 0 && sector.endsWith('Wall')) continue;
      expect(overbreak, sector).toBeGreaterThan(0);
      // A corner lies farther out.
      if (deepestOver !== null) expect(deepestOver.depth).toBeGreaterThan(0.199);
      if (deepestOver !== null) expect(deepestOver.depth).toBeLessThan(0.2 * 1.6);
    }
  });

  it.each(SECTIONS)('add up to the whole to 1e-12, whatever the profile: %j', (section) => {
    const random = seededRandom(SEED);
    const outline = designOutline(section);
    for (const n of [3, 7, 180]) {
      const profile = rough(section, n, () => random.normal());
      const sectionBreak = compare(section, profile);
      const { onlyFirst, onlySecond } = polygonOverlap(profile, outline);
      const sum = (pick: (sector: (typeof sectionBreak.sectors)[number]) => number): number =>
        sectionBreak.sectors.reduce((total, sector) => total + pick(sector), 0);
      expect(sum(({ overbreak }) => overbreak)).toBe(sectionBreak.overbreak);
      expect(Math.abs(sectionBreak.overbreak - onlyFirst.area)).toBeLessThan(1e-12);
      expect(Math.abs(sectionBreak.underbreak - onlySecond.area)).toBeLessThan(1e-12);
    }
  });

  it('of a design moved aside: one wall gains what the other loses, and the depth is the way', () => {
    const moved = designOutline(RECTANGLE).map((value, i) => value + (i % 2 === 0 ? 0.1 : 0));
    const sectionBreak = compare(RECTANGLE, moved);
    const by = new Map(sectionBreak.sectors.map((sector) => [sector.sector, sector]));
    expect(sectionBreak.overbreak).toBeCloseTo(0.3, 12);
    expect(sectionBreak.underbreak).toBeCloseTo(0.3, 12);
    expect(by.get('leftWall')!.overbreak).toBeGreaterThan(0.28);
    expect(by.get('rightWall')!.underbreak).toBeGreaterThan(0.28);
    expect(by.get('leftWall')!.underbreak).toBeCloseTo(0, 12);
    expect(by.get('crown')!.overbreak).toBeCloseTo(0, 12);
  });

  it('of a spike: its depth along the normal and its place', () => {
    // A roof 3 m over the floor, broken out to 3.7 m in its middle and hanging down to 2.5 m on the right.
    const profile = [-2, -1, 2, -1, 2, 2, 0.5, 2, 0, 2.7, -0.4, 2, -0.9, 2, -1.1, 1.6, -1.3, 2, -2, 2];
    const sectionBreak = compare(RECTANGLE, profile);
    expect(sectionBreak.overbreak).toBeCloseTo((0.9 * 0.7) / 2, 12);
    expect(sectionBreak.underbreak).toBeCloseTo((0.4 * 0.4) / 2, 12);
    const crown = sectionBreak.sectors[SECTORS.indexOf('crown')];
    const shoulder = sectionBreak.sectors[SECTORS.indexOf('rightShoulder')];
    expect(crown.deepestOver).toMatchObject({ left: 0, up: 2.7, chainage: 5, measured: true });
    expect(crown.deepestOver!.depth).toBeCloseTo(0.7, 12);
    expect(shoulder.deepestUnder!.depth).toBeCloseTo(0.4, 12);
    expect(crown.deepestUnder).toBeNull();
  });

  it.each<[string, number[]]>([
    ['wholly inside', [-1, 0, 1, 0, 1, 1, -1, 1]],
    ['wholly outside of a wall', [3, 0, 4, 0, 4, 1, 3, 1]],
    ['the design itself', [...designOutline(RECTANGLE)]],
    ['the design with vertices along its sides', [-2, -1, 0, -1, 2, -1, 2, 0.5, 2, 2, 0, 2, -2, 2, -2, 0]],
    ['a vertex given twice', [-2, -1, 2, -1, 2, -1, 2.3, 2, -2, 2]],
    ['a spike without width', [-2, -1, 2, -1, 2, 1, 3, 1, 2, 1, 2, 2, -2, 2]],
    ['touching in a corner', [2, 2, 3, 2, 3, 3]],
    [
      'a star through every side',
      [0, -3, 0.8, -0.4, 3.5, 0.5, 0.8, 1.4, 0, 4, -0.8, 1.4, -3.5, 0.5, -0.8, -0.4],
    ],
  ])('agree with a count of places: %s', (_, profile) => {
    const sectionBreak = compare(RECTANGLE, profile);
    const { sectors } = designLines(RECTANGLE, wholeAxis(RECTANGLE));
    const outline = designOutline(RECTANGLE);
    const counted = new Map(SECTORS.map((sector) => [sector, { over: 0, under: 0 }]));
    const step = 0.02;
    // Places off the lines of the figures, which lie on tenths.
    for (let x = -4 + step / 2 + 1e-4; x < 5; x += step)
      for (let y = -4 + step / 2 + 1e-4; y < 5; y += step) {
        const isDug = designDistance(Float64Array.from(profile), x, y) < 0;
        const isDesigned = designDistance(outline, x, y) < 0;
        if (isDug === isDesigned) continue;
        counted.get(sectorAt(sectors, x, y))![isDug ? 'over' : 'under'] += step * step;
      }
    for (const { sector, overbreak, underbreak } of sectionBreak.sectors) {
      expect(Math.abs(overbreak - counted.get(sector)!.over), `over ${sector}`).toBeLessThan(0.02);
      expect(Math.abs(underbreak - counted.get(sector)!.under), `under ${sector}`).toBeLessThan(0.02);
    }
  });

  it('split the overbreak at the pay line and tell what lies beyond the tolerance', () => {
    const moved = offsetOutline(RECTANGLE, 0.3, 0.3);
    const sectionBreak = compare(RECTANGLE, moved, {
      offsets: { pay: 0.2, clearance: null, shotcrete: null },
      tolerance: { over: 0.1, under: 0.05 },
    });
    // Dug 4.6 x 3.6; paid up to 4.4 x 3.2, the floor as it is; let pass up to 4.2 x 3.2.
    expect(sectionBreak.overbreak).toBeCloseTo(4.6 * 3.6 - 12, 10);
    expect(sectionBreak.unpaid).toBeCloseTo(4.6 * 3.6 - 4.4 * 3.2, 10);
    expect(sectionBreak.paid! + sectionBreak.unpaid!).toBeCloseTo(sectionBreak.overbreak, 12);
    expect(sectionBreak.overBeyond).toBeCloseTo(4.6 * 3.6 - 4.2 * 3.2, 10);
    expect(sectionBreak.underBeyond).toBeCloseTo(0, 12);
    const narrow = compare(RECTANGLE, offsetOutline(RECTANGLE, -0.15, -0.15), {
      tolerance: { over: null, under: 0.05 },
    });
    expect(narrow.underbreak).toBeCloseTo(12 - 3.7 * 2.7, 10);
    expect(narrow.underBeyond).toBeCloseTo(3.9 * 2.9 - 3.7 * 2.7, 10);
    expect(narrow.overBeyond).toBeNull();
    expect(narrow.paid).toBeNull();
  });

  it('are measured from the line of excavation where shotcrete comes onto it', () => {
    const shotcrete = { thickness: 0.1, side: 'outward' } as const;
    const dug = offsetOutline(RECTANGLE, 0.1);
    const sectionBreak = compare(RECTANGLE, dug, { offsets: { pay: null, clearance: null, shotcrete } });
    expect(sectionBreak.overbreak).toBeCloseTo(0, 12);
    expect(sectionBreak.underbreak).toBeCloseTo(0, 12);
    const lines = designLines(RECTANGLE, {
      offsets: { pay: 0.2, clearance: 0.3, shotcrete: { thickness: 0.1, side: 'inward' } },
      tolerance: { over: null, under: null },
    });
    const areas = [lines.excavation, lines.finished!, lines.pay!, lines.clearance!].map(
      (line) => measurePolygon(line).area,
    );
    [12, 3.8 * 2.9, 4.4 * 3.2, 3.2 * 2.6].forEach((area, i) => {
      expect(areas[i]).toBeCloseTo(area, 12);
    });
  });

  it('leave a recess out where the profile tells the outline of the drive alone', () => {
    const design = designOutline(RECTANGLE);
    const niche = [-2, -1, 2, -1, 2, 0, 4, 0, 4, 1, 2, 1, 2, 2, -2, 2];
    const profile = {
      ...madeProfile({ outline: niche, chainage: 5 }),
      driveOutline: design,
      measured: new Uint8Array(4).fill(1),
    };
    const comparer = new SectionComparer('', designLines(RECTANGLE, wholeAxis(RECTANGLE)));
    expect(comparer.compare(profile).section.overbreak).toBeCloseTo(0, 12);
  });
});

describe('breaks of a drive', () => {
  const everyMetre = (outlineAt: (s: number) => ArrayLike<number>, to = 10): Profile[] =>
    Array.from({ length: to + 1 }, (_, s) => madeProfile({ outline: outlineAt(s), chainage: s }));

  it('that widens evenly: by average end areas what a taper has', () => {
    // Walls 0 to 0.5 m out.
    const profiles = everyMetre((s) => [
      -2 - 0.05 * s,
      -1,
      2 + 0.05 * s,
      -1,
      2 + 0.05 * s,
      2,
      -2 - 0.05 * s,
      2,
    ]);
    const volumes = contouredBreaksOf(profiles, wholeAxis(RECTANGLE), 0, 10, STRAIGHT).volumes;
    expect(volumes.overbreak).toBeCloseTo((10 * 0.5 * 2 * 3) / 2, 10);
    expect(volumes.underbreak).toBeCloseTo(0, 12);
    expect(volumes.design).toBeCloseTo(120, 12);
    const [left, right] = ['leftWall', 'rightWall'].map(
      (name) => volumes.sectors.find(({ sector }) => sector === name)!,
    );
    expect(left.overbreak).toBeCloseTo(right.overbreak, 12);
    expect(left.deepestOver).toMatchObject({ chainage: 10 });
    expect(left.deepestOver!.depth).toBeCloseTo(0.5, 12);
    expect(volumes.sectors.reduce((sum, { overbreak }) => sum + overbreak, 0)).toBeCloseTo(
      volumes.overbreak,
      12,
    );
  });

  it('count the longer way of what breaks out on the outside of a bend', () => {
    const turn = (from: number, to: number) => ({ length: to - from, turnLeft: (to - from) / 25, turnUp: 0 });
    const profiles = everyMetre(() => [-2.3, -1, 2, -1, 2, 2, -2.3, 2]);
    const { overbreak } = contouredBreaksOf(profiles, wholeAxis(RECTANGLE), 0, 10, turn).volumes;
    expect(overbreak).toBeCloseTo(10 * 0.3 * 3 * (1 + 2.15 / 25), 10);
  });

  it('hold each stretch to its own section, and tell apart where nothing is designed', () => {
    const small = { ...RECTANGLE, width: 3 } as const;
    const programme: DesignProgramme = {
      ...wholeAxis(RECTANGLE),
      stretches: [
        { name: 'wide', from: 2, to: 4.25, section: RECTANGLE },
        { name: 'small', from: 4.25, to: 7, section: small },
      ],
    };
    const profiles = everyMetre(() => designOutline(RECTANGLE));
    const volumes = contouredBreaksOf(profiles, programme, 0, 10, STRAIGHT).volumes;
    expect(volumes.stretches.map(({ name, from, to }) => [name, from, to])).toEqual([
      ['wide', 2, 4.25],
      ['small', 4.25, 7],
    ]);
    expect(volumes.design).toBeCloseTo(2.25 * 12 + 2.75 * 9, 12);
    expect(volumes.overbreak).toBeCloseTo(2.75 * 3, 12);
    expect(volumes.stretches[0].overbreak).toBeCloseTo(0, 12);
    expect(volumes.undesigned).toEqual([
      { from: 0, to: 2 },
      { from: 7, to: 10 },
    ]);
    expect(volumes.sections.map(({ chainage, design }) => [chainage, design])).toEqual([
      [2, 'wide'],
      [3, 'wide'],
      [4, 'wide'],
      [5, 'small'],
      [6, 'small'],
      [7, 'small'],
    ]);
    expect(() => contouredBreaksOf(profiles, programme, 8, 10, STRAIGHT).volumes).toThrow(
      'No stretch of the design lies between',
    );
  });
});
