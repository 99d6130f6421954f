import type { GpuContext } from '../../src-core/gpu/context.ts';
import type { Kernel, KernelSpec } from '../../src-core/gpu/kernel.ts';
import { perContextAndKey } from '../../src-core/gpu/per-context.ts';
import { type DeviceSurface, REFLECTIVITY_HEAD, vectorsOf } from './device-surface.ts';
import type { DeviceTarget } from './device-target.ts';
import type { PicpPasses } from './picp-passes.ts';

/** Shader modules of a method's steps and sums, without the matching. */
function methodModules(surface: DeviceSurface | null, picp: PicpPasses): readonly string[] {
  const shared = ['jacobi', 'rigid', 'boxes', 'match', 'lanes'];
  const passes = ['reduce', 'last-pass', 'registration', 'registration-passes'];
  if (surface?.module === 'register-ndt')
    return [
      ...[...shared, 'cholesky6', 'normal-equations', ...passes],
      ...['voxel-table', 'voxel-lookup', 'register-ndt'],
    ];
  return surface === null
    ? [...shared, 'eigen4', 'horn', ...passes, ...picp.step, 'register-point']
    : [
        ...[...shared, 'cholesky6', 'normal-equations', ...passes],
        ...['tangent', 'quadratic', surface.module, 'register-quadratic'],
      ];
}

/** Shader modules of a search; steps on quadratic distances soon leave little to reach. */
function searchModules({ search: { levels, module }, surface }: DeviceTarget): readonly string[] {
  if (module === 'search-voxels') return ['voxel-table', 'voxel-lookup', module];
  if (levels === null) return [module];
  return ['boxes-reach', surface === null ? 'boxes-walk' : 'boxes-walk-apart', module];
}

/** Constants that the kernels of `methodModules` are compiled with. */
function methodNumbers({ tuning }: GpuContext): Pick<KernelSpec, 'constants' | 'declared'> {
  const { lanesPerQuery, workgroupSize } = tuning;
  return {
    constants: { WG: workgroupSize, COLUMNS: workgroupSize / lanesPerQuery },
    declared: { LANES: lanesPerQuery, HEAD: REFLECTIVITY_HEAD },
  };
}

const kernelOf = perContextAndKey<Promise<Kernel>>();

/** Pass kernel for a target in one chunk; cached, because even the specification takes a part of a short call. */
export function passKernel(gpu: GpuContext, target: DeviceTarget, picp: PicpPasses): Promise<Kernel> {
  const { search, surface } = target;
  const key = `${search.module} ${surface?.module} ${picp.step} ${picp.matching}`;
  // NDT pairs points with voxels itself.
  const matching = surface?.module === 'register-ndt' ? [] : [...picp.matching, ...searchModules(target)];
  return kernelOf(gpu, key, () =>
    gpu.kernel({
      modules: [...methodModules(surface, picp), ...matching, 'register'],
      entryPoint: 'main',
      ...methodNumbers(gpu),
    }),
  );
}

/** Kernels for chunked clouds, see shaders/register-parts.wgsl and match-part.wgsl. */
interface ChunkKernels {
  readonly step: Kernel;
  readonly match: Kernel;
  readonly sum: Kernel;
}

/** Compiles the kernels for targets with the same search and surface as this chunk. */
export async function chunkKernels(
  gpu: GpuContext,
  target: DeviceTarget,
  picp: PicpPasses,
): Promise<ChunkKernels> {
  const { surface } = target;
  const { constants, declared } = methodNumbers(gpu);
  const vectors = vectorsOf(surface);
  const method = {
    modules: [...methodModules(surface, picp), 'part', ...picp.draws, 'matched', 'register-parts'],
    constants,
    declared,
  };
  const match = [
    ...['jacobi', 'rigid', 'boxes', 'match', 'lanes', 'registration', 'part'],
    ...[...searchModules(target), vectors > 0 ? 'keep-surface' : 'keep-no-surface', 'match-part'],
  ];
  const [step, sum, matching] = await Promise.all([
    gpu.kernel({ ...method, entryPoint: 'takeStep' }),
    gpu.kernel({ ...method, entryPoint: 'sumPart' }),
    gpu.kernel({
      modules: match,
      entryPoint: 'main',
      constants: { WG: gpu.tuning.workgroupSize },
      declared: { ...declared, ...(vectors > 0 && { SURFACE_VECTORS: vectors }) },
    }),
  ]);
  return { step, match: matching, sum };
}
