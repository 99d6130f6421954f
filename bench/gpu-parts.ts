/*
 * Clouds processed in blocks on this machine's GPU beside the same in one block, as one JSON line each: two samples of a saddle
 * a small motion apart, with bindings of 128 MiB, as WebGPU promises, and with those of the card.
 *
 *   npx node bench/gpu-parts.ts                                               here
 *   npx node bench/gpu/bundle.ts OUT.mjs bench/gpu-parts.ts; node OUT.mjs     on a bare host
 *
 * SOCAVON_BENCH_POINTS=N makes clouds of N points instead of 2e7, SOCAVON_BENCH_BINDING=BYTES makes other bindings, and
 * SOCAVON_BENCH_SOFTWARE=1 takes a software adapter, to try the bench itself.
 */

import { exp } from '../src-core/math/se3.ts';
import { TargetOnGpu } from '../src-lab/gpu/register-gpu.ts';
import { sampledSaddle } from '../src-lab/problem/saddle.ts';
import { transformPoints } from '../src-lab/problem/transform-points.ts';
import { GpuEngine } from '../src-main/device/gpu-engine.ts';
import { openGpu } from '../src-main/device/open-gpu.ts';
import { shaders } from './gpu/shaders.ts';

const POINTS = Number(process.env.SOCAVON_BENCH_POINTS ?? 20_000_000);
const BINDING_BYTES = Number(process.env.SOCAVON_BENCH_BINDING ?? 2 ** 27);
const OPTIONS = { method: 'icp-point', search: 'voxel-bins', maxIterations: 10 } as const;

const engine = new GpuEngine({
  open: () => openGpu({ allowSoftware: process.env.SOCAVON_BENCH_SOFTWARE === '1' }),
  shaders,
});
const target = sampledSaddle(POINTS, 1);
const source = transformPoints(exp([0, 0, 0.01, 0.02, -0.01, 0.015]), sampledSaddle(POINTS, 2));

await engine.run(async (gpu) => {
  for (const bindingBytes of [BINDING_BYTES, gpu.bindingBytes]) {
    const own = gpu.withOwnBuffers(bindingBytes);
    const start = performance.now();
    const onGpu = await TargetOnGpu.build(own, target, OPTIONS);
    const buildMs = Math.round(performance.now() - start);
    await onGpu.register(source); // compiles the kernels
    const { T_target_source, iterations, inliers, rms, milliseconds } = await onGpu.register(source);
    const registerMs = Math.round(milliseconds.total);
    const t = [...T_target_source.t];
    console.log(
      JSON.stringify({ points: POINTS, bindingBytes, buildMs, registerMs, iterations, inliers, rms, t }),
    );
    onGpu.destroy();
    own.destroy();
  }
});
await engine.destroy();
