import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { cellAreas, markedEdges } from '../../src-core/report/figures/cell-areas.ts';
import { clearanceFigure } from '../../src-core/report/figures/clearance.ts';
import { clearanceSectionFigure } from '../../src-core/report/figures/clearance-section.ts';
import { floorSectionFigure } from '../../src-core/report/figures/floor-section.ts';
import {
  classOf,
  divergingClasses,
  divergingStep,
  risingClasses,
} from '../../src-core/report/figures/map-classes.ts';
import { rasterise, valueRaster } from '../../src-core/report/figures/rasterise.ts';
import { unrolledMapFigure, unrolledStrips } from '../../src-core/report/figures/unrolled-map.ts';
import { textsOf } from '../../src-core/report/texts/texts.ts';
import { wallMapTexts } from '../../src-core/report/texts/wall-map.ts';
import { referenceOutline } from '../../src-core/tunnel/design/unrolled-layers.ts';
import { clearanceStudy } from '../../src-core/tunnel/sections/clearance.ts';
import { floorGrade } from '../../src-core/tunnel/sections/grade.ts';
import { unrolledLayer, unrollWall } from '../../src-core/tunnel/sections/unroll.ts';
import { radiusResiduals } from '../../src-core/tunnel/sections/wall-layers.ts';
import { FILLED, MEASURED } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import { madeWall } from '../tunnel/simple-wall.ts';
import { axisAlong, bend } from '../tunnel/solids.ts';
import { markupFaults } from './markup.ts';

/** A bend with filled rock, a gap and a niche. */
const WALL = madeWall({
  axis: axisAlong(bend(40), 0, 50, 0.5),
  radius: (s, a) =>
    s > 30 && s < 31
      ? 0
      : 2.2 + 0.1 * Math.sin(2 * s + 3 * a) + (s > 12 && s < 14 && Math.abs(a) < 0.5 ? 2 : 0),
  state: (s, a) => (s > 5 && s < 9 && Math.abs(a + Math.PI / 2) < 0.5 ? FILLED : MEASURED),
});
const OUTLINE = referenceOutline(WALL.profiles(0.5));
const UNROLLED = unrollWall(WALL, OUTLINE, 0, 50);
const VALUES = unrolledLayer(UNROLLED, radiusResiduals(WALL, OUTLINE));

