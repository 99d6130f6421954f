import type { GpuContext } from '../../src-core/gpu/context.ts';
import { registerOnGpu, TargetOnGpu } from '../../src-core/gpu/register-gpu.ts';
import type { RegistrationOptions } from '../../src-core/registration/method.ts';
import type { TrialPair } from './trial-clouds.ts';

/** A kind of kernel that is tuned, timed through the call that uses it. */
export interface TuningWork {
  readonly name: string;
  /** @returns numbers that must not depend on the tuning */
  run(gpu: GpuContext): Promise<ArrayLike<number>>;
}

/** All of them, whatever the error: works that take the same steps can be compared. */
const ITERATIONS = { rmsTolerance: 0, rmsThreshold: 0 };

/** What the kernels that go over points do most: matching by bins, matching all with all, normals, a whole scan. */
export function pointWorks(saddle: TrialPair, scans: TrialPair): TuningWork[] {
  return [
    registration('match, voxel bins', saddle, {
      method: 'icp-point',
      search: 'voxel-bins',
      maxIterations: 20,
      ...ITERATIONS,
    }),
    registration('match, brute force', saddle, {
      method: 'icp-point',
      search: 'brute-force',
      maxIterations: 4,
      ...ITERATIONS,
    }),
    normals('bins and normals', saddle),
    registration('scan, point-to-plane', scans, {
      method: 'icp-plane',
      search: 'voxel-bins',
      maxIterations: 8,
      ...ITERATIONS,
    }),
  ];
}

/** The same over a cloud so large that the number of workgroups has a say. */
export function largeWorks(saddle: TrialPair): TuningWork[] {
  return [
    registration('match, voxel bins, large', saddle, {
      method: 'icp-point',
      search: 'voxel-bins',
      maxIterations: 10,
      ...ITERATIONS,
    }),
    registration('point-to-plane, large', saddle, {
      method: 'icp-plane',
      search: 'voxel-bins',
      maxIterations: 4,
      ...ITERATIONS,
    }),
  ];
}

function registration(
  name: string,
  { source, target }: TrialPair,
  options: Partial<RegistrationOptions>,
): TuningWork {
  return {
    name,
    async run(gpu) {
      const { R, t } = (await registerOnGpu(gpu, source, target, options)).T_target_source;
      return [...R, ...t];
    },
  };
}

function normals(name: string, { target }: TrialPair): TuningWork {
  return {
    name,
    async run(gpu) {
      const kept = await TargetOnGpu.build(gpu, target, { method: 'icp-plane', search: 'voxel-bins' });
      kept.destroy();
      return [];
    },
  };
}
