import { describe, expect, it } from 'vitest';
import { coverageHalfWidth } from '../../src-core/math/coverage.ts';
import type { Round } from '../../src-core/model/epoch.ts';
import { NO_RELIABILITY } from '../../src-core/model/reliability.ts';
import { compareEpochs } from '../../src-core/tunnel/epochs/compare-epochs.ts';
import type { SurveyedEpoch } from '../../src-core/tunnel/epochs/epoch-options.ts';
import { facePosition } from '../../src-core/tunnel/epochs/face/face-position.ts';
import { tonnage } from '../../src-core/tunnel/volume/tonnage.ts';
import { type EndedDrive, endedDrive, type FaceShape, RADIUS } from './faces.ts';
import { straight } from './solids.ts';

const SEED = 88;
const AREA = Math.PI * RADIUS ** 2;
const LINE = straight(0.1);
const BEFORE = 14;
const ADVANCE = 3;

const slanted: FaceShape = (left) => BEFORE + 0.4 * left;
const bulged: FaceShape = (left, up) => BEFORE + ADVANCE + 0.6 * ((left ** 2 + up ** 2) / RADIUS ** 2 - 0.5);

function epoch(drive: Partial<EndedDrive>, own: Partial<SurveyedEpoch> = {}): SurveyedEpoch {
  const { wall, ahead } = endedDrive({ line: LINE, face: null, end: BEFORE, seed: SEED, ...drive });
  return {
    name: 'A',
    date: '2026-03-02',
    instrument: '122201000999',
    grid: 'mine-grid',
    placedBy: 'control',
    wall,
    face: facePosition(ahead, wall),
    strip: NO_RELIABILITY,
    controlSigma: 0,
    ...own,
  };
}

const march = epoch({ face: slanted });
const april = epoch(
  { face: bulged, end: BEFORE + ADVANCE, seed: SEED + 1 },
  { name: 'B', date: '2026-04-02' },
);

describe(`two surveys of a round drive, faces slanted and bulged (seed ${SEED})`, () => {
  const period = compareEpochs(march, april);

  it('period volume and advance are those of the cylinder between the mean faces', () => {
    expect(Math.abs(period.volume.value / (AREA * ADVANCE) - 1)).toBeLessThan(0.005);
    expect(Math.abs(period.volume.value - AREA * ADVANCE)).toBeLessThan(period.volume.plusMinus);
    expect(Math.abs(period.advance!.value - ADVANCE)).toBeLessThan(0.005);
    expect(Math.abs(period.advance!.value - ADVANCE)).toBeLessThan(period.advance!.plusMinus);
    expect(period.overCommon.value + period.newLength!.value).toBeCloseTo(period.volume.value, 9);
    expect(Math.abs(period.overCommon.value)).toBeLessThan(period.overCommon.plusMinus);
    expect(period.warnings).toEqual([]);
    expect(period.common.to).toBeLessThan(BEFORE);
  });

  it('the ± holds 95 % of the sum of its parts, the bias bounded, and every part is there', () => {
    const [bias, ...rest] = period.uncertainty.map((part) => part.sigma);
    const halfWidth = coverageHalfWidth(Math.sqrt(3) * bias, Math.hypot(...rest), 0.95);
    expect(period.volume.plusMinus).toBeCloseTo(halfWidth, 9);
    expect(period.volume.plusMinus).toBeGreaterThan(1.5 * Math.hypot(bias, ...rest));
    expect(period.uncertainty.map(({ source }) => source)).toEqual([
      'range-bias',
      'range-noise',
      'filled-wall',
      'face',
      'registration-along',
      'registration-radial',
      'unsurveyed-gap',
    ]);
    expect(period.volume.plusMinus / period.volume.value).toBeLessThan(0.03);
  });

  it('one instrument errs alike in both: the bias touches the new wall alone', () => {
    const bias = (comparison: typeof period) =>
      comparison.uncertainty.find(({ source }) => source === 'range-bias')!.sigma;
    expect(bias(period)).toBeCloseTo((2 * Math.PI * RADIUS * ADVANCE * 0.006) / Math.sqrt(3), 1);
    const other = compareEpochs(march, { ...april, instrument: null });
    expect(bias(other)).toBeGreaterThan(4 * bias(period));
    expect(other.advance!.plusMinus).toBeGreaterThan(period.advance!.plusMinus);
  });

  it('what is not known of the place of a map widens advance and volume, unless the two were tied', () => {
    const loose = compareEpochs(march, { ...april, controlSigma: 0.05 });
    expect(loose.advance!.plusMinus).toBeGreaterThan(0.098);
    expect(loose.volume.plusMinus).toBeGreaterThan(AREA * 0.098);
    const tied = compareEpochs(march, { ...april, controlSigma: 0.05 }, [], { relativeSigma: 0.002 });
    expect(tied.advance!.plusMinus).toBeLessThan(0.03);
  });

  it('rounds add up, and tell how much of what was drilled broke', () => {
    const rounds: Round[] = [
      { name: 'D-101', from: 12, to: 15.6 },
      { name: 'D-102', from: 15.6, to: 18.5 },
    ];
    const results = compareEpochs(march, april, rounds).rounds;
    const sum = results.reduce((total, { volume }) => total + volume.value, 0);
    expect(sum).toBeCloseTo(compareEpochs(march, april, [], { from: 12 }).volume.value, 6);
    expect(results[0].advance).toBeCloseTo(1.6, 1);
    expect(results[1].pull).toBeCloseTo(1.4 / 2.9, 2);
    expect(Math.abs(results[1].volume.value - 1.4 * AREA)).toBeLessThan(results[1].volume.plusMinus + 0.2);
    for (const { volume } of results) expect(volume.plusMinus).toBeGreaterThan(0);
  });

  it('rock that was scaled over the common stretch counts with it', () => {
    const scaled = epoch({
      face: bulged,
      end: BEFORE + ADVANCE,
      seed: SEED + 2,
      moved: (s) => (s > 6 && s < 8 ? 0.05 : 0),
    });
    const { overCommon } = compareEpochs(march, scaled);
    const gained = Math.PI * ((RADIUS + 0.05) ** 2 - RADIUS ** 2) * 2;
    expect(Math.abs(overCommon.value - gained)).toBeLessThan(0.05);
    expect(Math.abs(overCommon.value - gained)).toBeLessThan(overCommon.plusMinus);
  });

  it('what one survey did not see is no gain', () => {
    const hidden = epoch({
      face: slanted,
      keep: (s, left, up) => !(left > 1.2 && Math.abs(up) < 0.5 && s % 4 < 2 && s < 12),
    });
    const { overCommon } = compareEpochs(hidden, april);
    expect(Math.abs(overCommon.value)).toBeLessThan(0.12);
  });
});

