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
    ['eje.str', STR, null, 'axis-choice', 'has 2 lines (1, 2)'],
    ['eje.str', STR, '7', 'axis-choice', 'no line named "7"; it has 1, 2'],
    ['eje.doc', CSV, null, 'axis-unusable', 'its ending is none of .dxf, '],
    ['eje', CSV, null, 'axis-unusable', 'its ending is none of'],
  ])('refuses %s, line %#', (name, text, line, code, part) => {
    expect(() => readAxisFile(bytes(text), name, { line })).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(part) }),
    );
  });
});

describe('what was not asked for does not matter', () => {
  const second = (alignment: string): string => XML.replace('</Alignments>', `${alignment}</Alignments>`);
  const FAULTS = {
    'overlapping vertical curves':
      '<Alignment name="B" staStart="0"><CoordGeom><Line><Start>0 0</Start><End>0 100</End></Line></CoordGeom><Profile><ProfAlign><PVI>0 1</PVI><ParaCurve length="60">40 2</ParaCurve><ParaCurve length="60">60 1</ParaCurve><PVI>100 1</PVI></ProfAlign></Profile></Alignment>',
    'a spiral of another kind':
      '<Alignment name="B" staStart="0"><CoordGeom><Spiral spiType="bloss"/></CoordGeom></Alignment>',
    'no plan': '<Alignment name="B" staStart="0"/>',
  };

  it.each(Object.entries(FAULTS))('an alignment beside it with %s', (_what, fault) => {
    const file = bytes(second(fault));
    const { axis } = readAxisFile(file, 'eje.xml', { line: 'Rampa' });
    expect(axis.chainage[axis.chainage.length - 1]).toBeCloseTo(1050, 6);
    expect(() => readAxisFile(file, 'eje.xml')).toThrow(
      expect.objectContaining({ code: 'axis-choice', message: expect.stringContaining('(Rampa, B)') }),
    );
    expect(() => readAxisFile(file, 'eje.xml', { line: 'B' })).toThrow(
      expect.objectContaining({ code: 'drawing-format', message: expect.stringContaining('Alignment "B"') }),
    );
  });

  it.each(['2, 8100.000, norte, 4200.000,', '2, 8100.000, 5e300, 4200.000,', '2, 8100.000, 500.000, 99999,'])(
    'a string beside it with the record %s',
    (record) => {
      const file = bytes(STR.replace('2, 8100.000, 500.000, 4200.000,', record));
      expect(readAxisFile(file, 'eje.str', { line: '1' }).axis.chainage).toHaveLength(3);
      expect(() => readAxisFile(file, 'eje.str', { line: '2' })).toThrow(/line 7|m in size/);
    },
  );

  it.each([
    ['a word for a coordinate', '10\nOESTE\n20\n0\n11\n1\n21\n1\n'],
    ['a coordinate beyond the Earth', '10\n1e300\n20\n0\n11\n1e300\n21\n1\n'],
    ['no end', '10\n0\n20\n0\n'],
  ])('a line on another layer with %s', (_what, groups) => {
    const file = bytes(DXF.replace('0\nENDSEC\n0\nEOF', `0\nLINE\n8\nMARCO\n${groups}0\nENDSEC\n0\nEOF`));
    expect(readAxisFile(file, 'eje.dxf', { line: 'EJE' }).axis.chainage.at(-1)).toBeCloseTo(60, 9);
    expect(() => readAxisFile(file, 'eje.dxf')).toThrow(/line \d+|size would be/);
    expect(() => readAxisFile(file, 'eje.dxf', { line: 'MARCO' })).toThrow(/line \d+|size would be/);
  });
});
