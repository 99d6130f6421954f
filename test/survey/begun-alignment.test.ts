import { describe, expect, it } from 'vitest';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/odometry/cpu-scan-aligner.ts';
import { ODOMETRY_DEFAULTS } from '../../src-core/odometry/odometry-options.ts';
import { BegunAlignment, type GrowingScans } from '../../src-core/survey/begun-alignment.ts';
import { keyframesBetween } from '../../src-core/survey/keyframes-in-reach.ts';
import { simulateScans } from '../../src-simulate/simulate-scans.ts';
import { SHORT_DRIVE } from '../simulate/short-drive.ts';

const SEED = 89;
const ALIGNED = 3;

describe(`an alignment begun beside an import (seed ${SEED})`, () => {
  it('rebuilds its submap from the keyframes of the scans that it aligned, within the radius of the submap', async () => {
    const { sensor, read } = simulateScans({ ...SHORT_DRIVE, seed: SEED }, SILENT_CONTEXT);
    const growing: GrowingScans = {
      ...{ sensor, read, count: Number.POSITIVE_INFINITY },
      isStored: async (index) => index < ALIGNED,
    };
    const begun = new BegunAlignment(growing, ODOMETRY_DEFAULTS, CPU_SCAN_ENGINE);
    await begun.follow(SILENT_CONTEXT);
    const poses = begun.takePlaced().map(({ pose }) => pose);
    expect(poses).toHaveLength(ALIGNED);
    expect(begun.poses).toEqual([]);

    const asked: number[][] = [];
    begun.readKeyframesFrom(async (from, to, radius) => {
      asked.push([from, to, radius]);
      return keyframesBetween(poses, from, to);
    });
    begun.alignment.destroy();
    const [{ pose }] = await begun.alignment.step(SILENT_CONTEXT);
    begun.alignment.destroy();
    expect(asked).toEqual([[0, ALIGNED, ODOMETRY_DEFAULTS.submap.radius]]);
    expect(pose.scanIndex).toBe(ALIGNED);
  });
});
