import { describe, expect, it } from 'vitest';
import { UNIT_DEFAULTS } from '../../src-core/io/cad/length-units.ts';
import { readStr } from '../../src-core/io/cad/str-reader.ts';
import { formatMessage } from '../../src-core/messages/message.ts';
import { lengthOf } from './drawings.ts';

const bytes = (...lines: string[]): Uint8Array => new TextEncoder().encode(`${lines.join('\r\n')}\r\n`);
const HEAD = ['eje, 21-Nov-26,rampa,ssi_styles:ug.ssi', '0, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000'];
const END = '0, 0.000, 0.000, 0.000, END';
const BREAK = '0, 0.000, 0.000, 0.000,';

describe('Surpac strings', () => {
  it('turns northing first into easting, northing, elevation, and keeps the descriptions', () => {
    const { polylines, header, notes } = readStr(
      bytes(
        ...HEAD,
        '1, 9123456.789, 350123.456, 4321.500, 0+000, EJE',
        '1, 9123556.789, 350123.456, 4309.500, 0+100',
        BREAK,
        END,
      ),
      'eje.str',
    );
    expect(polylines).toEqual([
      {
        name: '1',
        number: 1,
        line: 3,
        closed: false,
        points: Float64Array.of(350123.456, 9123456.789, 4321.5, 350123.456, 9123556.789, 4309.5),
        descriptions: [['0+000', 'EJE'], ['0+100']],
      },
    ]);
    expect(header[0]).toBe('eje');
    expect(notes.map((note) => formatMessage(note, 'en'))).toEqual([
      'eje.str: string files declare no unit; read in metres.',
    ]);
  });

  it('parts segments at string 0 and where the number changes, closes those that return, counts single points', () => {
    const { polylines, notes } = readStr(
      bytes(
        ...HEAD,
        ...['5,0,0,0', '5,0,4,0', '5,3,4,0', '5,0,0,0', BREAK],
        ...['5,10,0,0', '5,10,4,0', '6,20,0,0', '6,20,5,0', BREAK],
        ...['7,1,1,1', BREAK, END],
        'what stands behind the end is nothing',
      ),
      'x.str',
    );
    expect(polylines.map(({ number, closed, points }) => [number, closed, points.length / 3])).toEqual([
      [5, true, 3],
      [5, false, 2],
      [6, false, 2],
    ]);
    expect(lengthOf(polylines[0])).toBe(12);
    expect(formatMessage(notes[1], 'en')).toBe('x.str: left out: 1 strings of a single point.');
  });

  it.each([
    [
      'without an end record',
      [...HEAD, '1,0,0,0', '1,9,9,9', BREAK],
      'drawing-truncated',
      /ends in line 6 without its end record/,
    ],
    ['cut within a record', [...HEAD, '1,0,0,0', '1,9'], 'drawing-format', /line 4: "1,9" is not a record/],
    ['a word for a number', [...HEAD, '1,0,north,0', END], 'drawing-format', /line 3: "1,0,north,0"/],
    ['a string number with a part', [...HEAD, '1.5,0,0,0', END], 'drawing-format', /line 3/],
    ['no axis record', ['head', '1,0,0,0', END], 'drawing-format', /line 2 is not an axis record/],
    [
      'decimal commas',
      [...HEAD, '1, 9123456,789, 350123,456, 4321,5', '1, 9123456,789, 350123,456, 4321,6', END],
      'drawing-units',
      /say which unit/,
    ],
    ['of points only', [...HEAD, '1,0,0,0', BREAK, END], 'drawing-empty', /no string of two points/],
    ['a line of text', ['hello'], 'drawing-format', /line 2 is not an axis record/],
  ])('refuses in a sentence: %s', (_what, lines, code, sentence) => {
    expect(() => readStr(bytes(...lines), 'x.str')).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(sentence) }),
    );
  });

  it('refuses a binary file of another layout, and asks for the unit of a section 4500 wide', () => {
    expect(() => readStr(Uint8Array.of(65, 0, 1), 'b.str')).toThrow(/is a binary string file/);
    const section = bytes(...HEAD, '1,0,0,0', '1,0,4500,0', END);
    const design = { ...UNIT_DEFAULTS, plausibleExtent: [0.5, 100] as const };
    expect(() => readStr(section, 's.str', design)).toThrow(
      expect.objectContaining({ code: 'drawing-units' }),
    );
    expect(lengthOf(readStr(section, 's.str', { ...design, unit: 'mm' }).polylines[0])).toBe(4.5);
  });
});

describe('binary Surpac strings', () => {
  const text = [
    ...HEAD,
    '511, 9123456.789, 350123.456, 4321.5, 0+000,EJE Ñ',
    '511, 9123556.789, 350123.456, 4309.25,',
    '0, 0, 0, 0,',
    '7, 9123400.001, 350100.125, 4300, W',
    '7, 9123400.001, 350104.125, 4300, W',
    '7, 9123403.001, 350104.125, 4300, W',
    '7, 9123400.001, 350100.125, 4300, W',
    '0, 0, 0, 0,',
    '0, 0, 0, 0, END',
  ];

  /** The binary form of the lines of a text form. */
  function asBinary(lines: readonly string[]): Uint8Array {
    const parts: number[] = [...bytes(...lines.slice(0, 2)), 0, 0, 0, 0, 0];
    for (const record of lines.slice(2)) {
      const [number, northing, easting, elevation, ...descriptions] = record
        .split(',')
        .map((one) => one.trim());
      const view = new DataView(new ArrayBuffer(28));
      view.setInt32(0, Number(number));
      [northing, easting, elevation].forEach((value, k) => {
        view.setFloat64(4 + 8 * k, Number(value));
      });
      parts.push(...new Uint8Array(view.buffer), ...new TextEncoder().encode(descriptions.join(',')), 0);
    }
    return Uint8Array.from(parts);
  }

  it('are what their text form is, to the last digit and the line', () => {
    const [binary, plain] = [asBinary(text), bytes(...text)].map((file) => readStr(file, 'x.str'));
    expect(binary).toEqual(plain);
    expect(binary.polylines.map(({ name, closed }) => [name, closed])).toEqual([
      ['511', false],
      ['7', true],
    ]);
    expect(binary.polylines[0].descriptions[0]).toEqual(['0+000', 'EJE Ñ']);
    expect(readStr(asBinary(text), 'x.str', { strings: ['7'] }).polylines).toHaveLength(1);
  });

  it('are refused where they are cut, at whatever byte, and by their line where a figure is none', () => {
    const whole = asBinary(text);
    const begin = asBinary(text.slice(0, 2)).length;
    for (let end = begin; end < whole.length; end++)
      expect(() => readStr(whole.subarray(0, end), 'x.str')).toThrow(
        expect.objectContaining({ code: 'drawing-truncated' }),
      );
    expect(() => readStr(asBinary(text.with(3, '511, norte, 0, 0,')), 'x.str')).toThrow(
      /line 4: "511,NaN,0,0/,
    );
    expect(() => readStr(asBinary(text.with(3, '-2, 0, 0, 0,')), 'x.str')).toThrow(/line 4: "-2,0,0,0/);
    const other = whole.slice();
    other[begin - 5] = 1;
    expect(() => readStr(other, 'x.str')).toThrow(/binary string file of a layout that is not known/);
  });
});
