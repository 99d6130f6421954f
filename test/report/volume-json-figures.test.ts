import { describe, expect, it } from 'vitest';
import type { BreakVolumes } from '../../src-core/model/breaks.ts';
import type { ClearanceStudy } from '../../src-core/model/clearance.ts';
import type { ContourRound } from '../../src-core/model/contour.ts';
import type { DriveCoverage } from '../../src-core/model/drive-coverage.ts';
import type { DriveObject } from '../../src-core/model/drive-object.ts';
import type { FloorGrade } from '../../src-core/model/grade.ts';
import type { InstrumentCalibration } from '../../src-core/model/instrument-calibration.ts';
import { ALONG_CONSTRAINTS } from '../../src-core/model/pose.ts';
import { COVERAGE_95, type ReliabilityProfile } from '../../src-core/model/reliability.ts';
import { breaksJson } from '../../src-core/report/breaks-json.ts';
import { controlPointCount, rmsOfResiduals } from '../../src-core/report/control-summary.ts';
import { extrasJson } from '../../src-core/report/extras-json.ts';
import { clearanceJson, gradeJson } from '../../src-core/report/floor-json.ts';
import { instrumentJson } from '../../src-core/report/instrument-json.ts';
import { chainageText, dateText, fixed, percent } from '../../src-core/report/texts/format.ts';
import { formatVolumeJson, rounded, volumeJson } from '../../src-core/report/volume-json.ts';
import { reportInput } from './drive.ts';

const input = reportInput({ unobserved: [20, 30] });

describe('the metres of volume.json', () => {
  // Cells of 2 and 3 m; places along, left and up in m, variances of their lengths in m².
  const strip: ReliabilityProfile = {
    edges: Float64Array.of(100, 102, 105),
    heldBy: Uint8Array.of(0, 2),
    scans: Uint32Array.of(11, 0, 1, 2, 5, 6, 7, 8),
    weakShare: Float64Array.of(0.1, 0.2),
    position: Float64Array.of(0.1, 0.02, 0.03, 0.4, 0.05, 0.06),
    lengthVariance: Float64Array.of(1e-4, 4e-4),
    beyondVariance: 0,
    reference: 'start',
  };
  const { reliability } = volumeJson({ ...input, reliability: strip });

  it('have their edges, holders and scans, and ± of 1.96 standard deviations along, across, up and of their length', () => {
    const half = (sigma: number): number => rounded(COVERAGE_95 * sigma);
    const counts = (values: readonly number[]) =>
      Object.fromEntries(ALONG_CONSTRAINTS.map((name, i) => [name, values[i]]));
    expect(reliability).toEqual([
      {
        ...{ from: 100, to: 102, heldBy: ALONG_CONSTRAINTS[0], scans: counts([11, 0, 1, 2]) },
        plusMinus: { along: half(0.1), across: half(0.02), up: half(0.03) },
        lengthPlusMinus: half(0.01),
      },
      {
        ...{ from: 102, to: 105, heldBy: ALONG_CONSTRAINTS[2], scans: counts([5, 6, 7, 8]) },
        plusMinus: { along: half(0.4), across: half(0.05), up: half(0.06) },
        lengthPlusMinus: half(0.02),
      },
    ]);
    expect(half(0.1)).toBe(0.195996);
  });
});

