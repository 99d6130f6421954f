import { describe, expect, it } from 'vitest';
import { lessCourse } from '../../src-core/calibration/beam-course.ts';
import { InstrumentCalibrator } from '../../src-core/calibration/instrument-calibrator.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import {
  type CalibrationKind,
  calibrationSchema,
  type InstrumentCalibration,
  parametersOf,
} from '../../src-core/model/instrument-calibration.ts';
import { BOX, type BoxErrors, boxedDrive, boxSensor } from './boxed-drive.ts';

const SEED = 7;
const OFFSETS = Array.from({ length: 16 }, (_, b) => 0.006 * Math.sin(7 * b + 1));
/** Neighbours against each other. */
const ELEVATIONS = Array.from({ length: 16 }, (_, b) => (b % 2 === 0 ? 0.05 : -0.05));

const FACTORS = lessCourse(boxSensor().beamAltitudeDeg, 16);
/** What a beam has of its own, less the smooth course of all. */
const beamPart = (values: readonly number[], beam: number): number =>
  values.reduce((sum, value, b) => sum + FACTORS[16 * beam + b] * value, 0);

function calibrated(
  errors: BoxErrors,
  {
    distance = null,
    earlier = null,
    scans = 20,
    noise = 0.01,
    every,
  }: {
    distance?: { metres: number; sigma: number } | null;
    earlier?: InstrumentCalibration | null;
    scans?: number;
    noise?: number;
    every?: number;
  } = {},
): InstrumentCalibration | null {
  const calibrator = new InstrumentCalibrator(boxSensor(), 1);
  for (const { scan, pose } of boxedDrive({ seed: SEED, scans, step: 0.15, noise, errors, every }))
    calibrator.add({ scan, imu: [], pose });
  return calibrator.finish({ earlier, distance });
}

function chi(
  calibration: InstrumentCalibration,
  kind: CalibrationKind,
  truth: (index: number) => number,
): number {
  const all = parametersOf(calibration, kind);
  return Math.sqrt(
    all.reduce((sum, { index, value, sigma }) => sum + ((value - truth(index)) / sigma) ** 2, 0) / all.length,
  );
}

const perfect = calibrated({})!;
const withOffsets = calibrated({ offsets: OFFSETS })!;

describe(`the calibration of a sensor in a box of planes (seed ${SEED})`, () => {
  it('finds the range offsets of the beams, with deviations that hold', () => {
    const calibration = withOffsets;
    const offsets = parametersOf(calibration, 'range-offset');
    expect(chi(calibration, 'range-offset', (b) => beamPart(OFFSETS, b))).toBeLessThan(1.6);
    for (const { sigma, isApplied } of offsets) {
      expect(sigma).toBeLessThan(0.0015);
      expect(isApplied).toBe(true);
    }
  });

  it('finds the elevations of the beams against their neighbours', () => {
    const calibration = calibrated({ elevationsDeg: ELEVATIONS }, { noise: 0.003 })!;
    const degrees = Math.PI / 180;
    for (const { index, value, sigma } of parametersOf(calibration, 'elevation'))
      expect(Math.abs(value - degrees * beamPart(ELEVATIONS, index))).toBeLessThan(
        4 * sigma + 0.012 * degrees,
      );
    expect(parametersOf(calibration, 'elevation').some(({ isApplied }) => isApplied)).toBe(true);
  });

  it('corrects nothing of a perfect sensor, and writes it as plain JSON', () => {
    const calibration = perfect;
    expect(calibration.parameters.filter(({ isApplied }) => isApplied)).toEqual([]);
    expect(calibration.rangeBound).toBeNull();
    expect(calibrationSchema.parse(JSON.parse(JSON.stringify(calibration)))).toEqual(calibration);
  });

  it('finds the drift of a sensor that warms up over minutes', () => {
    const calibration = calibrated({ drift: 0.00003 }, { every: 15 })!;
    const [last] = parametersOf(calibration, 'warm-up').slice(-1);
    const seconds = calibration.knotSeconds[last.index];
    expect(seconds).toBeGreaterThan(280);
    expect(Math.abs(last.value - 0.00003 * seconds)).toBeLessThan(3 * last.sigma);
    expect(last.isApplied).toBe(true);
  });

  it('does not take for warming up what no sensor warms up by in the time of the drive', () => {
    const calibration = calibrated({ drift: 0.0003 })!;
    const [last] = parametersOf(calibration, 'warm-up').slice(-1);
    expect(calibration.knotSeconds[last.index]).toBeLessThan(40);
    expect(last).toMatchObject({ isObserved: false, isApplied: false });
  });

  it('does not correct the common bias without a check distance, and does with one', () => {
    expect(parametersOf(withOffsets, 'common-bias')[0].isApplied).toBe(false);
    const width = BOX.y[1] - BOX.y[0];
    const calibration = calibrated({ common: 0.008 }, { distance: { metres: width, sigma: 0.001 } })!;
    const [checked] = parametersOf(calibration, 'common-bias');
    expect(Math.abs(checked.value - 0.008)).toBeLessThan(0.0015);
    expect(checked).toMatchObject({ isApplied: true, isObserved: true });
    expect(calibration.rangeBound).toBeCloseTo(1.96 * checked.sigma, 9);
    expect(calibration.rangeBound).toBeLessThan(0.002);
  });

  it('refuses a check distance between no two walls', () => {
    const ask = (): unknown => calibrated({}, { distance: { metres: 7.7, sigma: 0.001 }, scans: 8 });
    expect(ask).toThrow(SocavonError);
  });

  it('recognises the beam table of another sensor', () => {
    const foreign = Array.from({ length: 16 }, (_, b) => 0.5 * Math.sin(9 * b * b));
    const calibration = calibrated({ elevationsDeg: foreign })!;
    expect(calibration.isOtherInstrument).toBe(true);
    expect(calibration.parameters.some(({ isApplied }) => isApplied)).toBe(false);
  });

  it('starts from an earlier calibration of the same sensor', () => {
    const first = withOffsets;
    const second = calibrated({ offsets: OFFSETS }, { earlier: first, scans: 8 })!;
    const sigma = (of: InstrumentCalibration): number =>
      Math.hypot(
        ...['elevation', 'azimuth'].flatMap((kind) =>
          parametersOf(of, kind as CalibrationKind).map((each) => each.sigma),
        ),
      );
    const alone = calibrated({ offsets: OFFSETS }, { scans: 8 })!;
    expect(sigma(second)).toBeLessThan(0.98 * sigma(alone));
  });

  it('says nothing where too little of the wall was seen twice', () => {
    expect(calibrated({}, { scans: 3 })).toBeNull();
  });
});
