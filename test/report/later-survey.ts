import type { ClearanceStudy } from '../../src-core/model/clearance.ts';
import type { ContourRound } from '../../src-core/model/contour.ts';
import type { ConvergenceMap, ProfileConvergence } from '../../src-core/model/convergence.ts';
import type { EpochComparison } from '../../src-core/model/epoch.ts';
import type { FloorGrade, GradeStretch } from '../../src-core/model/grade.ts';

/** A drive of 60 m against its survey of two weeks before, when it was 12 m shorter. */
export const COMPARISON: EpochComparison = {
  earlier: { name: 'rampa-4320 febrero', date: '2025-02-28', placedBy: 'control' },
  later: { name: 'rampa-4320 marzo', date: '2025-03-14', placedBy: 'control' },
  common: { from: 0, to: 47.5 },
  volume: { value: 206.41, plusMinus: 4.12 },
  overCommon: { value: 2.73, plusMinus: 3.05 },
  newLength: { value: 203.68, plusMinus: 2.77 },
  uncertainty: [
    { source: 'range-bias', sigma: 0.97 },
    { source: 'range-noise', sigma: 0.05 },
    { source: 'filled-wall', sigma: 0.41 },
    { source: 'face', sigma: 0.33 },
    { source: 'registration-along', sigma: 1.61 },
    { source: 'registration-radial', sigma: 0.62 },
    { source: 'unsurveyed-gap', sigma: 0 },
  ],
  advance: { value: 12.04, plusMinus: 0.09 },
  faces: { earlier: 47.96, later: 60 },
  rounds: [
    {
      ...{ name: 'D-118', from: 48, to: 52, pull: 0.99, advance: 3.96 },
      volume: { value: 67.1, plusMinus: 1.3 },
    },
    { ...{ name: 'D-119', from: 52, to: 56, pull: 1, advance: 4 }, volume: { value: 68.3, plusMinus: 1.3 } },
    {
      ...{ name: 'D-120', from: 56, to: 60.4, pull: 0.91, advance: 4 },
      volume: { value: 68.28, plusMinus: 1.4 },
    },
  ],
  warnings: [{ code: 'axis-short', message: 'The axis ends 0.4 m before the face.' }],
};

const ROWS = 47;
const COLUMNS = 24;

/** A patch of the left wall that came in by 22 mm; all else is noise. */
export const CONVERGENCE: ConvergenceMap = {
  ...{ from: 0, step: 1, rows: ROWS, columns: COLUMNS, comparedShare: 0.93 },
  distance: Float32Array.from({ length: ROWS * COLUMNS }, (_, i) =>
    i % 17 === 0 ? Number.NaN : hasMoved(i) ? -0.022 : 0.001,
  ),
  detection: Float32Array.from({ length: ROWS * COLUMNS }, () => 0.008),
  significant: Uint8Array.from({ length: ROWS * COLUMNS }, (_, i) => (i % 17 !== 0 && hasMoved(i) ? 1 : 0)),
  profiles: Array.from({ length: ROWS }, (_, row): ProfileConvergence => {
    const moved = row >= 20 && row < 25;
    return {
      ...{ from: row, to: row + 1, mean: moved ? -0.0043 : 0.0006, outward: null },
      inward: moved ? -0.0221 : null,
      laid: [0.0004, -0.0012],
      width: { before: 4.61, closed: moved ? 0.0214 : 0.001, detection: 0.009 },
      height: row === 3 ? null : { before: 4.31, closed: -0.002, detection: 0.009 },
    };
  }),
};

function hasMoved(i: number): boolean {
  const [row, column] = [Math.floor(i / COLUMNS), i % COLUMNS];
  return row >= 20 && row < 25 && column >= 10 && column < 14;
}

const STEEP: GradeStretch = {
  ...{ from: 22.5, to: 32.5, gradient: 0.1391, plusMinus: 0.0042 },
  ...{ designGradient: 0.125, measuredShare: 0.97 },
};

export const GRADE: FloorGrade = {
  baseLength: 10,
  stations: Array.from({ length: 61 }, (_, i) => ({
    ...{ chainage: i, plumbChainage: i, run: 0.992 * i, left: 0, up: -1.7, measured: i < 10 || i > 17 },
    elevation: 4319.8 + 0.124 * i + 0.04 * Math.sin(0.9 * i),
    gradient: i < 5 || i > 55 ? null : 0.125 + 0.012 * Math.cos(0.3 * i),
    plusMinus: i < 5 || i > 55 ? null : 0.004,
    ...{ measuredShare: 0.95, designElevation: 4319.8 + 0.124 * i, designGradient: 0.125 },
  })),
  mean: { ...STEEP, from: 0, to: 60, gradient: 0.1256, plusMinus: 0.0011 },
  worst: [STEEP, { ...STEEP, from: 41, to: 51, gradient: 0.1172 }],
};

export const CLEARANCE: ClearanceStudy = {
  vehicle: { width: 2.6, height: 2.7, groundClearance: 0.3, length: 9.7, wheelbase: 3.4 },
  verdict: 'unknown',
  stations: Array.from({ length: 119 }, (_, i) => ({
    ...{ chainage: i / 2, floorUp: -1.7, floorMeasured: true, middle: 0 },
    swept: { left: 0.02, right: 0.05, up: 0, down: 0 },
    free: { left: 0.9 + 0.1 * Math.sin(i / 3), right: 0.8 + 0.1 * Math.cos(i / 4), top: 1.3 },
    filled: { left: i > 20 && i < 36, right: false, top: false },
    ...{ widest: 4.1, highest: 3.9 },
  })),
  open: [{ from: 59.2, to: 60 }],
  blocked: [],
  unseen: [{ from: 10.25, to: 17.75 }],
  largestWidth: { value: 3.94, chainage: 13.5, measured: false },
  largestHeight: { value: 3.81, chainage: 44, measured: true },
};

export const CONTOUR: readonly ContourRound[] = [
  {
    ...{
      number: 1,
      from: 48,
      to: 52,
      sections: [null, null],
      meanOver: 0.112,
      roughness: 1.04,
      variation: 0.06,
    },
    deepestOver: { depth: 0.31, chainage: 50.67, left: 1.4, up: 1.9, measured: true },
  },
  {
    ...{ number: 2, from: 52, to: 56, sections: [null, null], meanOver: null, roughness: 1.02 },
    ...{ variation: null, deepestOver: null },
  },
];
