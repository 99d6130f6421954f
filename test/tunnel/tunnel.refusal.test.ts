import { describe, expect, it } from 'vitest';
import { parseDesign } from '../../src-core/io/cad/design-file.ts';
import { parseAxisCsv } from '../../src-core/io/tables/axis-csv.ts';
import { wholeAxis } from '../../src-core/model/design.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { axisFromTrajectory } from '../../src-core/tunnel/axis/axis-from-trajectory.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { contouredBreaks } from '../../src-core/tunnel/design/breaks.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import { axisAlong, onCircle, sampleDrive, straight } from './solids.ts';

/** The error's code and message; fails where nothing is thrown. */
function refusalOf(act: () => unknown): { code: string; message: string } {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(SocavonError);
    const { code, message } = error as SocavonError;
    return { code, message };
  }
  throw new Error('Nothing was refused.');
}

describe('axis files that cannot be', () => {
  it.each([
    ['nothing', '', 'no vertex'],
    ['one vertex', 'chainage,x,y,z\n0,0,0,0', 'one vertex'],
    ['descending', '0,0,0,0\n2,2,0,0\n1,1,0,0', 'line 3: chainage 1 follows 2'],
    ['a repeated chainage', '0,0,0,0\n1,1,0,0\n1,2,0,0', 'line 3: chainage 1 is repeated'],
    ['a repeated vertex', '0,0,0,0\n1,1,0,0\n2,1,0,0', 'line 3: the vertex lies where'],
    ['no number', '0,0,0,0\n1,1,zero,0', 'line 2: the y "zero" is not a number'],
    ['NaN', '0,0,0,0\n1,NaN,0,0', 'line 2: the x "NaN" is not a number'],
    ['an empty field', '0,0,0,0\n1,1,,0', 'line 2: the y "" is not a number'],
    ['too few columns', '0,0,0,0\n1,1,0', 'line 2 has 3 of the four'],
    ['a second header', '0,0,0,0\nchainage,x,y,z\n1,1,0,0', 'line 2: the chainage'],
    [
      'a chainage in feet',
      '0,0,0,0\n32.8,10,0,0',
      'line 2: the chainage grows by 32.800 m where the line is 10.000 m',
    ],
    ['a chainage of another line', '0,0,0,0\n10,10,0,0\n20,15,0,0', 'line 3: the chainage grows by 10.000 m'],
  ])('%s', (_, text, part) => {
    const { code, message } = refusalOf(() => parseAxisCsv(text, 'axis.csv'));
    expect(code).toBe('axis-unusable');
    expect(message).toContain('axis.csv');
    expect(message).toContain(part);
  });
});

describe('axes that cannot be measured along', () => {
  const axis = (xyz: number[], chainage: number[]): AxisGeometry =>
    new AxisGeometry({
      xyz: Float64Array.from(xyz),
      chainage: Float64Array.from(chainage),
      kind: 'slope',
      source: 'given',
    });

  it.each([
    ['one vertex', [0, 0, 0], [0], 'fewer than two'],
    ['vertices that coincide', [0, 0, 0, 0, 0, 0], [0, 1], 'stands still'],
    ['a chainage that stands still', [0, 0, 0, 1, 0, 0], [3, 3], 'stands still'],
    ['a shaft', [0, 0, 0, 0, 0, 10], [0, 10], 'nearly vertical'],
    ['a hairpin', [0, 0, 0, 5, 0, 0, 0, 0.1, 0], [0, 5, 10], 'turns back on itself'],
  ])('%s', (_, xyz, chainage, part) => {
    const { code, message } = refusalOf(() => axis(xyz, chainage));
    expect(code).toBe('axis-unusable');
    expect(message).toContain(part);
  });

  it.each([
    ['no position', new Float64Array(0), 'only 0.00 m'],
    ['a robot that stood still', new Float64Array(3000), 'only 0.00 m'],
    ['a robot that moved half a metre', Float64Array.of(0, 0, 0, 0.6, 0, 0), 'only 0.60 m'],
    ['a lost pose', Float64Array.of(0, 0, 0, Number.NaN, 0, 0), 'Position 1'],
  ])('from a trajectory: %s', (_, positions, part) => {
    const { code, message } = refusalOf(() => axisFromTrajectory(positions));
    expect(code).toBe('axis-unusable');
    expect(message).toContain(part);
  });
});