describe('what is not known is not given', () => {
  it('an open end: no advance, the volume of the common stretch alone, and a sentence', () => {
    const open = epoch({ face: null, end: 20 });
    const comparison = compareEpochs(open, april, [{ name: 'D-101', from: 12, to: 13 }]);
    expect([comparison.advance, comparison.newLength, comparison.faces.earlier]).toEqual([null, null, null]);
    expect(comparison.volume).toEqual(comparison.overCommon);
    expect(comparison.warnings.map(({ code }) => code)).toEqual(['face-unseen']);
    expect(comparison.warnings[0].message).toContain('the end is open there, and no advance is given.');
    expect(comparison.rounds[0]).toMatchObject({ advance: null, pull: null });
    expect(comparison.rounds[0].volume.plusMinus).toBeGreaterThan(0);
  });

  it('a face that stands behind the earlier one, or far beyond the axis, is told', () => {
    const back = compareEpochs({ ...april, date: null }, march);
    expect(back.warnings.map(({ code }) => code)).toEqual(['face-went-back']);
    expect(back.advance!.value).toBeLessThan(-2.9);
    const short = [
      { face: slanted, axisEnd: 10 },
      { face: bulged, end: BEFORE + ADVANCE, axisEnd: 10 },
    ];
    const [first, second] = short.map((drive) => epoch(drive));
    expect(compareEpochs(first, second).warnings.map(({ code }) => code)).toEqual([
      'axis-short',
      'axis-short',
    ]);
  });

  it.each([
    [{ grid: 'local' as const }, 'One survey is in the mine grid, the other in a grid of its own'],
    [{ date: '2026-02-28' }, 'is dated 2026-02-28, before the earlier one of 2026-03-02'],
  ])('refuses %j', (own, message) => {
    expect(() => compareEpochs(march, { ...april, ...own })).toThrow(message);
  });

  it('two local grids are comparable only where one was laid into the other', () => {
    const [first, second] = [march, april].map((survey) => ({ ...survey, grid: 'local' as const }));
    expect(() => compareEpochs(first, second)).toThrow('Both surveys are in grids of their own');
    expect(compareEpochs(first, second, [], { relativeSigma: 0.003 }).advance).not.toBeNull();
  });

  it('refuses surveys that share no stretch, lie apart, or follow other axes', () => {
    expect(() => compareEpochs(march, april, [], { from: 30 })).toThrow('they share no stretch');
    const aside = epoch({ face: bulged, end: BEFORE + ADVANCE, moved: () => 0.9 });
    expect(() => compareEpochs(march, aside)).toThrow(
      'of the walls that both surveys measured lie on each other',
    );
    const other = epoch({ face: bulged, end: BEFORE + ADVANCE, axisEnd: 39 });
    expect(() => compareEpochs(march, other)).toThrow('along different axes');
  });
});

describe('tonnes', () => {
  it('by density, and loose by swell', () => {
    const tonnes = tonnage({ value: 50, plusMinus: 1 }, 2.7, 0.4);
    expect([tonnes.bank, tonnes.loose]).toEqual([50, 70]);
    expect(tonnes.tonnes).toBeCloseTo(135, 9);
    expect(tonnes.tonnesPlusMinus).toBeCloseTo(2.7, 9);
  });

  it.each([
    [0, 0.4, 'A density of 0 t/m³ gives no tonnes'],
    [-2, 0.4, 'A density of -2 t/m³ gives no tonnes'],
    [Number.NaN, 0.4, 'gives no tonnes'],
    [2700, 0.4, 'is it in kg/m³?'],
    [2.7, 40, 'A swell of 40 is not possible'],
    [2.7, -0.1, 'A swell of -0.1 is not possible'],
  ])('refuses a density of %f with a swell of %f', (density, swell, message) => {
    expect(() => tonnage({ value: 1, plusMinus: 0 }, density, swell)).toThrow(message);
  });
});
