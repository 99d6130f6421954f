import { describe, expect, it } from 'vitest';
import { measurePolygon } from '../../src-core/math/polygon.ts';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { wholeAxis } from '../../src-core/model/design.ts';
import { NO_RELIABILITY, type ReliabilityProfile } from '../../src-core/model/reliability.ts';
import type { Volume } from '../../src-core/model/tunnel.ts';
import {
  type BreakContour,
  breakSurfaces,
  changeOfBreaks,
} from '../../src-core/tunnel/design/break-contour.ts';
import { contouredBreaksOf } from '../../src-core/tunnel/design/breaks.ts';
import { designOutline } from '../../src-core/tunnel/design/design.ts';
import { breaksUncertainty } from '../../src-core/tunnel/uncertainty/breaks-uncertainty.ts';
import { madeProfile } from './simple-profile.ts';

const SEED = 83;
const DESIGN = { shape: 'rectangle', width: 4.5, height: 4.2, axisHeight: 1.7 } as const;
const STRAIGHT = (from: number, to: number) => ({ length: to - from, turnLeft: 0, turnUp: 0 });
const CHAINAGES = [0, 1, 2];
const LENGTH = 2;

type Outline = readonly (readonly [number, number])[];

/** The design's contour, resampled, with relief of 8 cm in waves of half a metre to two metres and 3 cm of overbreak. */
function rough(random: Random): Outline {
  const design = designOutline(DESIGN);
  const girth = measurePolygon(design).perimeter;
  const waves = Array.from({ length: 12 }, (_, k) => ({
    k: 8 + 2 * k,
    size: 0.03 * random.normal(),
    phase: 6.3 * random.uniform(),
  }));
  const places: [number, number][] = [];
  const n = design.length / 2;
  for (let i = 0, way = 0; i < n; i++) {
    const [x0, y0, x1, y1] = [
      design[2 * i],
      design[2 * i + 1],
      design[2 * ((i + 1) % n)],
      design[2 * ((i + 1) % n) + 1],
    ];
    const side = Math.hypot(x1 - x0, y1 - y0);
    const steps = Math.max(1, Math.round(side / 0.1));
    for (let s = 0; s < steps; s++) {
      const at = (way + (s / steps) * side) / girth;
      const relief = waves.reduce(
        (sum, { k, size, phase }) => sum + size * Math.sin(2 * Math.PI * k * at + phase),
        0.03,
      );
      places.push([
        x0 + (s / steps) * (x1 - x0) + (relief * (y1 - y0)) / side,
        y0 + (s / steps) * (y1 - y0) - (relief * (x1 - x0)) / side,
      ]);
    }
    way += side;
  }
  return places;
}

/** Moved as a whole, and outward along its own normals. */
function moved(outline: Outline, left: number, up: number, outward: number): number[] {
  const n = outline.length;
  return outline.flatMap(([x, y], i) => {
    const [a, b] = [outline[(i + n - 1) % n], outline[(i + 1) % n]];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const size = Math.hypot(dx, dy);
    return [x + left + (outward * dy) / size, y + up - (outward * dx) / size];
  });
}

function breaksAlong(outlines: readonly ArrayLike<number>[]) {
  const profiles = outlines.map((outline, i) => madeProfile({ outline, chainage: CHAINAGES[i] }));
  return contouredBreaksOf(profiles, wholeAxis(DESIGN), 0, LENGTH, STRAIGHT);
}

const sum = (parts: readonly { readonly over: number; readonly under: number }[]) => ({
  over: parts.reduce((total, { over }) => total + over, 0),
  under: parts.reduce((total, { under }) => total + under, 0),
});
const surfaceOf = (contours: readonly BreakContour[]): number => {
  const { over, under } = sum(breakSurfaces(contours));
  return over + under;
};

const axis = (source: Axis['source']): Axis => ({
  kind: 'slope',
  source,
  chainage: Float64Array.of(0, LENGTH),
  xyz: Float64Array.of(0, 0, 0, LENGTH, 0, 0),
});

const strip = (left: number, up: number): ReliabilityProfile => ({
  ...NO_RELIABILITY,
  edges: Float64Array.of(0, LENGTH),
  heldBy: new Uint8Array(1),
  position: Float64Array.of(0, left, up),
  lengthVariance: new Float64Array(1),
});

const volume = (uncertainty: Volume['uncertainty']): Volume => {
  const stated = { value: 90, plusMinus: 1, confidence: 0.95 };
  return {
    ...{ chainageFrom: 0, chainageTo: LENGTH, length: LENGTH, sections: 'normal' as const },
    ...{
      volume: stated,
      drive: stated,
      halves: [],
      perMetre: stated,
      statedFirst: 'total' as const,
      recesses: [],
      objects: [],
      corrections: [],
      uncertainty,
      measuredShare: 1,
      warnings: [],
    },
    methods: { integral: 90, endArea: 90, prismoidal: 90, solid: 90 },
  };
};

