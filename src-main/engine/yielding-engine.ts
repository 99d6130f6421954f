import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScanAligner, ScanEngine } from '../../src-core/odometry/scan-aligner.ts';

/**
 * Wraps an engine to yield to the event loop before each match: the CPU engine computes a match in one go, and the
 * first two scans take three matches.
 */
export function yieldingEngine(engine: ScanEngine): ScanEngine {
  return { ...engine, open: async (sensor, options) => yielding(await engine.open(sensor, options)) };
}

function yielding(aligner: ScanAligner): ScanAligner {
  return {
    get submap() {
      return aligner.submap;
    },
    async match(task, cancel) {
      await nextTurn();
      return aligner.match(task, cancel);
    },
    insert: (keyframe, T_map_middle, motion) => aligner.insert(keyframe, T_map_middle, motion),
    clear: (submap) => aligner.clear(submap),
    destroy: () => aligner.destroy(),
  };
}
