import { describe, expect, it } from 'vitest';
import { loopVerdict } from '../../../src-core/closing/loops/loop-criteria.ts';
import { LoopRegistrar, type LoopRegistration } from '../../../src-core/closing/loops/loop-registration.ts';
import { LOOP_SUBMAP_DEFAULTS, LoopSubmapBuilder } from '../../../src-core/closing/loops/loop-submap.ts';
import { pathLengths } from '../../../src-core/graph/anchors.ts';
import { compose, exp, invert } from '../../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../../src-core/model/context.ts';
import { CancelledError } from '../../../src-core/model/errors.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { castScan } from '../../../src-simulate/cast-scan.ts';
import { simulateDrive } from '../../../src-simulate/drive.ts';
import { ROTATION_HZ, simulatedSensor } from '../../../src-simulate/os1-16.ts';
import { type PresetName, presetOptions } from '../../../src-simulate/presets.ts';
import { scanPose } from '../../graph/trajectories.ts';

const SEED = 2;

/** Two stretches of a drive at their true poses, each registered in the other; only scans that are asked for are cast. */
class Places {
  readonly #builder: LoopSubmapBuilder;
  readonly #truth: (scan: number) => Rigid;

  constructor(preset: PresetName) {
    const still = { rollDeg: 0, pitchDeg: 0, yawDeg: 0, heave: 0, lateral: 0, weave: 0 };
    const options = presetOptions(preset, 30);
    const drive = simulateDrive({ ...options, sway: { ...options.sway, ...still }, speed: 2, seed: SEED });
    this.#truth = (scan) => drive.trajectory.poseAt(scan / ROTATION_HZ);
    const poses = Array.from({ length: drive.scans }, (_, scan) => {
      const T = this.#truth(scan);
      return { ...scanPose(scan, T), T_first_last: compose(invert(T), this.#truth(scan + 1)) };
    });
    const source = {
      sensor: simulatedSensor('legacy16'),
      read: async (scan: number) => ({ scan: castScan(drive, scan), imu: [] }),
    };
    const near = { ...LOOP_SUBMAP_DEFAULTS, reach: 2, spacing: 0.35 };
    this.#builder = new LoopSubmapBuilder(source, poses, pathLengths(poses), near);
  }

  /** @param off where the search starts, seen from the true pose */
  async register(a: number, b: number, off: Rigid, cancel = NEVER_CANCELLED): Promise<LoopRegistration> {
    const [A, B] = [await this.#builder.around(a), await this.#builder.around(b)];
    return new LoopRegistrar().register(A, B, compose(this.seen(a, b), off), 0, [1, 0, 0], cancel);
  }

  /** `T_a_b`, true. */
  seen(a: number, b: number): Rigid {
    return compose(invert(this.#truth(a)), this.#truth(b));
  }
}

const OFF = exp([0.01, -0.005, 0.02, 0.3, 0.05, -0.05]);

describe(`registering two passes of a place (seed ${SEED})`, () => {
  it('finds the true pose in a rough drive, both ways the same, as sure as it says', async () => {
    const places = new Places('rough');
    const registered = await places.register(60, 70, OFF);
    expect(loopVerdict(registered, 0)).toBe('none');
    const error = compose(invert(places.seen(60, 70)), registered.T_a_b);
    expect(Math.hypot(...error.t)).toBeLessThan(0.012);
    const C = registered.covariance;
    expect(Math.hypot(...error.t)).toBeLessThan(3 * Math.sqrt(C[21] + C[28] + C[35]));
  });

  it('says that a smooth drive looks the same everywhere', async () => {
    const registered = await new Places('smooth').register(60, 70, OFF);
    expect(registered.figures.inlierShare).toBeGreaterThan(0.9);
    expect(registered.figures.rival).toBeGreaterThan(0.9);
    expect(loopVerdict(registered, 0)).toBe('length-unobserved');
  });

  it('stops when asked to', async () => {
    await expect(new Places('rough').register(60, 62, OFF, { cancelled: true })).rejects.toThrow(
      CancelledError,
    );
  });
});
