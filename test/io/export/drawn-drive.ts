import { measurePolygon } from '../../../src-core/math/polygon.ts';
import { polygonOverlap } from '../../../src-core/math/polygon-overlap.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import type { Axis } from '../../../src-core/model/axis.ts';
import type { SectionBreak } from '../../../src-core/model/breaks.ts';
import type { Profile } from '../../../src-core/model/tunnel.ts';
import type { DrawingSection, DrawnDrive } from '../../../src-core/report/drawing/drawn-drive.ts';
import { AxisGeometry } from '../../../src-core/tunnel/axis/axis-geometry.ts';

/** Where a mine of the central Andes lies: eastings of 6 digits, northings of 7, metres. */
const CORNER = [350_123.456, 9_123_456.789, 4321.5] as const;
const RADIUS = 25;
const GRADE = -1 / 8;

/** A baúl of 4 x 4 m about an axis 1.5 m above its floor. */
const DESIGN = Float64Array.from([
  ...[2, -1.5, 2, 0.5],
  ...Array.from({ length: 39 }, (_, i) => (Math.PI * (i + 1)) / 40).flatMap((angle) => [
    2 * Math.cos(angle),
    0.5 + 2 * Math.sin(angle),
  ]),
  ...[-2, 0.5, -2, -1.5],
]);

/** Sections every metre of a drive down a 1:8 ramp round a bend, with rough walls and a shadow on the floor's left. */
export function drawnDrive(seed: number, sections = 12): DrawnDrive {
  const random = seededRandom(seed);
  const axis = ramp(sections + 3);
  const geometry = new AxisGeometry(axis);
  return {
    name: 'Rampa "Ñaña" & 1',
    axis,
    sections: Array.from({ length: sections }, (_, i) => section(geometry, 101 + i, random.uniform)),
    recesses: [
      {
        name: 'N1',
        kind: 'niche',
        side: 'left',
        from: 104,
        to: 106,
        depth: 1.2,
        openingWidth: 2,
        openingHeight: 2,
        openingArea: 4,
        volume: { value: 4.8, plusMinus: 0.2, confidence: 0.95 },
        goesOn: false,
      },
    ],
    language: 'es',
    surveyedAt: null,
  };
}

function ramp(length: number): Axis {
  const n = 2 * length + 1;
  const chainage = new Float64Array(n);
  const xyz = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) {
    const plan = i / 2;
    chainage[i] = 100 + plan * Math.hypot(1, GRADE);
    xyz.set(
      [
        CORNER[0] + RADIUS * Math.sin(plan / RADIUS),
        CORNER[1] + RADIUS * (1 - Math.cos(plan / RADIUS)),
        CORNER[2] + GRADE * plan,
      ],
      3 * i,
    );
  }
  return { chainage, xyz, kind: 'slope', source: 'given' };
}

function section(geometry: AxisGeometry, chainage: number, random: () => number): DrawingSection {
  const { origin, left, up } = geometry.frameAt(chainage);
  const [a, b] = [random(), random()];
  const outline = Float64Array.from({ length: 2 * 60 }, (_, k) => {
    const angle = (2 * Math.PI * (k >> 1)) / 60;
    const reach = 2.15 + 0.12 * Math.sin(3 * angle + 6 * a) + 0.2 * Math.sin(2 * angle + 6 * b);
    return k % 2 === 0 ? reach * Math.cos(angle) : reach * Math.sin(angle) + 0.3;
  });
  const measured = Uint8Array.from({ length: 60 }, (_, i) => (i >= 50 && i < 55 ? 0 : 1));
  const { area, momentX, momentY, perimeter } = measurePolygon(outline);
  const profile: Profile = {
    chainage,
    origin,
    left,
    up,
    outline,
    measured,
    area,
    perimeter,
    measuredShare: 55 / 60,
    centroid: [momentX / area, momentY / area],
    support: 600,
  };
  const { onlyFirst, onlySecond } = polygonOverlap(outline, DESIGN);
  const breaks: SectionBreak = {
    chainage,
    design: 'D',
    designArea: measurePolygon(DESIGN).area,
    overbreak: onlyFirst.area,
    underbreak: onlySecond.area,
    paid: null,
    unpaid: null,
    overBeyond: null,
    underBeyond: null,
    sectors: [],
  };
  return { profile, design: DESIGN, payLine: DESIGN.map((value) => 1.05 * value), breaks };
}
