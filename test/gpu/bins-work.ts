import { TargetOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import { saddlePair } from '../../src-main/device/trial-clouds.ts';
import type { TuneOptions } from '../../src-main/device/tune-gpu.ts';
import type { TuningWork } from '../../src-main/device/tuning-works.ts';

function binsWork(points: number): TuningWork[] {
  const { target } = saddlePair(points);
  return [
    {
      name: 'bins',
      async run(gpu) {
        (await TargetOnGpu.build(gpu, target, { method: 'icp-point', search: 'voxel-bins' })).destroy();
        return [];
      },
    },
  ];
}

/** Bins alone: kernels that the software adapter compiles soon, while others take it seconds. */
export const BINS_WORKS: TuneOptions['works'] = {
  workgroupSize: binsWork,
  lanesPerQuery: binsWork,
  maxWorkgroups: binsWork,
  softWorkgroupSize: binsWork,
  softLanes: binsWork,
  softStepThreads: binsWork,
};
