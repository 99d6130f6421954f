import { describe, expect, it } from 'vitest';
import { anchorScan } from '../../../src-core/closing/control/targets/anchor-scan.ts';
import {
  emptyPass,
  type SightingScan,
  unconstrainedMotionOf,
} from '../../../src-core/closing/control/targets/target-pass.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import type { AlongConstraint, PoseQuality } from '../../../src-core/model/pose.ts';

const SEED = 5;

function qualityOf(heldBy: AlongConstraint): PoseQuality {
  return {
    degenerate: heldBy !== 'walls',
    heldBy,
    alongSigma: 0.005,
    weakDirection: [1, 0, 0],
  } as unknown as PoseQuality;
}

/** A braking robot passes a target at x = 0; its poses jump along x by `jump` (1 sigma). */
function pass(heldBy: AlongConstraint, jump: number, seed = SEED) {
  const random = seededRandom(seed);
  const errors: number[] = [];
  const scans = Array.from({ length: 40 }, (_, i): SightingScan => {
    const seconds = i / 10;
    const x = -3 + 2 * seconds - 0.15 * seconds * seconds;
    errors.push(jump * random.normal());
    return {
      scanIndex: 100 + i,
      seconds,
      sensor: [x + errors[i], 0.01 * Math.sin(i), 0],
      centroid: [0, 2.2, 0],
      range: Math.hypot(x, 2.2),
      loose: unconstrainedMotionOf(qualityOf(heldBy)),
    };
  });
  return { pass: { ...emptyPass(), scans }, errors };
}

describe(`the scan that a target is given in (seed ${SEED})`, () => {
  const nearest = (fixture: ReturnType<typeof pass>) =>
    fixture.pass.scans.reduce((best, scan) => (scan.range < best.range ? scan : best));

  it('is the nearest where the walls hold it', () => {
    const built = pass('walls', 0.02);
    expect(anchorScan(built.pass)).toEqual({ scan: nearest(built), loose: null });
  });

  it('is one beside it that did not jump where they do not', () => {
    let [chosen, taken, stated] = [0, 0, 0];
    for (let seed = 1; seed <= 20; seed++) {
      const built = pass('reflectivity', 0.02, seed);
      const { scan, loose } = anchorScan(built.pass);
      expect(Math.abs(scan.scanIndex - nearest(built).scanIndex)).toBeLessThanOrEqual(6);
      chosen += built.errors[scan.scanIndex - 100] ** 2;
      taken += built.errors[nearest(built).scanIndex - 100] ** 2;
      stated += loose!.placeSigma ** 2;
    }
    expect(chosen).toBeLessThan(0.4 * taken);
    // What is stated is what the jumps show, not the 5 mm that each scan believes of itself.
    expect(chosen).toBeLessThan(stated);
    expect(stated).toBeLessThan(20 * 0.02 ** 2);
  });

  it('is the nearest of too few to tell', () => {
    const built = pass('reflectivity', 0.02);
    const few = { ...built.pass, scans: built.pass.scans.slice(0, 4) };
    expect(anchorScan(few).scan).toBe(few.scans[3]);
  });

  it('knows a speed that nothing of the walls holds to be worse than one that their texture does', () => {
    expect(unconstrainedMotionOf(qualityOf('walls'))).toBeNull();
    const [texture, assumed] = [qualityOf('reflectivity'), qualityOf('assumed')].map(unconstrainedMotionOf);
    expect(assumed!.speedSigma).toBeGreaterThan(10 * texture!.speedSigma);
  });
});
