import { describe, expect, it } from 'vitest';
import { DXF_READER_DEFAULTS, readDxf } from '../../src-core/io/cad/dxf/dxf-reader.ts';
import { readDxfFaces } from '../../src-core/io/cad/dxf-faces.ts';
import { readSolid } from '../../src-core/io/mesh/read-solid.ts';
import { enclosedVolume } from '../../src-core/math/closed-mesh.ts';
import { formatMessage } from '../../src-core/messages/message.ts';
import type { NamedPolyline } from '../../src-core/model/polyline.ts';
import { asBinary, asText, type Group, lengthOf, pointOf } from './drawings.ts';

/** Groups of an entity: its type, its layer, and others. */
const entity = (type: string, layer: string, ...groups: Group[]): Group[] => [
  [0, type],
  [8, layer],
  ...groups,
];
const line = (layer: string, a: readonly number[], b: readonly number[]): Group[] =>
  entity('LINE', layer, ...place(10, a), ...place(11, b));
const place = (code: number, values: readonly number[]): Group[] =>
  values.map((value, k) => [code + 10 * k, value] as const);
const insert = (block: string, layer: string, at: readonly number[], ...more: Group[]): Group[] =>
  entity('INSERT', layer, [2, block], ...place(10, at), ...more);
const block = (name: string, base: readonly number[], ...entities: Group[][]): Group[] => [
  ...entity('BLOCK', '0', [2, name], [70, 0], ...place(10, base)),
  ...entities.flat(),
  ...entity('ENDBLK', '0'),
];

/** The groups of a drawing in metres. */
function groups(blocks: readonly Group[][], entities: readonly Group[][]): Group[] {
  const section = (title: string, content: readonly Group[]): Group[] => [
    [0, 'SECTION'],
    [2, title],
    ...content,
    [0, 'ENDSEC'],
  ];
  return [
    ...section('HEADER', [
      [9, '$INSUNITS'],
      [70, 6],
    ]),
    ...section('BLOCKS', blocks.flat()),
    ...section('ENTITIES', entities.flat()),
    [0, 'EOF'],
  ];
}

const drawn = (blocks: readonly Group[][], entities: readonly Group[][], layers: string[] | null = null) =>
  readDxf(asText(groups(blocks, entities)), 'b.dxf', { ...DXF_READER_DEFAULTS, layers });
const ends = (polyline: NamedPolyline): number[][] =>
  [0, polyline.points.length / 3 - 1].map((i) =>
    pointOf(polyline, i).map((value) => Math.round(value * 1e9) / 1e9 + 0),
  );

