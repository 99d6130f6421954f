import { describe, expect, it } from 'vitest';
import { epochAtTruth, lineOf } from '../../bench/support/simulated-epochs.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { compareEpochs } from '../../src-core/tunnel/epochs/compare-epochs.ts';
import { convergence } from '../../src-core/tunnel/epochs/convergence.ts';
import { simulateScans } from '../../src-simulate/simulate-scans.ts';
import { epochsTruth } from '../../src-simulate/truth/truth-epochs.ts';
import { faceTruth } from '../../src-simulate/truth/truth-face.ts';
import { SHORT_DRIVE } from '../simulate/short-drive.ts';

const SEED = 61;
// Slow enough for the crown near the face to be seen from before.
const WORKING = { ...SHORT_DRIVE, seed: SEED, length: 20, speed: 2.5, stillEnd: 0.3 };
const CHANGE = { chainage: 8, angleDeg: 0, length: 4, width: 2, outward: -0.03 };

describe(`two simulated surveys at their true poses (seed ${SEED})`, () => {
  it('period volume, advance and what moved are those of the truth', async () => {
    const earlier = simulateScans({ ...WORKING, faceAt: 17 }, SILENT_CONTEXT);
    const later = simulateScans(
      { ...WORKING, surveySeed: SEED + 1, lateralOffset: -0.2, wallChanges: [CHANGE] },
      SILENT_CONTEXT,
    );
    const axis = lineOf(later.drive);
    const [before, after] = [await epochAtTruth(earlier, axis, 'a'), await epochAtTruth(later, axis, 'b')];
    for (const [epoch, { drive }] of [
      [before, earlier],
      [after, later],
    ] as const) {
      const truth = faceTruth(drive);
      if (!epoch.face.seen) throw new Error(epoch.face.message);
      expect(Math.abs(epoch.face.face.mean - truth.mean)).toBeLessThan(0.02);
      expect(Math.abs(epoch.face.face.nearest - truth.nearest)).toBeLessThan(0.2);
    }

    const period = compareEpochs(before, after, [], { from: 6 });
    const truth = epochsTruth(earlier.drive, later.drive, period.common.from);
    expect(Math.abs(period.volume.value / truth.periodVolume - 1)).toBeLessThan(0.015);
    expect(Math.abs(period.volume.value - truth.periodVolume)).toBeLessThan(period.volume.plusMinus);
    expect(Math.abs(period.advance!.value - truth.advance)).toBeLessThan(0.03);
    expect(Math.abs(period.advance!.value - truth.advance)).toBeLessThan(period.advance!.plusMinus);

    const { from, to } = period.common;
    const map = convergence(before.wall, after.wall, () => [0, 0, 0], from, to);
    const row = Math.floor((8 - map.from) / map.step);
    const column = Math.floor(map.columns / 2);
    expect(map.significant[row * map.columns + column]).toBe(1);
    expect(Math.abs(map.distance[row * map.columns + column] + 0.03)).toBeLessThan(0.008);
    const alarms = [...map.significant.keys()].filter(
      (at) =>
        map.significant[at] === 1 && Math.abs(map.from + Math.floor(at / map.columns) * map.step - 8) > 2.6,
    );
    expect(alarms.length).toBeLessThan(0.05 * map.significant.length);
  }, 1_800_000);
});