describe(`the contours of over- and underbreak (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const outlines = CHAINAGES.map(() => rough(random));
  const { volumes, contours } = breaksAlong(outlines.map((outline) => moved(outline, 0, 0, 0)));

  it.each([
    [0.0001, 0],
    [0.03, 0],
    [0, -0.03],
    [-0.05, 0.05],
  ])('tell what both change by where the wall is shifted by %d m to the left and %d m up', (left, up) => {
    const reported = sum(changeOfBreaks(contours, () => ({ left, up })));
    const shifted = breaksAlong(outlines.map((outline) => moved(outline, left, up, 0))).volumes;
    // Of the wall times the shift: what is lost is the bend of the contour within a vertex.
    const scale = 0.01 * surfaceOf(contours) * Math.hypot(left, up);
    expect(Math.abs(reported.over - (shifted.overbreak - volumes.overbreak))).toBeLessThan(scale);
    expect(Math.abs(reported.under - (shifted.underbreak - volumes.underbreak))).toBeLessThan(scale);
  });

  it('have the surface of the wall, and stand for the way that their profiles do', () => {
    expect(contours.map(({ length }) => length)).toEqual([0.5, 1, 0.5]);
    const girths = outlines.map((outline) => measurePolygon(moved(outline, 0, 0, 0)).perimeter);
    expect(surfaceOf(contours)).toBeCloseTo(girths[0] / 2 + girths[1] + girths[2] / 2, 9);
  });
});

describe(`the ± of over- and underbreak (seed ${SEED})`, () => {
  const TRIALS = 100;

  it.each([
    ['lie aside of the design and too high or too low', [0.02, 0.03, 0]],
    ['are all too wide or too narrow', [0, 0, 0.006]],
    ['are both', [0.02, 0.03, 0.006]],
  ] as const)('covers the truth in 90 % or more of drives that %s', (_, [across, high, bias]) => {
    const random = seededRandom(SEED);
    const covered = { over: 0, under: 0, floor: 0 };
    for (let trial = 0; trial < TRIALS; trial++) {
      const outlines = CHAINAGES.map(() => rough(random));
      const truth = breaksAlong(outlines.map((outline) => moved(outline, 0, 0, 0))).volumes;
      const [left, up] = [across * random.normal(), high * random.normal()];
      const outward = bias * (2 * random.uniform() - 1);
      const breaks = breaksAlong(outlines.map((outline) => moved(outline, left, up, outward)));
      const ofBias = {
        source: 'range-bias',
        sigma: (bias * surfaceOf(breaks.contours)) / Math.sqrt(3),
      } as const;
      const { volumes, contours } = breaks;
      const reported = breaksUncertainty(
        volumes,
        contours,
        volume([ofBias]),
        axis('given'),
        strip(across, high),
      );
      if (Math.abs(volumes.overbreak - truth.overbreak) <= reported.overbreak) covered.over++;
      if (Math.abs(volumes.underbreak - truth.underbreak) <= reported.underbreak) covered.under++;
      const floor = volumes.sectors[0].underbreak - truth.sectors[0].underbreak;
      if (Math.abs(floor) <= reported.sectors[0].underbreak) covered.floor++;
    }
    for (const [what, count] of Object.entries(covered))
      expect(count / TRIALS, what).toBeGreaterThanOrEqual(0.9);
  });

  const random = seededRandom(SEED);
  const { volumes, contours } = breaksAlong(CHAINAGES.map(() => moved(rough(random), 0, 0, 0)));
  const answer = (uncertainty: Volume['uncertainty'], source: Axis['source']) =>
    breaksUncertainty(volumes, contours, volume(uncertainty), axis(source), strip(0.02, 0.03));

  it('is about what the floor moves where the map stands too high', () => {
    const [floor] = answer([], 'given').sectors;
    // Half of the floor lies over the design and half below it: each loses or gains that half.
    const half = 1.96 * 0.03 * (4.5 / 2) * LENGTH;
    expect(floor.overbreak + floor.underbreak).toBeGreaterThan(1.6 * half);
    expect(floor.overbreak + floor.underbreak).toBeLessThan(2.4 * half);
  });

  it('has no place against a design that goes along with the axis of the map', () => {
    expect(answer([], 'trajectory')).toMatchObject({ overbreak: 0, underbreak: 0 });
  });

  it('shares the doubt of the wall between over- and underbreak, and a wrong length in proportion', () => {
    const wall = answer([{ source: 'filled-wall', sigma: 0.5 }], 'map');
    expect(Math.hypot(wall.overbreak, wall.underbreak)).toBeCloseTo(1.96 * 0.5, 2);
    const along = answer([{ source: 'registration-along', sigma: 0.9 }], 'map');
    expect(along.overbreak).toBeCloseTo(1.96 * 0.01 * volumes.overbreak, 5);
    // What all of the wall shares adds up over its parts, and so does a bound.
    const common = answer([{ source: 'beam-offsets', sigma: 0.5 }], 'map');
    expect(common.overbreak + common.underbreak).toBeCloseTo(1.96 * 0.5, 4);
    const bounded = answer([{ source: 'range-bias', sigma: 0.5 }], 'map');
    expect(bounded.overbreak + bounded.underbreak).toBeCloseTo(0.95 * Math.sqrt(3) * 0.5, 4);
  });
});
