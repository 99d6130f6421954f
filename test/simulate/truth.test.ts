import { expect } from 'vitest';
import { SocavonError } from '../../src-core/model/errors.ts';
import { simulateDrive } from '../../src-simulate/drive.ts';
import type { SimulateOptions } from '../../src-simulate/options.ts';
import { PRESETS, type PresetName, presetOptions } from '../../src-simulate/presets.ts';
import { driveTruth, trueProfiles, truthAxisCsv, truthBetween, truthTum } from '../../src-simulate/truth.ts';
import { describe, it, tiered } from '../support/tier.ts';
import { EXACT_DRIVE, SHORT_DRIVE } from './short-drive.ts';

const SEED = 23;
const BAUL_AREA = 16.892026; // 4.5 x 2.5 + arch of 1.7 m rise over 4.5 m: 2.338971^2 (a - sin a cos a), a = asin(2.25 / 2.338971)

/** Presets in which people, vehicles or ducts stand. */
const WITH_OBJECTS: ReadonlySet<PresetName> = new Set(['crew', 'mine']);

const exact = (change: Partial<SimulateOptions>) => simulateDrive({ ...EXACT_DRIVE, ...change });

describe('true volumes against closed formulas', () => {
  const ways: [string, SimulateOptions['alignment']][] = [
    ['straight and level', [{ length: 30, radius: null, grade: 0 }]],
    ['straight at 1:8', [{ length: 30, radius: null, grade: 0.125 }]],
    // The section is symmetric about the axis, so Pappus gives area x length on a level curve too.
    ['on a curve of 20 m', [{ length: 30, radius: 20, grade: 0 }]],
    ['on a climbing curve of 25 m', [{ length: 30, radius: 25, grade: 0.1 }]],
  ];

  it.each(ways)('baul %s: area x length', (_, alignment) => {
    const { volumes, voidSolid } = truthBetween(exact({ alignment }), 5.3, 22.71);
    const expected = BAUL_AREA * (22.71 - 5.3);
    expect(Math.abs(volumes.void / expected - 1)).toBeLessThan(1e-4);
    expect(Math.abs(voidSolid / expected - 1)).toBeLessThan(1e-4);
    expect(Math.abs(volumes.design / expected - 1)).toBeLessThan(1e-5);
    // The table's chords are all that keeps the void from the design.
    expect(volumes.overbreak + volumes.underbreak).toBeLessThan(1e-4 * expected);
  });

  it('a vertical curve under a high axis: Pappus with the centroid off the axis', () => {
    const [radius, axisHeight] = [2.5, 1.5];
    const drive = exact({
      section: { shape: 'circle', width: 2 * radius, height: 5, wallHeight: 2, axisHeight },
      alignment: [
        { length: 10, radius: null, grade: 0 },
        { length: 20, radius: null, grade: 0.3 },
      ],
    });
    const { volumes, voidSolid } = truthBetween(drive, 2, 28);
    const expected = Math.PI * radius ** 2 * (26 - (radius - axisHeight) * Math.atan(0.3));
    expect(Math.abs(volumes.void / expected - 1)).toBeLessThan(2e-5);
    expect(Math.abs(voidSolid / expected - 1)).toBeLessThan(5e-5);
    expect(Math.abs(expected / (Math.PI * radius ** 2 * 26) - 1)).toBeGreaterThan(0.01);
  });

  it('a niche adds its box, in full only where the range holds both jambs', () => {
    const drive = exact({
      recesses: [{ kind: 'niche', side: 'left', chainage: 12, width: 2, height: 2.2, depth: 1.2 }],
    });
    const { volumes, voidSolid } = truthBetween(drive, 5, 25);
    const box = 2 * 2.2 * 1.2;
    expect(Math.abs(volumes.recesses / box - 1)).toBeLessThan(5e-3);
    expect(Math.abs(voidSolid - volumes.void)).toBeLessThan(5e-4 * box);
    expect(volumes.void).toBeCloseTo(volumes.drive + volumes.recesses, 9);
    expect(truthBetween(drive, 5, 13).volumes.recesses).toBeCloseTo(volumes.recesses / 2, 9);
    expect(truthBetween(drive, 5, 12).volumes.recesses).toBe(0);
  });
});

