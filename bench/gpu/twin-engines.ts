import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/odometry/cpu-scan-aligner.ts';
import type { ScanAligner, ScanEngine } from '../../src-core/odometry/scan-aligner.ts';

/**
 * The CPU engine with every pose moved at random by up to so much, rad and m each axis: what comes of a nudge that no
 * sensor could resolve is the yardstick for engines that only round differently.
 */
export function nudgedCpu(nudge: number): ScanEngine {
  const random = seededRandom(1);
  const off = (): Rigid => exp(Array.from({ length: 6 }, () => nudge * (2 * random.uniform() - 1)));
  return {
    ...CPU_SCAN_ENGINE,
    async open(sensor, options) {
      const cpu = await CPU_SCAN_ENGINE.open(sensor, options);
      return together([cpu], async (task, cancel) => {
        const match = await cpu.match(task, cancel);
        return { ...match, T_map_sensor: compose(match.T_map_sensor, off()) };
      });
    },
  };
}

/** The CPU engine with another beside it, which gets the same map and prediction for every scan. */
export function sideBySide(other: ScanEngine, compare: (cpu: Rigid, other: Rigid) => void): ScanEngine {
  return {
    ...CPU_SCAN_ENGINE,
    async open(sensor, options) {
      const cpu = await CPU_SCAN_ENGINE.open(sensor, options);
      const beside = await other.open(sensor, options);
      return together([cpu, beside], async (task, cancel) => {
        const match = await cpu.match(task, cancel);
        compare(match.T_map_sensor, (await beside.match(task, cancel)).T_map_sensor);
        return match;
      });
    },
  };
}

/** Aligners with identical maps, each with a match of its own. */
function together(aligners: readonly ScanAligner[], match: ScanAligner['match']): ScanAligner {
  return {
    match,
    get texture() {
      return aligners[0].texture;
    },
    copySubmap: () => aligners[0].copySubmap(),
    async settled() {
      for (const aligner of aligners) await aligner.settled();
    },
    insert(keyframe, T, motion) {
      for (const aligner of aligners) aligner.insert(keyframe, T, motion);
    },
    clear() {
      for (const aligner of aligners) aligner.clear();
    },
    destroy() {
      for (const aligner of aligners) aligner.destroy();
    },
  };
}
