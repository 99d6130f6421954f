import { expect, it } from 'vitest';
import type { AlignmentEdit } from '../../src-core/contract/alignment-requests.ts';
import { ODOMETRY_DEFAULTS } from '../../src-core/odometry/odometry-options.ts';
import { ALIGNMENT_SETTINGS } from '../../src-core/question/alignment-settings.ts';
import { applySettings } from '../../src-core/question/apply-settings.ts';
import { settingsAt } from '../../src-core/question/settings-at.ts';
import { optionsAt } from '../../src-core/survey/alignment-edits.ts';

/** The person set scan 50 first, and went back to scan 20 afterwards. */
const EDITS: AlignmentEdit[] = [
  { kind: 'options', scan: 50, options: { thinning: 4, gyro: false } },
  { kind: 'reject', scan: 30 },
  { kind: 'options', scan: 20, options: { thinning: 8, 'submap.binSize': 0.5 } },
];

it.each([
  [19, {}],
  [20, { thinning: 8, 'submap.binSize': 0.5 }],
  [49, { thinning: 8, 'submap.binSize': 0.5 }],
  [50, { thinning: 4, gyro: false, 'submap.binSize': 0.5 }],
])('gives at scan %i what the alignment takes, whichever edit was made first', (scan, expected) => {
  expect(settingsAt(EDITS, scan)).toEqual(expected);
  expect(optionsAt(ODOMETRY_DEFAULTS, EDITS, scan)).toEqual(
    applySettings(ALIGNMENT_SETTINGS, ODOMETRY_DEFAULTS, expected),
  );
});

it('gives of two edits from the same scan on what was set later', () => {
  const again: AlignmentEdit = { kind: 'options', scan: 50, options: { thinning: 2 } };
  expect(settingsAt([...EDITS, again], 60)).toMatchObject({ thinning: 2, gyro: false });
});