describe('blocks of a DXF', () => {
  const arrow = block('Arrow', [1, 0, 0], line('0', [1, 0, 0], [3, 1, 5]));

  it.each<[string, Group[], number[][]]>([
    [
      'at its point',
      [],
      [
        [10, 20, 30],
        [12, 21, 35],
      ],
    ],
    [
      'turned',
      [[50, 90]],
      [
        [10, 20, 30],
        [9, 22, 35],
      ],
    ],
    [
      'scaled by its axes',
      [
        [41, 2],
        [42, 3],
        [43, 10],
      ],
      [
        [10, 20, 30],
        [14, 23, 80],
      ],
    ],
    [
      'mirrored, then turned',
      [
        [41, -1],
        [50, 90],
      ],
      [
        [10, 20, 30],
        [9, 18, 35],
      ],
    ],
    [
      'seen from below',
      [
        [210, 0],
        [220, 0],
        [230, -1],
      ],
      [
        [-10, 20, -30],
        [-12, 21, -35],
      ],
    ],
  ])('lie %s', (_what, more, expected) => {
    const { polylines, notes } = drawn([arrow], [insert('ARROW', 'EJE', [10, 20, 30], ...more)]);
    expect(polylines.map(ends)).toEqual([expected]);
    expect(notes).toHaveLength(1);
  });

  it('come in columns and rows, which turn with the INSERT and do not grow with it', () => {
    const array: Group[] = [
      [70, 2],
      [71, 3],
      [44, 10],
      [45, 100],
      [41, 2],
      [42, 2],
      [43, 2],
      [50, 90],
    ];
    const { polylines } = drawn([arrow], [insert('Arrow', '0', [0, 0, 0], ...array)]);
    expect(polylines.map((one) => ends(one)[0]).toSorted((a, b) => a[0] - b[0] || a[1] - b[1])).toEqual([
      [-200, 0, 0],
      [-200, 10, 0],
      [-100, 0, 0],
      [-100, 10, 0],
      [0, 0, 0],
      [0, 10, 0],
    ]);
  });

  it('within blocks are moved by both, and layer 0 is that of the INSERT that shows it', () => {
    const inner = block(
      'Inner',
      [0, 0, 0],
      line('0', [0, 0, 0], [1, 0, 0]),
      line('MURO', [0, 0, 0], [0, 2, 0]),
    );
    const outer = block(
      'Outer',
      [0, 0, 0],
      insert('Inner', '0', [5, 0, 0], [50, 90]),
      insert('Inner', 'PISO', [0, 0, 0]),
    );
    const entities = [insert('Outer', 'EJE', [100, 0, 0], [41, 2], [42, 2], [43, 2])];
    const lines = (layers: string[] | null): unknown[] =>
      drawn([inner, outer], entities, layers).polylines.map((one) => [one.name, ...ends(one)]);
    const all = [
      ['EJE', [110, 0, 0], [110, 2, 0]],
      ['MURO', [110, 0, 0], [106, 0, 0]],
      ['PISO', [100, 0, 0], [102, 0, 0]],
      ['MURO', [100, 0, 0], [100, 4, 0]],
    ];
    expect(lines(null)).toEqual(all);
    expect(lines(['MURO'])).toEqual([all[1], all[3]]);
    expect(lines(['EJE'])).toEqual([all[0]]);
    expect(lines(['PISO'])).toEqual([all[2]]);
  });

  it('of an arc that is stretched keep the sagitta where it lies', () => {
    const arc = entity('ARC', '0', ...place(10, [0, 0, 0]), [40, 1], [50, 0], [51, 180]);
    const { polylines } = drawn(
      [block('A', [0, 0, 0], arc)],
      [insert('A', '0', [0, 0, 0], [41, 50], [42, 20])],
    );
    const [one] = polylines;
    for (let i = 1; i < one.points.length / 3; i++) {
      const [a, b] = [pointOf(one, i - 1), pointOf(one, i)];
      const [x, y] = [(a[0] + b[0]) / 100, (a[1] + b[1]) / 40];
      // Inside of the ellipse by less than the sagitta, of which half its smaller axis is the most that a share can be.
      expect((1 - Math.hypot(x, y)) * 20).toBeLessThan(1.0001e-4);
    }
  });

  it('that hold faces make a solid, mirrored ones too', async () => {
    const corners = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const face = (a: number, b: number, c: number): Group[] =>
      entity('3DFACE', '0', ...[a, b, c, c].flatMap((k, i) => place(10 + i, corners[k])));
    const tetra = block('T', [0, 0, 0], face(0, 2, 1), face(0, 1, 3), face(1, 2, 3), face(0, 3, 2));
    const inserted = groups([tetra], [insert('T', '0', [50, 0, 0], [41, -2], [42, 3], [43, 4], [50, 30])]);
    for (const bytes of [asText(inserted), asBinary(inserted, 1), asBinary(inserted, 2)]) {
      const { mesh } = await readSolid(bytes, 't.dxf');
      expect(enclosedVolume(mesh)).toBeCloseTo(4, 9);
      // Outwards still: the sum over the faces is the volume itself, not its negative.
      const { corners: c } = readDxfFaces(bytes, 't.dxf');
      let six = 0;
      for (let t = 0; t < c.length; t += 9) {
        const [a, b, d] = [0, 3, 6].map((k) => [c[t + k] - 50, c[t + k + 1], c[t + k + 2]]);
        six +=
          a[0] * (b[1] * d[2] - b[2] * d[1]) -
          a[1] * (b[0] * d[2] - b[2] * d[0]) +
          a[2] * (b[0] * d[1] - b[1] * d[0]);
      }
      expect(six / 6).toBeCloseTo(4, 9);
    }
  });

  const tenOf = (name: string, inner: string): Group[] =>
    block(name, [0, 0, 0], ...Array.from({ length: 10 }, () => insert(inner, '0', [0, 0, 0])));
  const chain = Array.from({ length: 40 }, (_, i) =>
    block(
      `B${i}`,
      [0, 0, 0],
      i === 0 ? line('0', [0, 0, 0], [1, 1, 0]) : insert(`B${i - 1}`, '0', [0, 0, 0]),
    ),
  );
  it.each<[string, Group[][], Group[], RegExp]>([
    [
      'in itself',
      [
        block('A', [0, 0, 0], insert('B', '0', [0, 0, 0])),
        block('B', [0, 0, 0], insert('a', '0', [0, 0, 0])),
      ],
      insert('A', '0', [0, 0, 0]),
      /line \d+: the block "a" is put into itself/,
    ],
    [
      'that multiplies',
      [
        block('L', [0, 0, 0], line('0', [0, 0, 0], [1, 1, 0])),
        ...Array.from({ length: 9 }, (_, i) => tenOf(`D${i}`, i === 0 ? 'L' : `D${i - 1}`)),
      ],
      insert('D8', '0', [0, 0, 0]),
      /line \d+: the INSERTs up to here put more than 1000000 points in place/,
    ],
    [
      'in too many columns and rows',
      [arrow],
      insert('Arrow', '0', [0, 0, 0], [70, 32000], [71, 32000]),
      /more than 1000000 points/,
    ],
    ['nested too deep', chain, insert('B39', '0', [0, 0, 0]), /nested more than 32 deep/],
    ['without a size', [arrow], insert('Arrow', '0', [0, 0, 0], [43, 0]), /the INSERT has a scale of 0/],
    ['without a place', [arrow], entity('INSERT', '0', [2, 'Arrow']), /the INSERT lacks its group 10/],
  ])('are refused: one %s', (_what, blocks, entities, sentence) => {
    expect(() => drawn(blocks, [entities])).toThrow(
      expect.objectContaining({ code: 'drawing-format', message: expect.stringMatching(sentence) }),
    );
    // Where nothing of it was asked for it does not matter.
    if (!/itself|deep/.test(sentence.source))
      expect(drawn(blocks, [entities, line('EJE', [0, 0, 0], [3, 0, 0])], ['EJE']).polylines).toHaveLength(1);
  });
});

