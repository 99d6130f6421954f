import { describe, expect, it } from 'vitest';
import { controlPointsCsv, parseControlPointsCsv } from '../../src-core/io/tables/control-points-csv.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

const read = (text: string) => parseControlPointsCsv(text, 'control.csv');

describe('control points', () => {
  it('keep all digits of a mine grid', () => {
    const [point] = read('PI-12,345678.9012,8765432.1098,4321.0004\n');
    expect(point).toEqual({
      name: 'PI-12',
      easting: 345678.9012,
      northing: 8765432.1098,
      elevation: 4321.0004,
      sigma: 0.005,
      role: 'control',
    });
    expect(read(controlPointsCsv([point]))).toEqual([point]);
  });

  it.each([
    ['no header', 'A,1,2,3'],
    ['a header', 'name,easting,northing,elevation\nA,1,2,3'],
    ['Spanish, another order, units', 'Punto;Norte (m);Este (m);Cota (m)\nA;2;1;3'],
    ['tabs', 'A\t1\t2\t3'],
    ['semicolons and blanks', ' A ; 1 ; 2 ; 3 '],
    ['a byte order mark, comments, empty lines, Windows ends', '\uFEFF# grid PSAD56\r\n\r\nA,1,2,3\r\n'],
    ['quotes', '"A","1","2","3"'],
    ['an exponent', 'A,1e0,2,+3.0'],
  ])('with %s', (_, text) => {
    expect(read(text)).toEqual([
      { name: 'A', easting: 1, northing: 2, elevation: 3, sigma: 0.005, role: 'control' },
    ]);
  });

  it('may say what each is worth and what it is for', () => {
    const [a, b] = read('name,easting,northing,elevation,sigma,role\nA,1,2,3,0.002,check\nB,4,5,6,,\n');
    expect([a.sigma, a.role, b.sigma, b.role]).toEqual([0.002, 'check', 0.005, 'control']);
    expect(read('A,1,2,3,0.01,check')[0].sigma).toBe(0.01);
    expect(read('A,1,2,3,10,check')[0].sigma).toBe(10);
  });

  it.each([
    ['nothing', '', 'it has no point'],
    ['only a header', 'name,easting,northing,elevation\n', 'it has no point'],
    ['decimal commas', 'A;1,5;2;3', 'line 1: the easting "1,5" has a decimal comma'],
    [
      'decimal commas between commas',
      'A,350123,45,8600000,12,4200,5',
      'line 1: 7 fields where a point has four: "A,350123,45,8600000,12,4200,5"; write decimals with a point',
    ],
    [
      'a missing field',
      'A,1,2,3\nB,1,2',
      'line 2: 3 of the 4 fields name,easting,northing,elevation: "B,1,2"',
    ],
    ['a word', 'A,1,2,3\nB,1,two,3', 'line 2: the northing "two" is not a number'],
    ['an empty number', 'A,1,,3', 'line 1: the northing "" is not a number'],
    ['an infinite number', 'A,1,Infinity,3', 'the northing "Infinity" is not a number'],
    ['a hexadecimal number', 'A,0x10,2,3', 'the easting "0x10" is not a number'],
    ['a number too large', 'A,1e999,2,3', 'the easting "1e999" is not a number'],
    ['thousands apart', 'A;350 123;8 600 000;3', 'the easting "350 123" is not a number'],
    ['a name twice', 'A,1,2,3\n\nA,4,5,6', 'line 3: the point A is already in line 1'],
    ['a place twice', 'A,1,2,3\nB,1,2,3', 'line 2: B lies where A of line 1 lies'],
    ['no name', ',1,2,3', 'line 1: the point has no name'],
    [
      'northing first, as many write it',
      'A,350000,8600000,4200\nB,8600010,350010,4200',
      'line 2: easting 8600010 and northing 350010 of B look swapped',
    ],
    ['a strange column', 'name,easting,northing,altura\nA,1,2,3', 'line 1: the column "altura" is not known'],
    ['a header without height', 'name,easting,northing\nA,1,2', 'line 1: the header does not name elevation'],
    ['a column twice', 'name,e,n,z,x\nA,1,2,3,4', 'line 1: the header names easting twice'],
    ['no sigma', 'A,1,2,3,0', 'line 1: the sigma 0 m of A must be over 0'],
    ['a sigma in millimetres', 'A,1,2,3,12', 'line 1: the sigma 12 m of A must be over 0'],
    ['a sigma just beyond 10 m', 'A,1,2,3,10.001', 'line 1: the sigma 10.001 m of A must be over 0'],
    ['a sigma below none', 'A,1,2,3,-0.005', 'line 1: the sigma -0.005 m of A must be over 0'],
    ['a strange role', 'A,1,2,3,0.01,guess', 'line 1: the role "guess" of A must be control or check'],
    ['another file', 'PK\u0003\u0004\u0014\u0000', 'line 1: 1 of the 4 fields'],
  ])('refuse %s in one sentence', (_, text, sentence) => {
    let error: unknown;
    try {
      read(text);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(SocavonError);
    expect((error as SocavonError).code).toBe('file-format');
    expect((error as SocavonError).message).toContain(sentence);
    expect((error as SocavonError).message.startsWith('Control points control.csv')).toBe(true);
  });
});
