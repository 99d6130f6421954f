import { expect, it } from 'vitest';
import { moved } from '../../bench/gpu/clouds.ts';
import { cpuBench } from '../../bench/papers/cpu-bench.ts';
import { gpuBench } from '../../bench/papers/gpu-bench.ts';
import { bumpySamples, converge } from '../../bench/papers/zabatani-convergence.ts';
import { optionsOf } from '../../bench/papers/zabatani-protocol.ts';
import { saddle } from '../../src-lab/problem/saddle.ts';
import { transformPoints } from '../../src-lab/problem/transform-points.ts';
import { describeOnGpu } from '../gpu/software-device.ts';

describeOnGpu('a paper bench on a software adapter', (gpu) => {
  it('aligns as the reference does and times nothing', async () => {
    // Exact matches: those to cells jump where rounding puts a point into the next one.
    const ours = await converge(
      gpuBench(gpu(), false, '/nowhere'),
      optionsOf('GCICP', 1000),
      bumpySamples(1000),
      1,
    );
    const reference = await converge(cpuBench('/nowhere'), optionsOf('CCICP', 1000), bumpySamples(1000), 1);
    expect(ours.iterations[0][0]).toBe(reference.iterations[0][0]);
    expect(ours.ms).toBeNull();
    ours.epsilon.forEach((value, k) => {
      expect(Math.abs(value - reference.epsilon[k])).toBeLessThan(1e-4);
    });
  });

  it('runs a short and a long alignment for the time of an iteration, and times nothing', async () => {
    const target = saddle(16);
    const source = transformPoints(moved([0, 0, 10], [1, 0, 0]), target);
    const untimed = gpuBench(gpu(), false, '/nowhere');
    for (const search of ['brute-force', 'voxel-bins'] as const)
      expect(await untimed.iterationMs(source, target, { method: 'icp-plane', search })).toBeNull();
  });
});