/** Linear maps from RGB to what is seen (Machado, Oliveira and Fernandes 2009, full severity). */
const SIGHTS: readonly [string, readonly (readonly number[])[]][] = [
  [
    'full colour vision',
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  ],
  [
    'protanopia',
    [
      [0.152286, 1.052583, -0.204868],
      [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
  ],
  [
    'deuteranopia',
    [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
  ],
];

const rgb = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

describe('classes of a map', () => {
  it('hold each value once, about 0 alike on both sides', () => {
    const classes = divergingClasses(0.1, 3);
    expect(classes.colours).toHaveLength(7);
    expect([-9, -0.24, -0.2, 0, 0.049, 0.05, 0.16, 9].map((value) => classOf(classes, value))).toEqual([
      0, 1, 1, 3, 3, 4, 5, 6,
    ]);
    expect(classOf(classes, Number.NaN)).toBe(-1);
    expect(risingClasses(0, 80).ends).toEqual([10, 20, 30, 40, 50, 60, 70]);
  });

  it('are ever lighter from low to high, so that a grey printer keeps their order', () => {
    const grey = (colour: string): number =>
      [0.2126, 0.7152, 0.0722].reduce((sum, weight, k) => sum + weight * rgb(colour)[k], 0);
    const greys = risingClasses(0, 80).colours.map(grey);
    for (let i = 1; i < greys.length; i++) expect(greys[i]).toBeGreaterThan(greys[i - 1] + 4);
  });

  it.each(SIGHTS)(
    'wear the stronger a colour the farther from zero, on sides that differ: %s',
    (_, sight) => {
      const seen = (colour: string): number[] =>
        sight.map((row) => row.reduce((sum, weight, k) => sum + weight * rgb(colour)[k], 0));
      const apart = (a: string, b: string): number =>
        Math.hypot(...seen(a).map((value, k) => value - seen(b)[k]));
      for (const perSide of [2, 3, 4, 5]) {
        const { colours } = divergingClasses(0.1, perSide);
        const zero = colours[perSide];
        for (let away = 1; away <= perSide; away++) {
          for (const side of [-1, 1])
            expect(apart(colours[perSide + side * away], zero)).toBeGreaterThan(
              apart(colours[perSide + side * (away - 1)], zero) + 10,
            );
          expect(apart(colours[perSide - away], colours[perSide + away])).toBeGreaterThan(50);
        }
      }
    },
  );

  it('are as wide as the values ask for', () => {
    expect(divergingStep(Float32Array.of(0.01, -0.39, Number.NaN, 0.2))).toBe(0.1);
    expect(divergingStep(new Float32Array(3).fill(Number.NaN))).toBe(0.001);
  });
});

describe('cells as areas (seed 51)', () => {
  it('cover every cell with its own class, once', () => {
    const random = seededRandom(51);
    for (let round = 0; round < 50; round++) {
      const [columns, rows] = [1 + random.below(30), 1 + random.below(20)];
      const classes = Int8Array.from({ length: columns * rows }, () => random.below(4) - 1);
      const drawn = new Int8Array(columns * rows).fill(-1);
      for (const [result, d] of cellAreas(classes, columns, rows))
        for (const [, x, y, w, h] of d.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-\d+z/g))
          for (let row = Number(y); row < Number(y) + Number(h); row++)
            for (let column = Number(x); column < Number(x) + Number(w); column++) {
              expect(drawn[row * columns + column]).toBe(-1);
              drawn[row * columns + column] = result;
            }
      expect(drawn).toEqual(classes);
    }
  });

  it('edges of what is marked are as long as it has sides towards what is not', () => {
    const random = seededRandom(52);
    const [columns, rows] = [23, 17];
    const marked = Uint8Array.from({ length: columns * rows }, () => random.below(2));
    const at = (row: number, column: number): number =>
      row < 0 || row >= rows || column < 0 || column >= columns ? 0 : marked[row * columns + column];
    let sides = 0;
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        if (at(row, column) === 1)
          for (const [dr, dc] of [
            [0, 1],
            [0, -1],
            [1, 0],
            [-1, 0],
          ])
            if (at(row + dr, column + dc) === 0) sides++;
    const length = [...markedEdges(marked, columns, rows).matchAll(/[hv](\d+)/g)].reduce(
      (sum, [, way]) => sum + Number(way),
      0,
    );
    expect(length).toBe(sides);
  });
});

describe('the unrolled wall as a picture', () => {
  it('lies where its chainage and girth are, clear where nothing was measured', () => {
    const classes = divergingClasses(0.05);
    const raster = rasterise(UNROLLED, VALUES, classes);
    expect(raster).toMatchObject({
      columns: 500,
      rows: UNROLLED.rows,
      cell: 0.1,
      left: 0,
      top: UNROLLED.girthTop,
    });
    for (let i = 0; i < VALUES.length; i += 37) {
      const opacity = raster.rgba[4 * i + 3];
      expect(opacity === 0).toBe(Number.isNaN(VALUES[i]));
      if (opacity === 0) continue;
      expect(opacity === 255).toBe(UNROLLED.state[i] === MEASURED);
      const colour = [0, 1, 2].map((k) => raster.rgba[4 * i + k].toString(16).padStart(2, '0')).join('');
      expect(`#${colour}`).toBe(classes.colours[classOf(classes, VALUES[i])]);
    }
    expect(valueRaster(UNROLLED, VALUES, 'distance', 'm')).toMatchObject({ kind: 'value', values: VALUES });
  });

  it('is cut into strips that fit the paper and leave nothing out', () => {
    const strips = unrolledStrips(UNROLLED, 100, 180);
    expect(strips.length).toBe(4);
    expect([strips[0].from, strips.at(-1)!.to]).toEqual([0, 50]);
    strips.slice(1).forEach(({ from }, i) => {
      expect(from).toBe(strips[i].to);
    });
    expect(unrolledStrips(UNROLLED, 500, 180)).toHaveLength(1);
  });
});

describe.each(['es', 'en'] as const)('drawings of wall, floor and clearance, %s', (language) => {
  const texts = textsOf(language);
  const words = wallMapTexts(language);
  const vehicle = { width: 1.6, height: 2, groundClearance: 0.3, length: 7, wheelbase: null };
  const study = clearanceStudy(WALL, 0, 50, 0.5, vehicle, 'middle');
  const profiles = WALL.profiles(0.5);
  const design = { kind: 'gradients', startElevation: -2, runs: [{ from: 0, to: 50, percent: 0 }] } as const;
  const grade = floorGrade(profiles, design, 'slope');
  const [stretch] = unrolledStrips(UNROLLED, 250, 180);
  const profile = profiles[20];
  const station = study.stations.find(({ chainage }) => chainage === profile.chainage)!;
  const drawings = {
    'unrolled map': unrolledMapFigure(
      {
        unrolled: UNROLLED,
        values: VALUES,
        classes: divergingClasses(0.05),
        layer: words.layer.residual,
        stretch,
        scale: 250,
        texts,
        words,
      },
      180,
    ),
    floor: floorSectionFigure({ grade, words }, 180),
    clearance: clearanceFigure({ study, words }, 180),
    'vehicle in a section': clearanceSectionFigure({ profile, station, study, texts, words }, 100),
  };

  it.each(Object.entries(drawings))(
    '%s: well-formed, no number missing, all letters on the paper',
    (_, svg) => {
      expect(markupFaults(svg)).toEqual([]);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|null/);
      const [, width, height] = svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/)!.map(Number);
      const boxes = lettering(svg);
      expect(boxes.length).toBeGreaterThan(3);
      for (const { left, right, top, bottom, text } of boxes) {
        expect(left, text).toBeGreaterThanOrEqual(-0.2);
        expect(right, text).toBeLessThanOrEqual(width + 0.2);
        expect(top, text).toBeGreaterThanOrEqual(-0.2);
        expect(bottom, text).toBeLessThanOrEqual(height + 0.2);
      }
      for (let i = 0; i < boxes.length; i++)
        for (let j = i + 1; j < boxes.length; j++) {
          const [a, b] = [boxes[i], boxes[j]];
          const overlap =
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.1 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.1;
          expect(overlap, `${a.text} over ${b.text}`).toBe(false);
        }
    },
  );

  it('the map shows what was filled in, what is open, and the niche', () => {
    for (const word of [words.filled, words.recess, words.sector.crown, words.layer.residual])
      expect(drawings['unrolled map']).toContain(word);
    expect(drawings.clearance).toContain(words.unseen);
    expect(drawings.clearance).toContain(words.unknown);
    expect(drawings.floor).toContain(words.floorFilled);
  });
});

/** Boxes of the letters of a drawing, mm, by the usual width of a letter; turned ones a quarter to the left. */
function lettering(
  svg: string,
): { left: number; right: number; top: number; bottom: number; text: string }[] {
  return [...svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].map(([, attributes, text]) => {
    const number = (name: string): number => Number(attributes.match(new RegExp(`${name}="([-\\d.]+)"`))![1]);
    const [x, y, size] = [number(' ?x'), number(' y'), number('font-size')];
    const length = 0.5 * size * text.replace(/&#\d+;/g, '.').length;
    const before = attributes.includes('"middle"') ? length / 2 : attributes.includes('"end"') ? length : 0;
    return attributes.includes('rotate(-90')
      ? { left: x - 0.8 * size, right: x + 0.2 * size, top: y - length + before, bottom: y + before, text }
      : { left: x - before, right: x - before + length, top: y - 0.8 * size, bottom: y + 0.2 * size, text };
  });
}
