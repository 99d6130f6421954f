import { describe, expect, it } from 'vitest';
import { fieldScore } from '../../bench/field/score.ts';
import { parseTruePlaces, placeAt } from '../../bench/field/true-places.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, exp } from '../../src-core/math/se3.ts';

describe('files of true places', () => {
  const of = (text: string) => parseTruePlaces(text, 'gt.txt');

  it.each([
    ['TUM', '# stamp tx ty tz qx qy qz qw\n10.5 1 2 3 0 0 0 1\n11 2 2 3 0 0 0 1\n'],
    ['places of a prism', '10.5 1 2 3\n11 2 2 3\n'],
    [
      'seconds and nanoseconds apart',
      '#sec,nsec,x,y,z,qx,qy,qz,qw\n10,500000000,1,2,3,0,0,0,1\n11,0,2,2,3,0,0,0,1\n',
    ],
    ['names in the first line', 'time;x;y;z\r\n11;2;2;3\r\n10.5;1;2;3\r\n'],
  ])('are read: %s', (_, text) => {
    const { seconds, xyz } = of(text);
    expect([...seconds]).toEqual([10.5, 11]);
    expect([...xyz]).toEqual([1, 2, 3, 2, 2, 3]);
  });

  it('are read with stamps in nanoseconds, to the microsecond', () => {
    const { seconds } = of('1726000000123456789 0 0 0\n1726000000223456789 1 0 0\n');
    expect(seconds[0]).toBeCloseTo(1726000000.123456, 6);
    expect(seconds[1] - seconds[0]).toBeCloseTo(0.1, 6);
  });

  it('are refused with their line', () => {
    expect(() => of('10 1 2 3\n11 1 2\n')).toThrow('gt.txt, line 2: give time and x, y, z');
    expect(() => of('10 1 2 3\n11 1 x 3\n')).toThrow('line 2');
    expect(() => of('10 1 2 3\n')).toThrow('gt.txt has 1 places');
  });

  it('give the place between two of them, none outside and none in a gap', () => {
    const truth = of('0 0 0 0\n0.5 1 0 0\n5 9 0 0\n5.5 10 0 0\n');
    expect(placeAt(truth, 0.25)).toEqual([0.5, 0, 0]);
    expect(placeAt(truth, 5.5)).toEqual([10, 0, 0]);
    expect(placeAt(truth, 2)).toBeNull();
    expect(placeAt(truth, -0.1)).toBeNull();
    expect(placeAt(truth, 5.6)).toBeNull();
  });
});

describe('the score of a trajectory (seed 3)', () => {
  const random = seededRandom(3);
  const way = Array.from({ length: 200 }, (_, i) => ({
    seconds: 100 + i / 10,
    place: [i / 20, Math.sin(i / 30), 0.02 * random.uniform()] as [number, number, number],
  }));
  const truth = (of: (place: readonly [number, number, number]) => readonly number[]) => ({
    seconds: Float64Array.from(way, ({ seconds }) => seconds),
    xyz: Float64Array.from(way.flatMap(({ place }) => of(place))),
  });

  it('is nothing for one that only stands in another frame', () => {
    const T = exp([0.3, -1.2, 2.2, 400, -7, 3]);
    const score = fieldScore(
      way,
      truth((place) => applyToPoint(T, ...place)),
      0,
    )!;
    expect(score.compared).toBe(200);
    expect(score.chord - score.trueChord).toBeCloseTo(0, 9);
    expect(score.rms).toBeLessThan(1e-9);
  });

  it('is the stretch of one that is 1 % short', () => {
    const score = fieldScore(
      way,
      truth((place) => place.map((value) => value / 0.99)),
      0,
    )!;
    expect(score.chord / score.trueChord).toBeCloseTo(0.99, 9);
    expect(score.largest).toBeGreaterThan(0.04);
    expect(score.path).toBeGreaterThan(score.trueChord);
  });

  it('takes the difference of the clocks, and leaves out what has no true place', () => {
    const shifted = way.map(({ seconds, place }) => ({ seconds: seconds - 40, place }));
    expect(
      fieldScore(
        shifted,
        truth((place) => place),
        0,
      ),
    ).toBeNull();
    expect(
      fieldScore(
        shifted,
        truth((place) => place),
        40,
      )!.rms,
    ).toBeCloseTo(0, 9);
    expect(
      fieldScore(
        shifted,
        truth((place) => place),
        45,
      )!,
    ).toMatchObject({ compared: 150, outside: 50 });
  });
});
