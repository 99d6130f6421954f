import { describe, expect, it } from 'vitest';
import { DXF_READER_DEFAULTS, readDxf } from '../../src-core/io/cad/dxf/dxf-reader.ts';
import { formatMessage } from '../../src-core/messages/message.ts';
import { lengthOf, pointOf } from './drawings.ts';

/** A DXF of these entities, each a list of "code value" lines. */
function dxf(entities: readonly string[], header: readonly string[] = []): Uint8Array {
  const section = (title: string, content: readonly string[]): string[] =>
    ['0 SECTION', `2 ${title}`, ...content, '0 ENDSEC'].flatMap(pair);
  const pair = (text: string): string[] => [
    text.slice(0, text.indexOf(' ')),
    text.slice(text.indexOf(' ') + 1),
  ];
  const lines = [...section('HEADER', header), ...section('ENTITIES', entities), '0', 'EOF'];
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\n`);
}

const METRES = ['9 $INSUNITS', '70 6'];

describe('DXF lines', () => {
  it('reads a LINE at mine-grid coordinates to the last digit', () => {
    const { polylines, notes } = readDxf(
      dxf(
        [
          '0 LINE',
          '8 EJE',
          '10 350123.4567',
          '20 9123456.7891',
          '30 4321.5',
          '11 350223.4567',
          '21 9123456.7891',
          '31 4309.5',
        ],
        METRES,
      ),
      'eje.dxf',
    );
    expect(polylines).toEqual([
      {
        name: 'EJE',
        points: Float64Array.of(350123.4567, 9123456.7891, 4321.5, 350223.4567, 9123456.7891, 4309.5),
        closed: false,
        line: 15,
      },
    ]);
    expect(notes.map((note) => formatMessage(note, 'en'))).toEqual(['eje.dxf: in metres.']);
  });

  it('flattens the arch of a baúl within the sagitta, and its length is the arc', () => {
    const baul = [
      '0 LWPOLYLINE',
      '8 DISEÑO',
      '90 4',
      '70 1',
      '10 -2',
      '20 0',
      '10 2',
      '20 0',
      '10 2',
      '20 2',
      '42 1',
      '10 -2',
      '20 2',
    ];
    for (const sagitta of [0.01, 0.001, 1e-5]) {
      const [line] = readDxf(dxf(baul, METRES), 'baul.dxf', { ...DXF_READER_DEFAULTS, sagitta }).polylines;
      expect(line.closed).toBe(true);
      expect(lengthOf(line)).toBeLessThan(4 + 2 * 2 + 2 * Math.PI);
      // A chord is shorter than its arc by 8/3 of sagitta squared over the chord.
      expect(4 + 2 * 2 + 2 * Math.PI - lengthOf(line)).toBeLessThan(3 * Math.PI * (sagitta / 2));
      for (let i = 0; i < line.points.length / 3; i++) {
        const [x, y] = pointOf(line, i);
        if (y > 2) expect(Math.hypot(x, y - 2)).toBeCloseTo(2, 12);
        const [nx, ny] = pointOf(line, (i + 1) % (line.points.length / 3));
        if (y >= 2 && ny >= 2)
          expect(2 - Math.hypot((x + nx) / 2, (y + ny) / 2 - 2)).toBeLessThan(sagitta + 1e-12);
      }
    }
  });

  it('turns bulges the way of their sign, over less and more than a half turn', () => {
    for (const bulge of [0.3, -0.3, 1, -1, 2.5, -2.5]) {
      const arc = ['0 LWPOLYLINE', '8 0', '10 10', '20 20', `42 ${bulge}`, '10 14', '20 20'];
      const [line] = readDxf(dxf(arc, METRES), 'arc.dxf').polylines;
      const ys = Array.from({ length: line.points.length / 3 }, (_, i) => pointOf(line, i)[1] - 20);
      // A positive bulge turns counter-clockwise: from left to right the arc hangs below the chord, by bulge half chords.
      const farthest = ys.reduce((most, y) => (Math.abs(y) > Math.abs(most) ? y : most), 0);
      expect(farthest).toBeCloseTo(-2 * bulge, 2);
      expect(lengthOf(line)).toBeCloseTo(
        ((4 * (1 + bulge ** 2)) / (4 * Math.abs(bulge))) * 4 * Math.atan(Math.abs(bulge)),
        2,
      );
    }
  });

  it('takes a bulge that is hardly one for what it is: a line', () => {
    for (const bulge of [1e-9, -1e-15, 1e-309]) {
      const arc = ['0 LWPOLYLINE', '8 0', '10 0', '20 0', `42 ${bulge}`, '10 40', '20 0'];
      const [line] = readDxf(dxf(arc, METRES), 'arc.dxf').polylines;
      expect(line.points.length / 3).toBe(2);
      expect(lengthOf(line)).toBe(40);
    }
  });

  it('reads ARC over 0 degrees, CIRCLE closed, and both in the mirrored frame of a negative extrusion', () => {
    const round = (type: string, more: string[]): string[] => [
      `0 ${type}`,
      '8 0',
      '10 5',
      '20 1',
      '30 3',
      '40 2',
      ...more,
    ];
    const arc = readDxf(dxf(round('ARC', ['50 350', '51 80']), METRES), 'a.dxf').polylines[0];
    expect(lengthOf(arc)).toBeCloseTo(Math.PI, 3);
    expect(pointOf(arc, 0)[1]).toBeCloseTo(1 - 2 * Math.sin(Math.PI / 18), 12);
    const circle = readDxf(dxf(round('CIRCLE', []), METRES), 'c.dxf').polylines[0];
    expect(circle.closed).toBe(true);
    expect(lengthOf(circle)).toBeCloseTo(4 * Math.PI, 3);
    const mirrored = readDxf(dxf(round('CIRCLE', ['210 0', '220 0', '230 -1']), METRES), 'm.dxf')
      .polylines[0];
    for (let i = 0; i < mirrored.points.length / 3; i++) {
      const [x, y, z] = pointOf(mirrored, i);
      expect(Math.hypot(x + 5, y - 1)).toBeCloseTo(2, 12);
      expect(z).toBe(-3);
    }
  });

  it('reads old polylines: 3D ones with their heights, 2D ones with bulges, no spline control points, no meshes', () => {
    const vertex = (...more: string[]): string[] => ['0 VERTEX', '8 0', ...more];
    const { polylines, notes } = readDxf(
      dxf(
        [
          ...['0 POLYLINE', '8 A', '66 1', '70 9', '10 0', '20 0', '30 0'],
          ...vertex('10 0', '20 0', '30 1', '70 32'),
          ...vertex('10 9', '20 9', '30 9', '70 16'),
          ...vertex('10 4', '20 0', '30 2', '70 32'),
          ...vertex('10 4', '20 3', '30 3', '70 32'),
          '0 SEQEND',
          ...['0 POLYLINE', '8 B', '66 1', '70 0', '10 0', '20 0', '30 7'],
          ...vertex('10 0', '20 0', '42 1'),
          ...vertex('10 2', '20 0'),
          '0 SEQEND',
          ...['0 POLYLINE', '8 C', '66 1', '70 64', '71 4', '72 1'],
          ...vertex('10 0', '20 0', '30 0', '70 192'),
          '0 SEQEND',
          ...['0 INSERT', '8 0', '2 SELLO', '10 0', '20 0'],
          ...['0 LINE', '8 0', '67 1', '10 0', '20 0', '11 99', '21 99'],
        ],
        METRES,
      ),
      'old.dxf',
    );
    expect(polylines.map(({ name, closed }) => [name, closed])).toEqual([
      ['A', true],
      ['B', false],
    ]);
    expect([...polylines[0].points]).toEqual([0, 0, 1, 4, 0, 2, 4, 3, 3]);
    expect(pointOf(polylines[1], 0)).toEqual([0, 0, 7]);
    expect(lengthOf(polylines[1])).toBeCloseTo(Math.PI, 3);
    expect(formatMessage(notes[1], 'en')).toBe(
      'old.dxf: left out: 1 INSERT, 1 POLYLINE (mesh). The file does not hold the blocks of those INSERT: bind external references before saving it.',
    );
  });

  it('reads layers of a Western code page, and only those that are asked for', () => {
    const line = (layer: string, x: number): string[] => [
      '0 LINE',
      `8 ${layer}`,
      '10 0',
      '20 0',
      `11 ${x}`,
      '21 0',
    ];
    const utf8 = dxf([...line('DISENO', 3), ...line('SELLO', 300)], METRES);
    const latin = utf8.slice();
    latin[
      latin.indexOf(
        'N'.charCodeAt(0),
        latin.findIndex((_, i) => 'DISENO'.split('').every((c, k) => latin[i + k] === c.charCodeAt(0))),
      )
    ] = 0xd1;
    const { polylines } = readDxf(latin, 'ñ.dxf', { ...DXF_READER_DEFAULTS, layers: ['DISEÑO'] });
    expect(polylines.map(({ name }) => name)).toEqual(['DISEÑO']);
  });
});

describe('units of a DXF', () => {
  const wide = (width: number): string[] => ['0 LINE', '8 0', '10 0', '20 0', `11 ${width}`, '21 0'];
  const design = { ...DXF_READER_DEFAULTS, plausibleExtent: [0.5, 100] as const };

  it('believes millimetres where only they make a section of the drawing', () => {
    const { polylines, notes } = readDxf(dxf(wide(4500), ['9 $INSUNITS', '70 4']), 'mm.dxf', design);
    expect(lengthOf(polylines[0])).toBeCloseTo(4.5, 12);
    expect(notes.map((note) => formatMessage(note, 'en'))).toEqual([
      'mm.dxf: converted from millimetres to metres.',
    ]);
  });

  it.each([
    [
      'metres under the millimetres of a template',
      wide(4.5),
      ['9 $INSUNITS', '70 4'],
      /declares millimetres; its size would be 0.00450 m in millimetres or 4.50 m in metres; say which unit/,
    ],
    ['what may be both', wide(60), ['9 $INSUNITS', '70 2'], /18.3 m in feet or 60.0 m in metres/],
    [
      '4500 without a unit',
      wide(4500),
      [],
      /declares no unit and is 4500 m in size if it is in metres; say which unit/,
    ],
    ['4500 metres', wide(4500), METRES, /declares metres; its size would be 4500 m in metres/],
  ])('asks for the unit of %s', (_what, entities, header, sentence) => {
    expect(() => readDxf(dxf(entities, header), 'x.dxf', design)).toThrow(
      expect.objectContaining({ code: 'drawing-units', message: expect.stringMatching(sentence) }),
    );
  });

  it('takes the unit that was stated, unless it cannot be', () => {
    const stated = readDxf(dxf(wide(4500)), 'x.dxf', { ...design, unit: 'mm' });
    expect(lengthOf(stated.polylines[0])).toBeCloseTo(4.5, 12);
    expect(() => readDxf(dxf(wide(4500)), 'x.dxf', { ...design, unit: 'ft' })).toThrow(
      /1372 m in size if it is in feet, as was stated/,
    );
  });
});

describe('a DXF that cannot be read', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  it.each([
    [
      'binary and cut',
      bytes('AutoCAD Binary DXF\r\n\u001a\u0000'),
      'drawing-truncated',
      /ends at byte 22 without/,
    ],
    ['a DWG', bytes('AC1032\u0000\u0000'), 'drawing-format', /is a DWG/],
    ['a picture', Uint8Array.of(137, 80, 78, 71, 0, 0), 'drawing-format', /is neither text nor a binary DXF/],
    ['prose', bytes('Dear colleague,\nhere it is'), 'drawing-format', /line 1: "Dear colleague,"/],
    ['empty', bytes(''), 'drawing-truncated', /ends in line 1 without its end mark/],
    [
      'cut',
      dxf(['0 LINE', '8 0', '10 0', '20 0', '11 1', '21 0']).slice(0, -10),
      'drawing-truncated',
      /ends in line \d+ without its end mark/,
    ],
    [
      'a word for a number',
      dxf(['0 LINE', '8 0', '10 east', '20 0', '11 1', '21 0']),
      'drawing-format',
      /line 16: "east" is not a number/,
    ],
    [
      'without a coordinate',
      dxf(['0 LINE', '8 0', '10 1', '11 1', '21 0']),
      'drawing-format',
      /line 11: the LINE lacks its group 20/,
    ],
    [
      'of blocks that are not there',
      dxf(['0 INSERT', '8 0', '2 A', '0 INSERT', '8 0', '2 B']),
      'drawing-empty',
      /only 2 INSERT; convert what matters .* external references/,
    ],
    ['of no lines', dxf([]), 'drawing-empty', /no line, polyline, arc, circle, ellipse or spline\./],
  ])('is refused in a sentence: %s', (_what, content, code, sentence) => {
    expect(() => readDxf(content, 'x.dxf')).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(sentence) }),
    );
  });

  it('names the layers that there are', () => {
    const one = dxf(['0 LINE', '8 MUROS', '10 0', '20 0', '11 1', '21 0']);
    expect(() => readDxf(one, 'x.dxf', { ...DXF_READER_DEFAULTS, layers: ['EJE'] })).toThrow(
      'Drawing x.dxf has no line on EJE; its layers with lines are MUROS.',
    );
  });
});
