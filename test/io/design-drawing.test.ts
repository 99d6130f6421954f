import { describe, expect, it } from 'vitest';
import { joinPolylines } from '../../src-core/io/cad/join-polylines.ts';
import { readDesignFile } from '../../src-core/io/cad/read-design-file.ts';
import { measurePolygon } from '../../src-core/math/polygon.ts';
import { polygonOverlap } from '../../src-core/math/polygon-overlap.ts';
import { formatMessage } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { designOutline } from '../../src-core/tunnel/design/design.ts';

const BAUL = { shape: 'baul', width: 4, height: 4, wallHeight: 2, axisHeight: 1.5 } as const;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** An ASCII DXF of group codes and values. */
function dxf(entities: readonly (readonly [number, string | number])[], insUnits = 6): Uint8Array {
  const pairs = [
    [0, 'SECTION'],
    [2, 'HEADER'],
    [9, '$INSUNITS'],
    [70, insUnits],
    [0, 'ENDSEC'],
    [0, 'SECTION'],
    [2, 'ENTITIES'],
    ...entities,
    [0, 'ENDSEC'],
    [0, 'EOF'],
  ];
  return bytes(pairs.map(([code, value]) => `${code}\n${value}`).join('\n'));
}

/** A closed LWPOLYLINE of (x, y, bulge). */
function outline(
  points: readonly (readonly number[])[],
  { layer = 'DESIGN', scale = 1, closed = 1 } = {},
): (readonly [number, string | number])[] {
  return [
    [0, 'LWPOLYLINE'],
    [8, layer],
    [90, points.length],
    [70, closed],
    ...points.flatMap(([x, y, bulge = 0]) => [
      [10, x * scale] as const,
      [20, y * scale] as const,
      [42, bulge] as const,
    ]),
  ];
}

/** Walls and floor of the baúl about its axis, as seen looking up-chainage, its arch a bulge of half a circle. */
const BAUL_DRAWN = [
  [-2, -1.5],
  [2, -1.5],
  [2, 0.5, 1],
  [-2, 0.5],
];

/** A Surpac string of (northing, easting, elevation). */
function str(points: readonly (readonly number[])[]): Uint8Array {
  const lines = [...points, points[0]].map((point) => `1, ${point.join(', ')},`);
  return bytes(
    `section,21-Nov-26,,\n0, 0, 0, 0, 0, 0, 0\n${lines.join('\n')}\n0, 0, 0, 0,\n0, 0, 0, 0, END\n`,
  );
}

function refusalOf(act: () => unknown): { code: string; message: string } {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(SocavonError);
    const { code, message } = error as SocavonError;
    return { code, message };
  }
  throw new Error('nothing was refused');
}

describe('sections from drawings', () => {
  it('a DXF with its arc as a bulge is the baúl that it draws', () => {
    const { design, notes } = readDesignFile(dxf(outline(BAUL_DRAWN)), 'seccion.dxf');
    const [{ section, from, to }] = design.stretches;
    expect([from, to]).toEqual([null, null]);
    const { onlyFirst, onlySecond } = polygonOverlap(designOutline(section), designOutline(BAUL));
    expect(onlyFirst.area + onlySecond.area).toBeLessThan(1e-3);
    expect(section.axisHeight).toBeCloseTo(1.5, 12);
    expect(formatMessage(notes.at(-1)!, 'en')).toContain('4.000 m wide and 4.000 m high');
  });

  it('of lines and arcs that were never joined is the same', () => {
    const line = (a: readonly number[], b: readonly number[]): (readonly [number, string | number])[] => [
      [0, 'LINE'],
      [8, '0'],
      [10, a[0]],
      [20, a[1]],
      [11, b[0]],
      [21, b[1]],
    ];
    const pieces = [
      ...line([-2, -1.5], [-2, 0.5]),
      ...line([2, -1.5], [-2, -1.5]),
      ...line([2, -1.5], [2, 0.5]),
      [0, 'ARC'],
      [8, '0'],
      [10, 0],
      [20, 0.5],
      [40, 2],
      [50, 0],
      [51, 180],
    ] as const;
    const { design } = readDesignFile(dxf([...pieces]), 'seccion.dxf');
    const area = measurePolygon(designOutline(design.stretches[0].section)).area;
    expect(area).toBeCloseTo(8 + 2 * Math.PI, 3);
  });

  it('stands the way it is seen: left on the left looking up-chainage, on the right looking down', () => {
    const leaning = [
      [-2, 0],
      [2, 0],
      [2, 3],
      [-1, 3],
    ];
    const lefts = (view: 'up-chainage' | 'down-chainage'): number[] => {
      const { design } = readDesignFile(dxf(outline(leaning)), 's.dxf', { view });
      const result = designOutline(design.stretches[0].section);
      return Array.from({ length: 4 }, (_, i) => [result[2 * i], result[2 * i + 1]])
        .filter(([, up]) => up === 3)
        .map(([left]) => left)
        .toSorted((a, b) => a - b);
    };
    // The wall that leans inwards is drawn on the left.
    expect(lefts('up-chainage')).toEqual([-2, 1]);
    expect(lefts('down-chainage')).toEqual([-1, 2]);
  });

  it('of a Surpac string: the coordinates that vary, or those that are named; the axis where it is said to stand', () => {
    const north = 9_001_447.5;
    const section = [
      [north, 352_116.4, 4213],
      [north, 352_120.4, 4213],
      [north, 352_120.4, 4216.5],
      [north, 352_116.4, 4216.5],
    ];
    const axisAt = [352_118.4, 4214] as const;
    const { design } = readDesignFile(str(section), 'perfil.str', { axisAt });
    const result = designOutline(design.stretches[0].section);
    expect(Math.max(...result.filter((_, i) => i % 2 === 0))).toBeCloseTo(2, 6);
    expect(Math.min(...result.filter((_, i) => i % 2 === 1))).toBeCloseTo(-1, 9);
    const tilted = section.map(([n, e, z], i) => [n + 0.1 * i, e, z]);
    const { code, message } = refusalOf(() => readDesignFile(str(tilted), 'perfil.str', { axisAt }));
    expect(code).toBe('design-choice');
    expect(message).toContain('say which two make the section');
    const named = readDesignFile(str(tilted), 'perfil.str', { axisAt, plane: 'easting-elevation' });
    expect(measurePolygon(designOutline(named.design.stretches[0].section)).area).toBeCloseTo(14, 6);
  });

  it('takes the layer that is named', () => {
    const small = BAUL_DRAWN.map(([x, y, bulge]) => [0.5 * x, 0.5 * y, bulge]);
    const drawing = dxf([...outline(BAUL_DRAWN, { layer: 'A' }), ...outline(small, { layer: 'B' })]);
    const { design } = readDesignFile(drawing, 's.dxf', { line: 'B' });
    expect(measurePolygon(designOutline(design.stretches[0].section)).area).toBeCloseTo(
      (8 + 2 * Math.PI) / 4,
      3,
    );
  });
});

