import { describe, expect, it } from 'vitest';
import { parsePicksCsv } from '../../src-core/io/tables/picks-csv.ts';

describe('lists of points picked in a cloud', () => {
  it('are read with their features, in English and Spanish, in the unit of the cloud', () => {
    expect(
      parsePicksCsv('name,x,y,z,feature,size\nS1,1000,2000,-500,sphere,0.2\n# no\nW1,1,2,3,,\n', 'a', 0.001),
    ).toEqual([
      { name: 'S1', place: [1, 2, -0.5], feature: 'sphere', size: 0.2 },
      { name: 'W1', place: [0.001, 0.002, 0.003], feature: 'paint', size: null },
    ]);
    const [one] = parsePicksCsv('punto;este;norte;cota;tipo\nP1;356789.25;9123456.789;4210.5;esquina\n', 'b');
    expect(one).toEqual({
      name: 'P1',
      place: [356_789.25, 9_123_456.789, 4210.5],
      feature: 'corner',
      size: null,
    });
  });

  it.each([
    ['', /first line/],
    ['name,x,y\nA,1,2\n', /name, x, y and z/],
    ['name,x,y,z\n', /no points/],
    ['name,x,y,z\nA,1,2,\n', /line 2 \(A, 1, 2, \): x, y and z have to be numbers/],
    ['name;x;y;z\nA;1,5;2;3\n', /with a decimal point/],
    ['name,x,y,z\nA,1,2,3\nA,2,3,4\n', /line 3 .*A is picked twice/],
    ['name,x,y,z\n,1,2,3\n', /line 2/],
    ['name,x,y,z,feature\nA,1,2,3,bolt\n', /one of point, paint, peg, corner, sphere, disc, checkerboard/],
    ['name,x,y,z,feature\nA,1,2,3,sphere\n', /needs its diameter, a checkerboard its side, 0.02 to 2 m/],
    ['name,x,y,z,feature,size\nA,1,2,3,disc,300\n', /needs its diameter/],
    ['name,x,y,z\nA,1e300,2,3\n', /have to be numbers/],
  ])('are refused where they are wrong: %j', (text, sentence) => {
    expect(() => parsePicksCsv(text, 'picks.csv')).toThrow(sentence);
    expect(() => parsePicksCsv(text, 'picks.csv')).toThrow(/^picks\.csv is not a list of picked points/);
  });
});