describe('volumes that cannot be', () => {
  const line = straight();
  const points = sampleDrive(line, onCircle(2), [2, 10], 80_000, 1);
  const accumulator = new ProfileAccumulator(axisAlong(line, 0, 12, 1));
  accumulator.add(points.xyz, points.origin);
  const wall = accumulator.wall();

  it.each([
    ['reversed', 8, 4, 'empty or reversed'],
    ['empty', 4, 4, 'empty or reversed'],
    ['no number', Number.NaN, 4, 'empty or reversed'],
    ['before the survey', -5, 1, 'known from 2.00:10.00'],
    ['behind the survey', 11, 20, 'known from 2.00:10.00'],
  ])('a range that is %s', (_, from, to, part) => {
    const { code, message } = refusalOf(() => volumeBetween(wall, from, to));
    expect(code).toBe('chainage-range');
    expect(message).toContain(part);
  });

  it('a range that is surveyed in part is cut, and said to be', () => {
    const volume = volumeBetween(wall, 0, 6);
    expect(volume.chainageFrom).toBeCloseTo(2, 9);
    expect(volume.chainageTo).toBe(6);
    expect(volume.warnings.map((warning) => warning.code)).toEqual(['range-clamped']);
    expect(volume.volume.value / (Math.PI * 4 * 4)).toBeCloseTo(1, 2);
  });

  it('a gap in the survey is bridged, warned of and paid for in the ±', () => {
    const holed = new ProfileAccumulator(axisAlong(line, 0, 12, 1));
    const sampled = sampleDrive(line, onCircle(2), [2, 10], 80_000, 1, undefined, (s) => s < 4 || s > 7);
    holed.add(sampled.xyz, sampled.origin);
    const volume = volumeBetween(holed.wall(), 2.5, 9.5);
    expect(volume.warnings.map((warning) => warning.code)).toEqual(['gap', 'measured-share']);
    expect(volume.warnings[0].message).toContain('4.00 to 7.00');
    expect(volume.volume.value / (Math.PI * 4 * 7)).toBeCloseTo(1, 2);
    expect(volume.measuredShare).toBeLessThan(4 / 7);
    expect(volume.measuredShare).toBeGreaterThan(0.55);
    for (const value of Object.values(volume.methods)) expect(value / (Math.PI * 4 * 7)).toBeCloseTo(1, 2);
    expect(volumeBetween(holed.wall(), 4.5, 6.5).volume.value / (Math.PI * 4 * 2)).toBeCloseTo(1, 2);
  });

  it('no point near the axis', () => {
    const empty = new ProfileAccumulator(axisAlong(line, 0, 12, 1));
    empty.add(Float32Array.of(500, 500, 500, Number.NaN, 0, 0), [0, 0, 0]);
    expect(empty.counts).toEqual({ inside: 0, beyondEnds: 0, tooFar: 2 });
    const { code, message } = refusalOf(() => empty.wall());
    expect(code).toBe('axis-off-map');
    expect(message).toContain('easting 500 ... 500');
    expect(message).toMatch(/runs 8\d\d m off the map/);
  });

  it('slabs that are mostly filled in count as a gap', () => {
    // Four strips of 20 degrees: every hole is narrow enough to be filled, but little is known.
    const strips = sampleDrive(
      line,
      onCircle(2),
      [2, 10],
      80_000,
      1,
      undefined,
      (s, l, u) => s < 4 || s > 7 || Math.abs(Math.sin(2 * Math.atan2(u, l))) < 0.3,
    );
    const sparse = (minMeasured: number): string[] => {
      const striped = new ProfileAccumulator(axisAlong(line, 0, 12, 1), { minMeasured, maxFillAround: 3 });
      striped.add(strips.xyz, strips.origin);
      return volumeBetween(striped.wall(), 2.5, 9.5).warnings.map((warning) => warning.code);
    };
    expect(sparse(0.1)).toEqual(['measured-share']);
    expect(sparse(0.3)).toEqual(['gap', 'measured-share']);
  });

  it('measuring is cancelled at once, and goes on when asked again', () => {
    const fresh = new ProfileAccumulator(axisAlong(line, 0, 12, 1));
    fresh.add(points.xyz, points.origin);
    const cancelled = { cancel: { cancelled: true }, emit: () => {} };
    expect(refusalOf(() => fresh.wall(cancelled)).code).toBe('cancelled');
    const done: number[] = [];
    fresh.wall({
      cancel: { cancelled: false },
      emit: (event) => event.kind === 'progress' && done.push(event.done),
    });
    expect(done).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('a few points only', () => {
    const few = new ProfileAccumulator(axisAlong(line, 0, 12, 1));
    few.add(points.xyz.subarray(0, 300), points.origin);
    expect(refusalOf(() => few.wall()).code).toBe('too-few-points');
  });

  it('an interval that is none, a design where nothing closes, a radius beyond the voxels', () => {
    expect(refusalOf(() => wall.profiles(0)).code).toBe('usage');
    expect(refusalOf(() => wall.profiles(0.5, 5, 4)).code).toBe('chainage-range');
    const circle = { shape: 'circle', diameter: 4, axisHeight: 2 } as const;
    expect(refusalOf(() => contouredBreaks(wall, wholeAxis(circle), 0, 1, 0.5).volumes).code).toBe(
      'chainage-range',
    );
    expect(refusalOf(() => new ProfileAccumulator(axisAlong(line, 0, 12, 1), { maxRadius: 30 })).code).toBe(
      'usage',
    );
  });
});

describe('designs that cannot be', () => {
  it.each([
    ['no JSON', '{"shape": "baul",', 'not valid JSON'],
    ['no shape', '{}', '"shape" is missing'],
    ['null', 'null', '"shape" is missing'],
    ['an unknown shape', '{"shape":"oval"}', '"shape" is "oval"; give "baul"'],
    ['a missing figure', '{"shape":"circle"}', '"diameter"'],
    ['a figure as text', '{"shape":"circle","diameter":"4"}', '"diameter"'],
    ['a misspelt key', '{"shape":"circle","diameter":4,"axishight":1}', '"axishight" is not known'],
    [
      'millimetres',
      '{"shape":"baul","width":4500,"height":4200,"wallHeight":2500}',
      '"width" is 4500; that is too large for a drive in metres; is it in millimetres?',
    ],
    ['centimetres', '{"shape":"rectangle","width":450,"height":420}', 'centimetres'],
    ['a negative size', '{"shape":"circle","diameter":-4}', 'at least 0.5 m'],
    ['walls above the crown', '{"shape":"baul","width":4,"height":3,"wallHeight":3}', '"wallHeight" is 3'],
    ['an arch wider than the walls', '{"shape":"baul","width":4,"height":5,"wallHeight":2}', 'bulges'],
    ['an axis in millimetres', '{"shape":"circle","diameter":4,"axisHeight":1700}', '"axisHeight" is 1700'],
    ['two points', '{"shape":"polyline","points":[[0,0],[1,1]]}', '"points"'],
    ['a repeated point', '{"shape":"polyline","points":[[0,0],[2,0],[2,0],[0,2]]}', 'point 3 repeats'],
    ['a bow tie', '{"shape":"polyline","points":[[0,0],[3,0],[0,3],[3,3]]}', 'crosses'],
  ])('%s', (_, text, part) => {
    const { code, message } = refusalOf(() => parseDesign(text, 'design.json'));
    expect(code).toBe('design-unusable');
    expect(message).toContain('design.json');
    expect(message).toContain(part);
  });
});
