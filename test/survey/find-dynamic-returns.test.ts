import { beforeAll, describe, expect, it } from 'vitest';
import { DYNAMIC_DEFAULTS } from '../../src-core/closing/dynamic/dynamic-options.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { DynamicPixels } from '../../src-core/model/dynamic-returns.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { Trajectory } from '../../src-core/model/pose.ts';
import { findDynamicReturns } from '../../src-core/survey/find-dynamic-returns.ts';
import type { ScanStore, StoredScan } from '../../src-core/survey/scan-store.ts';
import { presetOptions } from '../../src-simulate/presets.ts';
import { type SimulatedScans, simulateScans } from '../../src-simulate/simulate-scans.ts';
import { trueTrajectory } from '../fixtures/true-trajectory.ts';

const SEED = 23;
/** Returns that a map is made of, mm. */
const [NEAR, FAR] = [800, 60_000];

/** With a parked vehicle, a duct and a person who stands: what must stay. */
const STILL = { ...presetOptions('crew', 24), speed: 2, seed: SEED };
const WALKING = { ...STILL, walker: { ahead: 4, left: 0.3, vest: false } };

const isReturn = (mm: number): boolean => mm >= NEAR && mm <= FAR;

describe(`what moved (seed ${SEED})`, () => {
  let still: SimulatedScans;
  let walking: SimulatedScans;
  let trajectory: Trajectory;
  let inStill: DynamicPixels;
  let inWalking: DynamicPixels;

  beforeAll(async () => {
    still = simulateScans(STILL, SILENT_CONTEXT);
    walking = simulateScans(WALKING, SILENT_CONTEXT);
    trajectory = trueTrajectory(still);
    inStill = await findDynamicReturns(still, trajectory, SILENT_CONTEXT);
    inWalking = await findDynamicReturns(walking, trajectory, SILENT_CONTEXT);
  });

  it('keeps walls, a parked vehicle, a duct and a person who stands', async () => {
    let returns = 0;
    for (let scan = 0; scan < still.count; scan++)
      returns += (await still.read(scan)).scan.rangeMm.filter(isReturn).length;
    expect(inStill.count / returns).toBeLessThan(1e-4);
  });

  it('finds more than nine in ten returns of a person who walks ahead, and hardly any other', async () => {
    let [hits, found, others, returns] = [0, 0, 0, 0];
    for (let scan = 0; scan < walking.count; scan++) {
      const without = (await still.read(scan)).scan.rangeMm;
      const { rangeMm } = (await walking.read(scan)).scan;
      const moved = new Set(inWalking.of(scan));
      // The same random numbers are drawn with and without the person: what differs is the person.
      const ofPerson = [...rangeMm.keys()].filter(
        (pixel) => isReturn(rangeMm[pixel]) && rangeMm[pixel] !== without[pixel],
      );
      const foundHere = ofPerson.filter((pixel) => moved.has(pixel)).length;
      others += moved.size - foundHere;
      returns += rangeMm.filter(isReturn).length;
      if (!walksOn(scan)) continue;
      hits += ofPerson.length;
      found += foundHere;
    }
    expect(hits).toBeGreaterThan(5000);
    expect(found / hits).toBeGreaterThan(0.9);
    expect(others / returns).toBeLessThan(1e-3);
  });

  it('finds dust in the air, and keeps the walls behind it', async () => {
    const random = seededRandom(SEED);
    const dust: Set<number>[] = [];
    const scans: StoredScan[] = [];
    for (let scan = 0; scan < still.count; scan++) {
      const stored = await still.read(scan);
      const rangeMm = stored.scan.rangeMm.slice();
      dust.push(new Set());
      for (let pixel = 0; pixel < rangeMm.length; pixel++) {
        // Denser near the robot, which raises it.
        const mm = NEAR + 3200 * random.uniform() ** 1.5;
        if (random.uniform() > 0.004 || rangeMm[pixel] < mm + 500) continue;
        rangeMm[pixel] = mm;
        dust[scan].add(pixel);
      }
      scans.push({ ...stored, scan: { ...stored.scan, rangeMm } });
    }
    const dusty: ScanStore = { sensor: still.sensor, count: still.count, read: async (scan) => scans[scan] };
    const moved = await findDynamicReturns(dusty, trajectory, SILENT_CONTEXT);
    let [hits, found] = [0, 0];
    dust.forEach((pixels, scan) => {
      hits += pixels.size;
      found += moved.of(scan)?.filter((pixel) => pixels.has(pixel)).length ?? 0;
    });
    expect(hits).toBeGreaterThan(3000);
    expect(found / hits).toBeGreaterThan(0.85);
    expect((moved.count - found) / hits).toBeLessThan(0.1);
  });

  it('lists the pixels of a scan once and ascending', () => {
    for (const [, pixels] of inWalking.entries())
      expect([...pixels]).toEqual([...new Set(pixels)].sort((a, b) => a - b));
    expect(inWalking.of(walking.count)).toBeNull();
  });

  it('stops when asked to', async () => {
    const cancelled = { ...SILENT_CONTEXT, cancel: { cancelled: true } };
    await expect(findDynamicReturns(walking, trajectory, cancelled)).rejects.toThrow(CancelledError);
  });

  it('refuses views that are not apart', async () => {
    const none = { ...DYNAMIC_DEFAULTS, viewDistance: 0 };
    await expect(findDynamicReturns(walking, trajectory, SILENT_CONTEXT, none)).rejects.toThrow('apart');
  });

  /** True where the robot, and the person ahead of it, comes to be half a metre farther on, and has come as far. */
  function walksOn(scan: number): boolean {
    const { schedule } = walking.drive;
    const at = schedule.at(scan / 10).chainage;
    const { from, to } = walking.drive.surveyed;
    return at - from > 0.1 && to - at > 1;
  }
});
