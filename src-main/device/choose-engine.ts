import { predictedMs } from './cost-line.ts';
import { type EngineTask, registrationWork } from './engine-task.ts';
import { mayHaveGpu } from './graphics-hardware.ts';
import type { CostsHost } from './known-costs.ts';

export interface EngineChoice {
  readonly engine: 'cpu' | 'gpu';
  /** In words. */
  readonly why: string;
  /** Key of the adapter that was timed; null: none was. */
  readonly adapter: string | null;
}

/** What the choice asks of the machine. */
export interface ChoosingHost extends CostsHost {
  readonly mayHaveGpu?: () => boolean;
}

/**
 * Chooses the engine that will be done sooner.
 *
 * Without graphics hardware it is the CPU, at once. Else both engines are timed once for the workload (a method with its
 * search, or the scans of a run) at two sizes, and remembered by software version, processor and drivers; a size between
 * or beyond lies on the line through the two, and the engine with the lower line at the task's size is taken. The GPU's
 * start is part of its line, so small clouds stay on the CPU. A machine whose only adapter computes on the processor,
 * whose driver crashes, or does not answer, is one without a GPU: that too is remembered, and nothing is said of it
 * here; `socavon doctor` tells.
 *
 * @throws CancelledError
 */
export async function chooseEngine(task: EngineTask, host: ChoosingHost): Promise<EngineChoice> {
  if (!(host.mayHaveGpu ?? mayHaveGpu)()) return cpuBecause('this machine has no graphics processor');
  if (task.kind === 'register' && task.method === 'newton-custom')
    return cpuBecause('a distance of your own cannot be timed beforehand');
  // A machine without hardware does without all that measures and remembers.
  const { knownCosts } = await import('./known-costs.ts');
  const costs = await knownCosts(task, host);
  if (costs.kind === 'cpu-only') return cpuBecause(costs.reason);
  const work = task.kind === 'run' ? task.scans : registrationWork(task, task);
  const cpuMs = predictedMs(costs.cpu, work);
  const gpuMs = predictedMs(costs.gpu, work);
  return {
    engine: gpuMs < cpuMs ? 'gpu' : 'cpu',
    why: `foreseen ${cpuMs.toPrecision(2)} ms on the CPU, ${gpuMs.toPrecision(2)} ms on the GPU`,
    adapter: costs.adapter,
  };
}

function cpuBecause(why: string): EngineChoice {
  return { engine: 'cpu', why, adapter: null };
}