describe('what volume.json has only where there is something', () => {
  const stated = { value: 2, plusMinus: 0.5, confidence: 0.95 };
  const object = {
    ...{ id: 1, kind: 'vehicle', from: 3.1234567, to: 4, area: 1.5, volume: stated },
    outline: Float64Array.of(3, -1, 4, -1, 4, 1.00000049),
  } as unknown as DriveObject;
  const withObject = (one: DriveObject) =>
    volumeJson({ ...input, volume: { ...input.volume, objects: [one] } }).objects[0];

  it('is the outline of an object as pairs, and its reach to either side and upwards', () => {
    expect(withObject(object)).toMatchObject({
      from: 3.123457,
      to: 4,
      outline: [
        [3, -1],
        [4, -1],
        [4, 1],
      ],
    });
    expect(withObject(object)).not.toHaveProperty('reach');
    const reach = { left: [-1.25, 0.5], up: [0, 1.75000049] } as const;
    expect(withObject({ ...object, reach }).reach).toEqual({ left: [-1.25, 0.5], up: [0, 1.75] });
  });

  it('is what moved and was left out, corrections, and the instrument', () => {
    const none = volumeJson(input, [], 0);
    for (const key of [
      'movedLeftOut',
      'corrections',
      'instrument',
      'madeBy',
      'tonnage',
      'contour',
      'clearance',
    ])
      expect(none).not.toHaveProperty(key);
    expect(volumeJson(input, [], 1).movedLeftOut).toBe(1);
    const [code, message] = ['measured-share', 'Little was measured.'] as const;
    expect(volumeJson(input, [{ code, message } as never], 0).warnings[0]).toEqual({ code, message });
    expect(volumeJson(input, [], 0, undefined, null, calibration).instrument).toEqual(
      instrumentJson(calibration),
    );
  });

  it('is what was driven, with the state of every stretch and the ± of those that have one', () => {
    const coverage = {
      ...{ driven: { from: 0.00000049, to: 10.5 }, surveyed: { from: 2, to: 9 } },
      ...{ drivenLength: 10.5, coveredLength: 7, isAsked: false },
      stretches: [
        { from: 0, to: 2, state: 'unseen', missing: [] },
        { from: 2, to: 9, state: 'filled', missing: ['crown'], plusMinus: 0.1234567 },
      ],
    } as unknown as DriveCoverage;
    const driveCoverage = volumeJson({ ...input, volume: { ...input.volume, coverage } }).coverage;
    expect(driveCoverage).toEqual({
      ...{ driven: { from: 0, to: 10.5 }, surveyed: { from: 2, to: 9 } },
      ...{ drivenLength: 10.5, coveredLength: 7, isAsked: false },
      stretches: [
        { from: 0, to: 2, state: 'unseen', missing: [] },
        { from: 2, to: 9, state: 'filled', missing: ['crown'], plusMinus: 0.123457 },
      ],
    });
  });

  it('is written with two blanks for each level and a line end', () => {
    expect(formatVolumeJson({ length: 1, volume: { value: 2 } } as never)).toBe(
      '{\n  "length": 1,\n  "volume": {\n    "value": 2\n  }\n}\n',
    );
    expect(rounded(1.23456789)).toBe(1.234568);
  });
});

const calibration = {
  ...{ serial: '992', productLine: 'OS-1-16-A0', rays: 3, patches: 4, scans: 5 },
  ...{ isBiasChecked: true, rangeBound: 0.0042 },
  parameters: [
    {
      kind: 'elevation',
      index: 3,
      value: 0.00123456789,
      sigma: 0.0000456789,
      isObserved: true,
      isApplied: true,
    },
    { kind: 'azimuth', index: 2, value: -0.001, sigma: 0.002, isObserved: true, isApplied: false },
    { kind: 'signal', index: 0, value: 0, sigma: 0.003, isObserved: false, isApplied: false },
  ],
} as unknown as InstrumentCalibration;

describe('the instrument of volume.json', () => {
  it('has its figures to a ten-millionth of m, rad and s, and says of each whether it is applied, small or unseen', () => {
    expect(instrumentJson(calibration)).toEqual({
      ...{ serial: '992', productLine: 'OS-1-16-A0', rays: 3, patches: 4, scans: 5 },
      ...{ isBiasChecked: true, rangeBound: 0.0042 },
      parameters: [
        { kind: 'elevation', index: 3, value: 0.0012346, sigma: 0.0000457, state: 'applied' },
        { kind: 'azimuth', index: 2, value: -0.001, sigma: 0.002, state: 'not-significant' },
        { kind: 'signal', index: 0, value: 0, sigma: 0.003, state: 'not-observed' },
      ],
    });
  });
});