describe('curves of a DXF', () => {
  const spline = (
    flags: number,
    degree: number,
    knots: number[],
    points: number[][],
    ...more: Group[]
  ): Group[] =>
    entity(
      'SPLINE',
      '0',
      [70, flags],
      [71, degree],
      ...knots.map((k): Group => [40, k]),
      ...points.flatMap((p) => place(10, p)),
      ...more,
    );
  const root = Math.SQRT1_2;
  const circle: [number[][], number[], number[]] = [
    [
      [4, 0, 7],
      [4, 4, 7],
      [0, 4, 7],
      [-4, 4, 7],
      [-4, 0, 7],
      [-4, -4, 7],
      [0, -4, 7],
      [4, -4, 7],
      [4, 0, 7],
    ],
    [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4],
    [1, root, 1, root, 1, root, 1, root, 1],
  ];

  it('a circle by its weights is one, within the sagitta', () => {
    const [points, knots, weights] = circle;
    const { polylines } = drawn([], [spline(5, 2, knots, points, ...weights.map((w): Group => [41, w]))]);
    const [one] = polylines;
    expect(one.closed).toBe(true);
    const n = one.points.length / 3;
    for (let i = 0; i < n; i++) {
      const [a, b] = [pointOf(one, i), pointOf(one, (i + 1) % n)];
      expect(Math.hypot(a[0], a[1])).toBeCloseTo(4, 9);
      expect(a[2]).toBeCloseTo(7, 12);
      expect(4 - Math.hypot((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)).toBeLessThan(1.0001e-4);
    }
    // The hull of a piece is up to twice as far from the chord, and pieces are halved: at most 2 sqrt(2) of the least number.
    expect(n).toBeLessThan((2 * Math.SQRT2 * Math.PI) / Math.sqrt(1e-4 / (2 * 4)));
  });

  it('a cubic of one piece is its polynomial, in a block too', () => {
    const cubic = spline(
      8,
      3,
      [0, 0, 0, 0, 1, 1, 1, 1],
      [
        [0, 0, 0],
        [1, 3, 0],
        [2, -3, 0],
        [3, 0, 3],
      ],
    );
    const { polylines } = drawn(
      [block('S', [0, 0, 0], cubic)],
      [insert('S', '0', [10, 0, 0], [41, 2], [42, 2], [43, 2])],
    );
    const [one] = polylines;
    expect(one.points.length / 3).toBeGreaterThan(20);
    for (let i = 0; i < one.points.length / 3; i++) {
      const [x, y, z] = pointOf(one, i);
      const t = (x - 10) / 6;
      expect(y).toBeCloseTo(2 * (9 * t * (1 - t) ** 2 - 9 * t ** 2 * (1 - t)), 9);
      expect(z).toBeCloseTo(6 * t ** 3, 9);
    }
  });

  it('an ellipse, and a part of one, lies where its axes say', () => {
    const ellipse = (...more: Group[]): NamedPolyline =>
      drawn(
        [],
        [entity('ELLIPSE', '0', ...place(10, [1, 2, 3]), ...place(11, [0, 6, 0]), [40, 0.5], ...more)],
      ).polylines[0];
    const whole = ellipse();
    expect(whole.closed).toBe(true);
    for (let i = 0; i < whole.points.length / 3; i++) {
      const [x, y, z] = pointOf(whole, i);
      expect(Math.hypot((x - 1) / 3, (y - 2) / 6)).toBeCloseTo(1, 9);
      expect(z).toBeCloseTo(3, 12);
    }
    // A quarter from the end of the long axis, which is north, turns left: to the west.
    expect(ends(ellipse([41, 0], [42, Math.PI / 2]))).toEqual([
      [1, 8, 3],
      [-2, 2, 3],
    ]);
    expect(ends(ellipse([41, 0], [42, Math.PI / 2], [230, -1]))).toEqual([
      [1, 8, 3],
      [4, 2, 3],
    ]);
  });

  it('one with fit points only passes through them, bends smoothly, and a remark says so', () => {
    const fits = [
      [0, 0, 0],
      [4, 1, 0],
      [9, -2, 1],
      [14, 0, 0],
    ];
    const fitted = (flags: number, ...more: Group[]): { one: NamedPolyline; said: string } => {
      const { polylines, notes } = drawn(
        [],
        [entity('SPLINE', '0', [70, flags], [71, 3], ...fits.flatMap((p) => place(11, p)), ...more)],
      );
      return { one: polylines[0], said: formatMessage(notes[notes.length - 1], 'en') };
    };
    const { one, said } = fitted(0);
    expect(said).toMatch(/1 spline is drawn by fit points only \(file lines \d+\)/);
    for (const fit of fits)
      expect(
        Math.min(
          ...Array.from({ length: one.points.length / 3 }, (_, i) =>
            Math.hypot(...pointOf(one, i).map((v, k) => v - fit[k])),
          ),
        ),
      ).toBeLessThan(1e-9);
    for (let i = 2; i < one.points.length / 3; i++) {
      const [a, b, c] = [i - 2, i - 1, i].map((k) => pointOf(one, k));
      const turn = Math.abs(Math.atan2(c[1] - b[1], c[0] - b[0]) - Math.atan2(b[1] - a[1], b[0] - a[0]));
      expect(turn).toBeLessThan(0.1);
    }
    const upwards = fitted(0, ...place(12, [0, 5, 0])).one;
    const [a, b] = [pointOf(upwards, 0), pointOf(upwards, 1)];
    expect(Math.atan2(b[1] - a[1], b[0] - a[0])).toBeGreaterThan(1.4);
    const ring = fitted(1).one;
    expect(ring.closed).toBe(true);
    const n = ring.points.length / 3;
    for (let i = 0; i < n; i++) {
      const [p, q, r] = [i, i + 1, i + 2].map((k) => pointOf(ring, k % n));
      const [u, v] = [q.map((value, k) => value - p[k]), r.map((value, k) => value - q[k])];
      const cosine = u.reduce((sum, value, k) => sum + value * v[k], 0) / Math.hypot(...u) / Math.hypot(...v);
      expect(Math.acos(Math.min(1, cosine))).toBeLessThan(0.15);
    }
  });

  it.each<[string, Group[], RegExp]>([
    [
      'too few knots',
      spline(
        8,
        3,
        [0, 0, 0, 1, 1, 1],
        [
          [0, 0],
          [1, 1],
          [2, 0],
          [3, 1],
        ],
      ),
      /the SPLINE has 4 control points and 6 knots/,
    ],
    [
      'falling knots',
      spline(
        8,
        2,
        [0, 0, 0, 2, 1, 3, 3],
        [
          [0, 0],
          [1, 1],
          [2, 0],
          [3, 1],
        ],
      ),
      /do not make a curve of degree 2/,
    ],
    [
      'one knot many times',
      spline(
        8,
        1,
        [1, 1, 1, 1],
        [
          [0, 0],
          [1, 1],
        ],
      ),
      /do not make a curve/,
    ],
    ['degree 0', spline(8, 0, [0, 1], [[0, 0]]), /a SPLINE of degree 0 is not read/],
    [
      'degree 900',
      spline(
        8,
        900,
        [],
        [
          [0, 0],
          [1, 1],
        ],
      ),
      /a SPLINE of degree 900/,
    ],
    [
      'a weight of 0',
      spline(
        8,
        1,
        [0, 0, 1, 1],
        [
          [0, 0],
          [9, 1],
        ],
        [41, 1],
        [41, 0],
      ),
      /weights of the SPLINE must be positive/,
    ],
    [
      'a point without its northing',
      entity('SPLINE', '0', [71, 1], [10, 1], [10, 4], [20, 3]),
      /lacks a coordinate/,
    ],
    [
      'a middle point without its northing',
      entity('SPLINE', '0', [71, 2], ...place(10, [0, 0]), [10, 4], ...place(10, [9, 0])),
      /lacks a coordinate/,
    ],
    [
      'a middle point beyond the Earth',
      spline(
        8,
        2,
        [0, 0, 0, 1, 1, 1],
        [
          [0, 0, 0],
          [1e300, 1, 0],
          [9, 0, 0],
        ],
      ),
      /farther than any place on Earth/,
    ],
    [
      'a place beyond the Earth',
      line('0', [1e12, 0, 0], [1e12, 9, 0]),
      /line \d+: a vertex of this line is farther than any place on Earth/,
    ],
    ['heights beyond the Earth', line('0', [0, 0, 1e308], [9, 9, 1e308]), /farther than any place on Earth/],
  ])('are refused in a sentence: %s', (_what, groupsOfIt, sentence) => {
    expect(() => drawn([], [groupsOfIt])).toThrow(
      expect.objectContaining({ code: 'drawing-format', message: expect.stringMatching(sentence) }),
    );
  });

  it('of degree 1 is the line of its points, and a length is kept to the sagitta', () => {
    const { polylines } = drawn(
      [],
      [
        spline(
          8,
          1,
          [0, 0, 1, 2, 2],
          [
            [0, 0, 0],
            [3, 4, 0],
            [3, 4, 12],
          ],
        ),
      ],
    );
    expect(lengthOf(polylines[0])).toBe(17);
    expect(polylines[0].points).toHaveLength(9);
  });
});

describe('a binary DXF', () => {
  const all = groups(
    [block('B', [0, 0, 0], line('0', [0, 0, 0], [1.25, 0, 0]))],
    [
      insert('B', 'EJE', [350123.4567, 9123456.7891, 4321.5], [1040, 3.5], [71, 2], [45, 7]),
      entity(
        'LWPOLYLINE',
        'DISEÑO',
        [70, 1],
        ...[
          [0, 0],
          [4, 0],
          [4, 3],
        ].flatMap((p) => place(10, p)),
      ),
      entity('CIRCLE', 'DISEÑO', ...place(10, [5, 1, 3]), [40, 2], [210, 0], [220, 0], [230, -1]),
    ],
  );

  it.each([1, 2] as const)('with %i byte a group code is what its text form is, line by line', (size) => {
    for (const more of [[], [[999, 'made by hand']] as Group[]]) {
      const one = [...more, ...all];
      const text = readDxf(asText(one), 'x.dxf', {
        ...DXF_READER_DEFAULTS,
        unit: 'mm',
        plausibleExtent: [0, 1e9],
      });
      const binary = readDxf(asBinary(one, size), 'x.dxf', {
        ...DXF_READER_DEFAULTS,
        unit: 'mm',
        plausibleExtent: [0, 1e9],
      });
      expect(binary).toEqual(text);
      expect(binary.polylines).toHaveLength(4);
    }
  });

  it('that is cut is refused at each byte, and a code of no type is named with its place', () => {
    for (const size of [1, 2] as const) {
      const whole = asBinary(all, size);
      for (let end = 23; end < whole.length; end += 7)
        expect(() => readDxf(whole.subarray(0, end), 'x.dxf')).toThrow(
          expect.objectContaining({
            code: 'drawing-truncated',
            message: expect.stringContaining(`byte ${end} `),
          }),
        );
    }
    const wrong = asBinary([...all.slice(0, 2), [150, 0]], 2);
    expect(() => readDxf(wrong, 'x.dxf')).toThrow(/byte \d+: 150 stands where a group code should/);
  });
});
