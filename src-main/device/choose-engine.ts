import { predictedMs } from './cost-line.ts';
import { type EngineTask, registrationWork } from './engine-task.ts';
import { mayHaveGpu } from './graphics-hardware.ts';
import type { CostsHost } from './known-costs.ts';

export interface EngineChoice {
  readonly engine: 'cpu' | 'gpu';
  /** Reason of the choice, for the user. */
  readonly why: string;
  /** Key of the adapter that was timed; null: none. */
  readonly adapter: string | null;
}

/** Host services that the choice of an engine needs. */
export interface ChoosingHost extends CostsHost {
  readonly mayHaveGpu?: () => boolean;
}

/**
 * Chooses the engine with the shorter predicted running time.
 *
 * Without graphics hardware it is the CPU, without any measurement. Otherwise both engines are timed once per
 * workload (a method with its search, or the scans of a run) at two sizes; the times are stored by software
 * version, processor and drivers. Other sizes are interpolated or extrapolated on the line through the two, and the
 * engine with the lower time at the task's size is chosen. The start-up of the GPU is part of its line, so small
 * clouds stay on the CPU. A machine with only a software adapter, or whose driver crashes or hangs, counts as one
 * without a GPU: that is stored too, without a warning here; `socavon doctor` reports it.
 *
 * @throws CancelledError
 */
export async function chooseEngine(task: EngineTask, host: ChoosingHost): Promise<EngineChoice> {
  if (!(host.mayHaveGpu ?? mayHaveGpu)()) return cpuBecause('this machine has no graphics processor');
  if (task.kind === 'register' && task.method === 'newton-custom')
    return cpuBecause('a distance of your own cannot be timed beforehand');
  // Loaded on demand: a machine without graphics hardware needs neither the measurement nor its records.
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