describe(`true volumes of the presets (seed ${SEED})`, () => {
  it.each(tiered(Object.keys(PRESETS) as PresetName[], ['niche', 'crew']))(
    '%s: both integrations agree within 0.05 %',
    (preset) => {
      const drive = simulateDrive({ ...presetOptions(preset, 22), seed: SEED });
      const truth = driveTruth(drive, preset, [{ from: 7.777, to: 13.1234 }]);
      expect(truth.largestRelativeDifference).toBeLessThan(5e-4);
      const { volumes } = truth.surveyed;
      expect(volumes.drive).toBeCloseTo(volumes.design + volumes.overbreak - volumes.underbreak, 9);
      expect(volumes.void).toBeGreaterThan(volumes.design);
      expect(volumes.recesses > 1).toBe(preset === 'niche');
      expect(truth.objects.length > 0).toBe(WITH_OBJECTS.has(preset));
      expect(truth.every5m.map(({ from }) => from)).toEqual([5]);
    },
  );

  it('parts add up to the whole', () => {
    const drive = simulateDrive({ ...presetOptions('curved', 30), seed: SEED });
    const [a, b, c] = [
      truthBetween(drive, 6.01, 11.3),
      truthBetween(drive, 11.3, 20.2),
      truthBetween(drive, 6.01, 20.2),
    ];
    expect(a.volumes.void + b.volumes.void).toBeCloseTo(c.volumes.void, 9);
    expect(a.voidSolid + b.voidSolid).toBeCloseTo(c.voidSolid, 9);
  });

  it('areas over the chainage make the volume on a straight drive', () => {
    const drive = simulateDrive({ ...presetOptions('niche', 30), seed: SEED });
    const { sections } = driveTruth(drive, 'niche', []);
    const inside = sections.filter(({ chainage }) => chainage >= 5 && chainage < 25);
    const sum = inside.reduce((total, section) => total + 0.5 * section.drive, 0);
    // A sum every 0.5 m of scallops of 3 m: coarse, so the bound is.
    expect(Math.abs(sum / truthBetween(drive, 5, 25).volumes.drive - 1)).toBeLessThan(0.01);
  });

  it('refuses a range beyond the drive, naming what there is', () => {
    const drive = simulateDrive(SHORT_DRIVE);
    expect(() => truthBetween(drive, 10, 17)).toThrow(SocavonError);
    expect(() => truthBetween(drive, 10, 17)).toThrow('from 0 to 16 m');
    expect(() => truthBetween(drive, 10, 10)).toThrow(SocavonError);
  });
});

describe('truth files', () => {
  const drive = simulateDrive(SHORT_DRIVE);

  it('axis: chainage is the length along the polyline', () => {
    const [header, ...rows] = truthAxisCsv(drive).trim().split('\n');
    expect(header).toBe('chainage,x,y,z');
    const points = rows.map((row) => row.split(',').map(Number));
    let length = 0;
    for (let i = 1; i < points.length; i++) {
      length += Math.hypot(...[1, 2, 3].map((k) => points[i][k] - points[i - 1][k]));
      expect(Math.abs(length - points[i][0])).toBeLessThan(1e-4);
    }
    expect(points.at(-1)![0]).toBe(16);
  });

  it('trajectory: one pose a scan, on the sensor clock, at the pose of the first column', () => {
    const rows = truthTum(drive)
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(' '));
    expect(rows.length).toBe(drive.scans);
    expect(BigInt(rows[3][0].replace('.', ''))).toBe(drive.clockStartNs + 300_000_000n);
    const pose = drive.trajectory.poseAt(0.3);
    for (let i = 0; i < 3; i++) expect(Number(rows[3][1 + i])).toBeCloseTo(pose.t[i], 6);
    expect(Math.hypot(...rows[3].slice(4).map(Number))).toBeCloseTo(1, 8);
  });

  it('profiles: their shoelace area is the area of the section', () => {
    const { sections } = driveTruth(drive, null, []);
    for (const { chainage, outline } of trueProfiles(drive)) {
      let twice = 0;
      outline.forEach(([n, b], i) => {
        const [nextN, nextB] = outline[(i + 1) % outline.length];
        twice += n * nextB - b * nextN;
      });
      const section = sections.find((one) => one.chainage === chainage)!;
      expect(Math.abs(twice / 2 / section.void - 1)).toBeLessThan(2e-3);
    }
  });
});