describe('breaks, weight, contour and floor in volume.json', () => {
  const parts = {
    ...{ overbreak: 1.1, underbreak: 0.2, paid: 0.7, unpaid: 0.4, overBeyond: 0.05, underBeyond: 0.02 },
  };
  const none = { ...parts, paid: null, unpaid: null, overBeyond: null, underBeyond: null };

  it('have of a contract what it names, each under its name', () => {
    const of = (one: typeof parts | typeof none) =>
      breaksJson(
        {
          ...one,
          design: 9,
          plusMinus: null,
          sectors: [],
          stretches: [],
          undesigned: [{ from: 1, to: 2 }],
        } as unknown as BreakVolumes,
        rounded,
      );
    const rest = { design: 9, sectors: [], stretches: [], undesigned: [{ from: 1, to: 2 }] };
    expect(of(parts)).toEqual({ ...rest, ...parts });
    expect(of(none)).toEqual({ ...rest, overbreak: 1.1, underbreak: 0.2 });
  });

  it('weigh by density, ± and all, and loosen by swell: tonnes of bank, loose cubic metres', () => {
    const { volume, drive } = input.volume;
    const material = { density: 2.7, swell: 0.5 };
    const json = extrasJson(input.volume, { material, contour: null }, rounded);
    const weight = ({ value, plusMinus }: typeof volume) => ({
      ...{ tonnes: rounded(2.7 * value), plusMinus: rounded(2.7 * plusMinus), loose: rounded(1.5 * value) },
    });
    expect(json).toEqual({ tonnage: { ...material, volume: weight(volume), drive: weight(drive) } });
  });

  it('tell of each round its ends and depths in metres, null where nothing is known', () => {
    const round = { number: 2, from: 4, to: 8, meanOver: 0.1, deepestOver: { depth: 0.3 }, roughness: 0.05 };
    const contour = [
      { ...round, variation: 0.06 },
      { number: 3, from: 8, to: 12, meanOver: null, deepestOver: null, roughness: null, variation: null },
    ] as unknown as ContourRound[];
    expect(extrasJson(input.volume, { material: null, contour }, rounded)).toEqual({
      contour: [
        { ...round, deepestOver: 0.3, variation: 0.06 },
        { number: 3, from: 8, to: 12, meanOver: null, deepestOver: null, roughness: null, variation: null },
      ],
    });
  });

  it('tell of a vehicle all of its sizes, and of gradients what is known', () => {
    const vehicle = { width: 2, height: 2.5, length: 9, groundClearance: 0.3, wheelbase: 3.5 };
    const least = { value: 0.4, chainage: 12, measured: true };
    const study = {
      ...{ vehicle, verdict: 'passes', largestWidth: least, largestHeight: { ...least, chainage: 13 } },
      ...{
        blocked: [{ from: 1, to: 2 }],
        unseen: [{ from: 3, to: 4 }],
        open: [{ from: 5, to: 6 }],
        stations: [],
      },
    } as unknown as ClearanceStudy;
    const { stations: _, ...reported } = study;
    expect(clearanceJson(study, rounded)).toEqual(reported);
    const stretch = {
      from: 1,
      to: 9,
      gradient: 0.12,
      plusMinus: 0.004,
      designGradient: null,
      measuredShare: 0.9,
    };
    const station = {
      ...{ chainage: 5, elevation: 300, gradient: null, plusMinus: null, designElevation: 301 },
      ...{ designGradient: 0.125, measured: false },
    };
    const grade = {
      baseLength: 5,
      mean: stretch,
      worst: [stretch],
      stations: [station],
    } as unknown as FloorGrade;
    expect(gradeJson(grade, rounded)).toEqual(grade);
  });

  it('count control points that hold the poses once each, and take the root of the mean square of a role', () => {
    const at = (name: string, role: 'control' | 'check', scanIndex: number, distance: number) => ({
      ...{ name, role, scanIndex, distance, error: [distance, 0, 0] as [number, number, number] },
    });
    const of = {
      residuals: [
        ...[at('A', 'control', 1, 0.003), at('A', 'control', 2, 0.004), at('B', 'control', 3, 0.5)],
        ...[at('C', 'control', 4, 0.005), at('D', 'check', 5, 0.012)],
      ],
      leftOut: [
        { name: 'B', scanIndex: 3 },
        { name: 'C', scanIndex: 9 },
      ],
    };
    expect(controlPointCount(of)).toBe(2);
    expect(rmsOfResiduals(of, 'control')).toBeCloseTo(Math.sqrt((9 + 16 + 25) / 3) / 1000, 12);
    expect(rmsOfResiduals(of, 'check')).toBeCloseTo(0.012, 12);
    expect(rmsOfResiduals({ residuals: of.residuals.slice(0, 2), leftOut: [] }, 'check')).toBeNull();
  });
});

describe('a number in a document', () => {
  it('has a narrow space before every three digits, a true minus unless it is zero, and a dash where there is none', () => {
    expect(fixed(1234567.891, 2)).toBe('1\u202f234\u202f567.89');
    expect(fixed(-0.004, 2)).toBe('0.00');
    expect(fixed(-0.006, 2)).toBe('\u22120.01');
    expect(fixed(Number.NaN, 2)).toBe('\u2013');
    expect(percent(0.1234, 1)).toBe('12.3\u202f%');
  });

  it('is a chainage in kilometres and metres with all of its places, rounded before it is split', () => {
    expect(chainageText(1234.5)).toBe('1+234.50');
    expect(chainageText(999.996)).toBe('1+000.00');
    expect(chainageText(7.25, 1)).toBe('0+007.3');
    expect(chainageText(12.4, 0)).toBe('0+012');
    expect(chainageText(-3.5)).toBe('\u22120+003.50');
    expect(chainageText(-0.001)).toBe('0+000.00');
    expect(chainageText(0)).toBe('0+000.00');
  });

  it('is a date to the minute in UTC', () => {
    expect(dateText(new Date(Date.UTC(2026, 10, 28, 19, 5, 59)))).toBe('2026-11-28 19:05 UTC');
  });
});
