import type { LoopEvidence } from '../../src-core/model/loop.ts';
import type { ReportRefinement } from '../../src-core/report/report-input.ts';

const point = (name: string, role: 'control' | 'check' = 'control', k = 0) => ({
  ...{ name, role, easting: 345_678.9 + 4 * k, northing: 8_612_345.6, elevation: 4321.1, sigma: 0.005 },
});

const residual = (
  name: string,
  scanIndex: number,
  error: readonly [number, number, number],
  role: 'control' | 'check' = 'control',
) => ({ name, role, scanIndex, error, distance: Math.hypot(...error) });

const LOOP: LoopEvidence = {
  ...{ fromScan: 12, toScan: 580, pathBetween: 88.4, distance: 0.31, distanceSigma: 0.06 },
  ...{ accepted: true, refusal: 'none', decidedBy: 'person', byRules: 'outside-gate' },
  ...{ T_from_to: null, covariance: null, chi2: 7.5 },
  figures: {
    ...{ overlap: 0.98, inlierShare: 0.97, rms: 0.0123, weakShare: 0.2 },
    ...{ asymmetry: 0.003, asymmetryAngle: 0.0007, rival: 0.6 },
  },
};

/** Three points that hold, one that was left out, a check point and one that nobody saw; a loop of each kind. */
export const REFINEMENT: ReportRefinement = {
  points: [
    ...['T1', 'T2', 'T3', 'T5', 'T9'].map((name, k) => point(name, 'control', k)),
    point('T4', 'check', 5),
  ],
  isPlacedByPoints: true,
  residuals: [
    residual('T1', 40, [0.003, 0, 0]),
    residual('T2', 160, [0, -0.004, 0]),
    residual('T3', 300, [0, 0, 0.005]),
    residual('T5', 420, [0.09, 0, 0]),
    residual('T4', 310, [0.012, -0.005, 0.003], 'check'),
  ],
  leftOut: [{ name: 'T5', scanIndex: 420 }],
  unseen: ['T9'],
  loops: [
    LOOP,
    { ...LOOP, ...{ toScan: 571, accepted: false, refusal: 'ambiguous', decidedBy: 'rules' } },
    { ...LOOP, ...{ toScan: 560, accepted: false, refusal: 'by-hand', byRules: 'none', figures: null } },
  ],
};
