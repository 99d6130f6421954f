import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAxisCsv } from '../../src-core/io/tables/axis-csv.ts';
import { outlinesCsv, profilesCsv } from '../../src-core/io/tables/profiles-csv.ts';
import { formatMessage } from '../../src-core/messages/message.ts';
import { SECTORS } from '../../src-core/model/breaks.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import { SHARED_DATA, WHY_SKIPPED } from '../io/shared-data.ts';
import { axisAlong, bend, onCircle, sampleDrive, straight } from './solids.ts';

/** An axis as CSV text, coordinates to the millimetre. */
function csv(points: readonly (readonly number[])[]): string {
  return points.map((row) => row.map((v) => v.toFixed(3)).join(',')).join('\n');
}

/** Vertices of a line of 1:8 with chainages scaled. */
function ramp(scale: number): string {
  const axis = axisAlong(straight(1 / 8, [385_000, 8_612_000, 4000]), 0, 60, 5);
  return csv(Array.from(axis.chainage, (s, i) => [100 + s * scale, ...axis.xyz.subarray(3 * i, 3 * i + 3)]));
}

describe('axis files', () => {
  it('tell slope from horizontal chainage by their steps, and say so', () => {
    const slope = parseAxisCsv(ramp(1), 'ramp.csv');
    expect(slope.axis.kind).toBe('slope');
    expect(formatMessage(slope.note, 'en')).toContain('slope length');
    const horizontal = parseAxisCsv(ramp(8 / Math.hypot(8, 1)), 'ramp.csv');
    expect(horizontal.axis.kind).toBe('horizontal');
    expect(formatMessage(horizontal.note, 'en')).toContain('horizontal length');
    expect(horizontal.axis.source).toBe('given');
    expect(horizontal.axis.chainage[0]).toBe(100);
    expect(horizontal.axis.xyz[1]).toBe(8_612_000);
  });

  it('on a level axis the two are the same', () => {
    const { axis, note } = parseAxisCsv('0,0,0,5\n10,10,0,5\n20,20,0,5', 'level.csv');
    expect(axis.kind).toBe('slope');
    expect(formatMessage(note, 'en')).toContain('level');
  });

  it.each([
    ['a header', 'chainage,x,y,z\n0,0,0,0\n1,1,0,0'],
    ['the Spanish header', 'progresiva;este;norte;cota\n0;0;0;0\n1;1;0;0'],
    ['comments, blank lines and Windows ends', '# axis\r\n\r\n0,0,0,0\r\n1,1,0,0\r\n'],
    ['a byte order mark, tabs and further columns', '\uFEFFs\tx\ty\tz\tTx\n0\t0\t0\t0\t1\n1\t1\t0\t0\t1'],
    ['blanks', '0 0 0 0\n 1  1 0 0'],
    ['decimal commas', '0,0;0,0;0;0,000\n1,0;1,0;0;0'],
  ])('may have %s', (_, text) => {
    const { axis } = parseAxisCsv(text, 'axis.csv');
    expect([...axis.chainage]).toEqual([0, 1]);
    expect([...axis.xyz]).toEqual([0, 0, 0, 1, 0, 0]);
  });

  it('allow the chords of a curve to be shorter than its chainage', () => {
    const axis = axisAlong(bend(25), 0, 60, 10);
    const text = csv(Array.from(axis.chainage, (s, i) => [s, ...axis.xyz.subarray(3 * i, 3 * i + 3)]));
    expect(parseAxisCsv(text, 'bend.csv').axis.chainage[6]).toBe(60);
  });

  it.skipIf(SHARED_DATA === null)(`reads the centreline of the simulated drift${WHY_SKIPPED}`, () => {
    const text = readFileSync(join(SHARED_DATA!, 'drift/truth_centreline.csv'), 'utf8');
    const { axis } = parseAxisCsv(text, 'truth_centreline.csv');
    expect(axis.kind).toBe('slope');
    expect(axis.chainage[axis.chainage.length - 1]).toBe(42);
  });
});

describe('profiles as CSV', () => {
  const line = straight(0, [385_000, 8_612_000, 4000]);
  const points = sampleDrive(line, onCircle(2), [0, 4], 100_000, 3);
  const accumulator = new ProfileAccumulator(axisAlong(line, 0, 4, 0.5));
  accumulator.add(points.xyz, points.origin);
  const profiles = accumulator.wall().profiles(1, 1, 3);

  const breaks = profiles.map(({ chainage }) => ({
    chainage,
    design: 'Ramp, north',
    designArea: 12,
    overbreak: 0.5,
    underbreak: 0.1,
    paid: 0.3,
    unpaid: 0.2,
    overBeyond: null,
    underBeyond: null,
    sectors: SECTORS.map((sector, i) => ({
      sector,
      overbreak: i,
      underbreak: 0,
      paid: null,
      unpaid: null,
      overBeyond: null,
      underBeyond: null,
      deepestOver: { depth: 0.1 * i, chainage, left: 1, up: 2, measured: true },
      deepestUnder: null,
    })),
  }));

  it('one line per profile, with figures that agree with the profile', () => {
    const [header, ...rows] = profilesCsv(profiles).trimEnd().split('\n');
    expect(header.split(',')).toHaveLength(13);
    expect(rows).toHaveLength(3);
    const values = rows[1].split(',').map(Number);
    expect(values[0]).toBe(2);
    expect(values[2]).toBeCloseTo(profiles[1].origin[1], 3);
    expect(values[4]).toBeCloseTo(profiles[1].area, 4);
    expect(values[8]).toBeGreaterThan(0.99);
    expect(values.slice(10, 12)).toEqual([expect.closeTo(4, 1), expect.closeTo(4, 1)]);
    expect(values[12]).toBeCloseTo(profiles[1].area / profiles[1].perimeter, 3);
    const [names, , second] = profilesCsv(profiles, breaks.slice(1)).split('\n');
    expect(second).toContain(
      ',12.0000,0.5000,0.1000,0.3000,0.2000,,,0.0000,0.0000,0.000,,1.0000,0.0000,0.100,,',
    );
    expect(second.endsWith(',"Ramp, north"')).toBe(true);
    expect(names.split(',')).toContain('over_left_wall_depth_m');
    // Where nothing is designed the cells are empty, not nought.
    const [, first] = profilesCsv(profiles, breaks.slice(1)).split('\n');
    expect(first.endsWith(',,,,')).toBe(true);
    expect(first.split(',')).toHaveLength(names.split(',').length);
  });

  it('no name of a design is a formula', () => {
    for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://x","y")']) {
      const named = breaks.map((section) => ({ ...section, design: formula }));
      const [, cell] = /,('?[^,]*|"(?:[^"]|"")*")$/.exec(profilesCsv(profiles, named).split('\n')[1])!;
      expect(cell.replace(/^"|"$/g, '').replaceAll('""', '"')).toBe(`'${formula}`);
    }
  });

  it('outlines: every vertex on the circle, in the section and in the map', () => {
    const rows = [...outlinesCsv(profiles)].join('').trimEnd().split('\n').slice(1);
    expect(rows).toHaveLength(3 * 180);
    for (const row of rows) {
      const [chainage, , left, up, x, y, z] = row.split(',').map(Number);
      expect(Math.hypot(left, up)).toBeCloseTo(2, 1);
      const { p } = line.at(chainage);
      expect(Math.hypot(x - p[0], y - p[1], z - p[2])).toBeCloseTo(Math.hypot(left, up), 3);
    }
  });
});
