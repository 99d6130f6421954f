import { describe, expect, it } from 'vitest';
import { castScan } from '../../src-simulate/cast-scan.ts';
import { simulateDrive } from '../../src-simulate/drive.ts';
import type { SimulateOptions } from '../../src-simulate/options.ts';
import { displacementCsv, epochsTruth, trueDisplacement } from '../../src-simulate/truth/truth-epochs.ts';
import { faceTruth, trueVoidToFace } from '../../src-simulate/truth/truth-face.ts';
import { truthBetween } from '../../src-simulate/truth.ts';
import { EXACT_DRIVE, SHORT_DRIVE } from './short-drive.ts';

const SEED = 31;
const BAUL_AREA = 16.892026; // see truth.test.ts
const WORKING: SimulateOptions = { ...SHORT_DRIVE, seed: SEED, length: 24 };
const earlier = simulateDrive({ ...WORKING, faceAt: 20 });

const flat = (change: Partial<SimulateOptions>) =>
  simulateDrive({ ...EXACT_DRIVE, face: 'rough', faceRelief: 0, ...change });

describe(`two epochs of one working (seed ${SEED})`, () => {
  it('share line and rock, and each has a face of its own', () => {
    const later = simulateDrive(WORKING);
    for (const s of [3, 11.7, 19.2])
      for (const theta of [0.1, 2, 4.5]) expect(trueDisplacement(earlier, later, s, theta)).toBe(0);
    expect(later.scene.line.frameAt(12.3)).toEqual(earlier.scene.line.frameAt(12.3));
    expect(earlier.surveyed.to).toBe(12);
    const across = (drive: typeof later, n: number) =>
      drive.scene.face!.faceAt(n, 0.3) - drive.scene.face!.faceAt(0, 0);
    expect(across(earlier, 1)).not.toBeCloseTo(across(later, 1), 3);
  });

  it('another survey of the same rock has sway and noise of its own', () => {
    const again = simulateDrive({ ...WORKING, faceAt: 20, surveySeed: SEED + 1 });
    expect(trueDisplacement(earlier, again, 11.7, 2)).toBe(0);
    expect(again.trajectory.poseAt(1.3).t).not.toEqual(earlier.trajectory.poseAt(1.3).t);
    expect(castScan(again, 5).rangeMm).not.toEqual(castScan(earlier, 5).rangeMm);
    expect(epochsTruth(earlier, again, 4).periodVolume).toBe(0);
  });

  it('an earlier face keeps nothing of what lies behind it: rays end there', () => {
    const { caster, scene } = earlier;
    const { C, T } = scene.line.frameAt(14);
    const range = caster.cast(C[0], C[1], C[2], T[0], T[1], T[2], 14, 100);
    expect(caster.kind).toBe('face');
    expect(Math.abs(range - 6)).toBeLessThan(1);
    expect(() => truthBetween(earlier, 5, 21)).toThrow('from 0 to 20 m');
  });

  it('period volume of a flat face is area x advance', () => {
    const truth = epochsTruth(flat({ faceAt: 22 }), flat({ faceAt: 25.25 }), 4);
    expect(truth.advance).toBeCloseTo(3.25, 5);
    expect(Math.abs(truth.periodVolume / (3.25 * BAUL_AREA) - 1)).toBeLessThan(2e-4);
    expect(Math.abs(truth.overCommon)).toBeLessThan(1e-6);
  });

  it('a rough face on a curve: shifted by what its mean says', () => {
    const face = faceTruth(earlier);
    const cut = truthBetween(earlier, 5, 19).volumes.void;
    const whole = trueVoidToFace(earlier, 5);
    expect(whole - cut).toBeGreaterThan(0.8 * face.area);
    // On 25 m radius the centroid of the baul lies within 0.3 m of the line: 1 % of a metre.
    expect(Math.abs((whole - cut) / face.area - (face.mean - 19))).toBeLessThan(0.03);
    expect(trueVoidToFace(earlier, 5) - trueVoidToFace(earlier, 12)).toBeCloseTo(
      truthBetween(earlier, 5, 12).volumes.void,
      9,
    );
    expect(() => trueVoidToFace(earlier, 21)).toThrow('no void before it');
    expect(() => faceTruth(simulateDrive(EXACT_DRIVE))).toThrow('open at its end');
  });

  it('moves the wall where it is asked to, smoothly, and in the period volume', () => {
    const moved = simulateDrive({
      ...WORKING,
      faceAt: 20,
      wallChanges: [
        { chainage: 10, angleDeg: 0, length: 4, width: 2, outward: -0.01 },
        { chainage: 15, angleDeg: null, length: 2, width: 1, outward: 0.05 },
      ],
    });
    expect(trueDisplacement(earlier, moved, 10, 0)).toBeCloseTo(-0.01, 5);
    expect(trueDisplacement(earlier, moved, 15, Math.PI / 2)).toBeCloseTo(0.05, 5);
    expect(trueDisplacement(earlier, moved, 15, -Math.PI / 2)).toBeCloseTo(0, 6);
    expect(trueDisplacement(earlier, moved, 12.1, 0)).toBeCloseTo(0, 6);
    const volume = truthBetween(moved, 4, 19).volumes.void - truthBetween(earlier, 4, 19).volumes.void;
    const truth = epochsTruth(earlier, moved, 4);
    expect(truth.advance).toBe(0);
    expect(truth.overCommon).toBeCloseTo(volume, 6);
    const rows = displacementCsv(earlier, moved).trim().split('\n');
    expect(rows[0]).toBe('chainage,angle_deg,outward_m');
    expect(rows).toContain('10,0,-0.0100');
    expect(rows.slice(1).every((row) => Number(row.split(',')[0]) > 7.9)).toBe(true);
  });

  it.each([
    [{ faceAt: 30 }, 'chainage of the face is 30 m'],
    [{ faceAt: 20, face: 'open' as const }, 'An open end has no face'],
    [
      { wallChanges: [{ chainage: 90, angleDeg: 0, length: 4, width: 2, outward: 0.1 }] },
      'chainage of a change of the wall is 90 m',
    ],
    [
      { wallChanges: [{ chainage: 9, angleDeg: 0, length: 4, width: 2, outward: -2 }] },
      'move of the wall is -2 m',
    ],
  ])('refuses %j', (change, sentence) => {
    expect(() => simulateDrive({ ...WORKING, ...change })).toThrow(sentence);
  });

  it('refuses drives that are no epochs of one working', () => {
    expect(() => epochsTruth(earlier, simulateDrive({ ...WORKING, seed: 2 }), 4)).toThrow('same seed');
  });
});
