import { TargetOnGpu } from '../../src-core/gpu/register-gpu.ts';
import type { TrialPair } from '../../src-main/device/trial-clouds.ts';
import type { TuningWork } from '../../src-main/device/tuning-works.ts';

/** Bins alone: kernels that the software adapter compiles soon, while others take it seconds. */
export function binsWork({ target }: TrialPair): TuningWork[] {
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
