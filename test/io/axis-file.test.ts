import { describe, expect, it } from 'vitest';
import { readAxisFile } from '../../src-core/io/cad/axis-file.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const CSV = 'chainage,x,y,z\n100,500,8000,4200\n110,510,8000,4200\n120,520,8000,4200\n';
const STR = `drift,20-Nov-26,,styles.ssi
0, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000
1, 8000.000, 500.000, 4200.000,
1, 8000.000, 510.000, 4200.000,
1, 8000.000, 520.000, 4200.000,
0, 0.000, 0.000, 0.000,
2, 8100.000, 500.000, 4200.000,
2, 8100.000, 540.000, 4203.000,
0, 0.000, 0.000, 0.000,
0, 0.000, 0.000, 0.000, END
`;
const DXF = [
  '0',
  'SECTION',
  '2',
  'HEADER',
  '9',
  '$INSUNITS',
  '70',
  '6',
  '0',
  'ENDSEC',
  '0',
  'SECTION',
  '2',
  'ENTITIES',
]
  .concat([
    '0',
    'LINE',
    '8',
    'EJE',
    '10',
    '500',
    '20',
    '8000',
    '30',
    '4200',
    '11',
    '530',
    '21',
    '8040',
    '31',
    '4200',
  ])
  .concat([
    '0',
    'LINE',
    '8',
    'EJE',
    '10',
    '530',
    '20',
    '8040',
    '30',
    '4200',
    '11',
    '530',
    '21',
    '8050',
    '31',
    '4200',
  ])
  .concat(['0', 'ENDSEC', '0', 'EOF', ''])
  .join('\n');
const XML = `<?xml version="1.0"?>
<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2">
<Units><Metric linearUnit="meter"/></Units>
<Alignments><Alignment name="Rampa" length="50" staStart="1000"><CoordGeom>
<Line><Start>8000 500</Start><End>8040 530</End></Line></CoordGeom>
<Profile><ProfAlign name="r"><PVI>1000 4200</PVI><PVI>1050 4205</PVI></ProfAlign></Profile></Alignment></Alignments></LandXML>`;

describe('an axis by the ending of its file', () => {
  it.each([
    ['eje.csv', CSV, null, 'slope', 100, 20],
    ['EJE.TXT', CSV, null, 'slope', 100, 20],
    ['eje.str', STR, '1', 'slope', 0, 20],
    ['eje.str', STR, '2', 'slope', 0, Math.hypot(40, 3)],
    ['eje.dxf', DXF, null, 'slope', 0, 60],
    ['eje.xml', XML, null, 'horizontal', 1000, 50],
  ])('%s', (name, text, line, kind, start, length) => {
    const { axis, notes } = readAxisFile(bytes(text), name, { line });
    expect(axis.kind).toBe(kind);
    expect(axis.source).toBe('given');
    expect(axis.chainage[0]).toBeCloseTo(start, 9);
    expect(axis.chainage[axis.chainage.length - 1] - start).toBeCloseTo(length, 6);
    expect([axis.xyz[0], axis.xyz[1], axis.xyz[2]].map(Math.round)).toEqual([
      500,
      line === '2' ? 8100 : 8000,
      4200,
    ]);
    expect(notes.length).toBeGreaterThan(0);
  });

  it('takes start, direction and kind of the chainage from the person', () => {
    const { axis } = readAxisFile(bytes(XML), 'eje.xml', { kind: 'slope', start: 0, reversed: true });
    expect(axis.xyz[0]).toBeCloseTo(530, 6);
    expect(axis.chainage[axis.chainage.length - 1]).toBeCloseTo(Math.hypot(50, 5), 6);
  });

  it.each([
    ['eje.str', STR, null, 'axis-choice', 'holds 2 lines (1, 2)'],
    ['eje.str', STR, '7', 'axis-choice', 'no line named "7"; it has 1, 2'],
    ['eje.doc', CSV, null, 'axis-unusable', 'its ending is none of .csv'],
    ['eje', CSV, null, 'axis-unusable', 'its ending is none of'],
  ])('refuses %s, line %#', (name, text, line, code, part) => {
    expect(() => readAxisFile(bytes(text), name, { line })).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(part) }),
    );
  });
});