describe('drawings that are no design', () => {
  const open = outline(BAUL_DRAWN, { closed: 0 });
  const bowTie = outline([
    [-2, -1],
    [2, 2],
    [2, -1],
    [-2, 2.5],
  ]);
  const line = outline([
    [-2, 0],
    [0, 0],
    [2, 0],
  ]);
  it.each<[string, Uint8Array, string, string]>([
    ['an open outline', dxf(open), 'design-unusable', 'is open: its ends lie 2.000 m apart'],
    [
      'one that crosses itself',
      dxf(bowTie),
      'design-unusable',
      'the side from point 1 crosses the side from point 3',
    ],
    ['one without area', dxf(line), 'design-choice', 'straight line'],
    [
      'two outlines',
      dxf([...outline(BAUL_DRAWN), ...outline(BAUL_DRAWN)]),
      'design-choice',
      '2 closed outlines',
    ],
    [
      'millimetres that are not declared',
      dxf(outline(BAUL_DRAWN, { scale: 1000 }), 0),
      'drawing-units',
      'mm',
    ],
    [
      'one far from its origin',
      dxf(outline(BAUL_DRAWN.map(([x, y, bulge]) => [x + 100, y, bulge]))),
      'design-choice',
      'say where the axis stands',
    ],
  ])('%s', (_, file, code, part) => {
    const refusal = refusalOf(() => readDesignFile(file, 'seccion.dxf'));
    expect(refusal.message).toContain(part);
    expect(refusal.message).toContain('seccion.dxf');
    expect(refusal.code).toBe(code);
  });

  it('a file of another kind, or a layer that is not there', () => {
    expect(refusalOf(() => readDesignFile(bytes(''), 'seccion.dwg')).message).toContain('.json, .dxf, .str');
    expect(refusalOf(() => readDesignFile(dxf(outline(BAUL_DRAWN)), 's.dxf', { line: 'X' })).code).toBe(
      'drawing-empty',
    );
  });
});

it('joins pieces end to end whichever way round they run, and leaves other names and closed ones alone', () => {
  const piece = (name: string, ...points: number[]) => ({
    name,
    line: 1,
    closed: false,
    points: Float64Array.from(points),
  });
  const square = { ...piece('a', 0, 0, 0, 1, 0, 0, 1, 1, 0), closed: true };
  const joined = joinPolylines([
    piece('a', 0, 0, 0, 1, 0, 0),
    piece('b', 1, 0, 0, 1, 1, 0),
    square,
    piece('a', 1, 1, 0, 1, 0, 0),
    piece('a', -1, 0, 0, 0, 0, 0),
  ]);
  expect(joined.map(({ name, closed, points }) => [name, closed, [...points]])).toEqual([
    ['a', false, [-1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0]],
    ['b', false, [1, 0, 0, 1, 1, 0]],
    ['a', true, [...square.points]],
  ]);
});
