import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { completeOptions } from '../../src-lab/clouds/complete-options.ts';
import { registerOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import { mostWeights } from '../../src-lab/soft/soft-work.ts';
import type { CostLine } from './cost-line.ts';
import { registrationWork, type Workload } from './engine-task.ts';
import { fittingSearch } from './fitting-search.ts';
import type { GpuEngine } from './gpu-engine.ts';
import { registerJob } from './register-job.ts';
import { saddlePair, type TrialPair } from './trial-clouds.ts';

const FIRST_POINTS = 64;
const GROWTH = 4;
const MOST_POINTS = 65_536;
/** Least difference between the two sizes, ms: enough for the growth to exceed the start-up of a thread. */
const ENOUGH_MS = 100;

type Registration = Workload & { readonly kind: 'register' };

/**
 * Times a registration on both engines, from call to result, on the thesis' saddle at two sizes: a small one, and
 * one at which start-up no longer dominates the CPU time. Takes about a second.
 *
 * @param engine not opened yet, because opening is part of the measurement
 * @throws SocavonError if there is no adapter; 'gpu-lost'
 */
export async function measureRegistration(
  workload: Registration,
  engine: GpuEngine,
  mostPoints = MOST_POINTS,
): Promise<{ cpu: CostLine; gpu: CostLine }> {
  const { method, search } = workload;
  const onCpu = ({ source, target }: TrialPair) =>
    timed(() =>
      registerJob(
        source,
        target,
        { method, search: fittingSearch('cpu', search, workload) },
        NEVER_CANCELLED,
      ),
    );
  const onGpu = ({ source, target }: TrialPair) =>
    timed(() =>
      engine.run((gpu) =>
        registerOnGpu(gpu, source, target, { method, search: fittingSearch('gpu', search, workload) }),
      ),
    );
  const workOf = ({ source, target }: TrialPair) =>
    registrationWork(workload, {
      sourcePoints: source.count,
      targetPoints: target.count,
      weights: mostWeights(source.count, target.count, completeOptions({ method }, source, target)),
    });

  const small = saddlePair(FIRST_POINTS);
  const gpuFirstMs = await onGpu(small); // first, so that a machine without an adapter fails at once
  const gpuSmallMs = await onGpu(small);
  const cpuSmallMs = await onCpu(small);
  let large = small;
  let cpuLargeMs = cpuSmallMs;
  for (let points = GROWTH * FIRST_POINTS; points <= mostPoints; points *= GROWTH) {
    large = saddlePair(points);
    cpuLargeMs = await onCpu(large);
    if (cpuLargeMs > cpuSmallMs + ENOUGH_MS) break;
  }
  await onGpu(large); // buffers grow once
  const gpuLargeMs = await onGpu(large);
  const line = (startMs: number, smallMs: number, largeMs: number): CostLine => ({
    startMs,
    small: { work: workOf(small), ms: smallMs },
    large: { work: workOf(large), ms: largeMs },
  });
  return {
    cpu: line(0, cpuSmallMs, cpuLargeMs),
    gpu: line(Math.max(0, gpuFirstMs - gpuSmallMs), gpuSmallMs, gpuLargeMs),
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
