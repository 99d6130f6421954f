import type { GpuTuning } from '../../src-core/gpu/tuning.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, invert, rotationAngle } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/odometry/cpu-scan-aligner.ts';
import type { ScanAligner, ScanEngine } from '../../src-core/odometry/scan-aligner.ts';

/** The software adapter is slow at summing up the parts of many workgroups. */
export const FEW_GROUPS: Partial<GpuTuning> = { workgroupSize: 64, maxWorkgroups: 8 };

/** A device that never fails. */
export const NEVER_FAILS = new Promise<never>(() => {});

/** How far two poses are apart. */
export interface Apart {
  readonly millimetres: number;
  readonly degrees: number;
}

export function apart(a: Rigid, b: Rigid): Apart {
  const off = compose(invert(a), b);
  return {
    millimetres: 1000 * Math.hypot(...off.t),
    degrees: (rotationAngle(off.R) * 180) / Math.PI,
  };
}

/**
 * The CPU engine with every pose moved at random by up to so much, rad and m each axis: what it makes of a nudge that no
 * sensor could tell is how equal two engines of different rounding can be over a whole drive.
 */
export function nudgedEngine(nudge: number, seed: number): ScanEngine {
  const random = seededRandom(seed);
  const off = (): Rigid => exp(Array.from({ length: 6 }, () => nudge * (2 * random.uniform() - 1)));
  return {
    ...CPU_SCAN_ENGINE,
    async open(sensor, options) {
      const cpu = await CPU_SCAN_ENGINE.open(sensor, options);
      return withMatch(cpu, async (task, cancel) => {
        const match = await cpu.match(task, cancel);
        return { ...match, T_map_sensor: compose(match.T_map_sensor, off()) };
      });
    },
  };
}

/** An aligner with another match. */
export function withMatch(aligner: ScanAligner, match: ScanAligner['match']): ScanAligner {
  return {
    match,
    get texture() {
      return aligner.texture;
    },
    copySubmap: () => aligner.copySubmap(),
    settled: () => aligner.settled(),
    insert: (keyframe, T, motion) => aligner.insert(keyframe, T, motion),
    clear: (submap) => aligner.clear(submap),
    destroy: () => aligner.destroy(),
  };
}
