import { beforeAll, describe, expect } from 'vitest';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import type { ScanPose } from '../../../src-core/model/pose.ts';
import { CPU_SCAN_ENGINE } from '../../../src-core/odometry/cpu-scan-aligner.ts';
import { ODOMETRY_DEFAULTS } from '../../../src-core/odometry/odometry-options.ts';
import { align } from '../../../src-core/survey/align.ts';
import type { ScanStore } from '../../../src-core/survey/scan-store.ts';
import { BegunAlignment, type GrowingScans } from '../../../src-main/jobs/schedule/begun-alignment.ts';
import { simulateScans } from '../../../src-simulate/simulate-scans.ts';
import { PoseMemory } from '../../fixtures/pose-memory.ts';
import { SHORT_DRIVE } from '../../simulate/short-drive.ts';
import { it, tiered } from '../../support/tier.ts';

const SEED = 89;
const SCANS = 23;

describe(`an alignment begun while its scans are imported (seed ${SEED})`, () => {
  let store: ScanStore;
  let whole: readonly ScanPose[];
  const stored = new PoseMemory();

  beforeAll(async () => {
    const { sensor, read } = simulateScans({ ...SHORT_DRIVE, seed: SEED }, SILENT_CONTEXT);
    store = { sensor, count: SCANS, read };
    const task = { options: ODOMETRY_DEFAULTS, edits: [], engine: CPU_SCAN_ENGINE, resume: null };
    await align(store, { ...task, store: stored }, SILENT_CONTEXT);
    whole = stored.poses();
  });

  /** The scans while they are imported, until the import has ended before one of them. */
  const importedUntil = (end: number): GrowingScans => {
    let hasEnded = false;
    return {
      sensor: store.sensor,
      get count() {
        return hasEnded ? SCANS : Number.POSITIVE_INFINITY;
      },
      async isStored(index) {
        hasEnded ||= index >= end;
        return !hasEnded;
      },
      read: (index) => store.read(index),
    };
  };
  const begunUntil = async (end: number): Promise<BegunAlignment> => {
    const begun = new BegunAlignment(importedUntil(end), ODOMETRY_DEFAULTS, CPU_SCAN_ENGINE);
    await begun.follow(SILENT_CONTEXT);
    return begun;
  };

  it.each(tiered([0, 1, 2, 3, 9, SCANS - 1, SCANS], [2, SCANS]))(
    'has the poses and states of one after the import, where that ends before scan %d',
    async (end) => {
      const begun = await begunUntil(end);
      // The first two are aligned together.
      expect(begun.poses).toEqual(whole.slice(0, end === 1 ? 2 : end));

      const kept = new PoseMemory();
      const diagnostics = await begun.finish({ edits: [], store: kept }, SILENT_CONTEXT);
      expect(kept.poses()).toEqual(whole);
      expect(kept.state).toBe(stored.state);
      expect(diagnostics.placed).toBe(SCANS);
      expect(begun.poses).toEqual([]);
    },
  );

  it('rebuilds its submap from the keyframes that are stored by then', async () => {
    const aligned = 3;
    const begun = await begunUntil(aligned);
    const wanted: number[][] = [];
    const kept = new (class extends PoseMemory {
      override keyframes(from: number, to: number, radius?: number): Promise<ScanPose[]> {
        wanted.push([from, to, radius!]);
        return super.keyframes(from, to);
      }
    })();
    begun.alignment.destroy();
    await begun.finish({ edits: [], store: kept }, SILENT_CONTEXT);
    expect(wanted).toEqual([[0, aligned, ODOMETRY_DEFAULTS.submap.radius]]);
    expect(kept.poses()).toEqual(whole);
  });
});
