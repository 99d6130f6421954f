import { fileURLToPath } from 'node:url';
import type { CancelToken } from '../../src-core/model/context.ts';
import { SOFTWARE_VERSION } from '../project/software-version.ts';
import { adapterKey } from './adapter-key.ts';
import { askChild } from './ask-child.ts';
import { predictedMs } from './cost-line.ts';
import { type EngineTask, registrationWork, type Workload, workloadName } from './engine-task.ts';
import { machineKey, mayHaveGpu } from './graphics-hardware.ts';
import type { MeasuredEngines } from './measured-engines.ts';
import { readRemembered, remember, rememberedPath } from './remembered.ts';
import type { RememberedChoice } from './remembered-schema.ts';

export interface EngineChoice {
  readonly engine: 'cpu' | 'gpu';
  /** In words. */
  readonly why: string;
  /** Key of the adapter that was timed; null: none was. */
  readonly adapter: string | null;
}

/** What the choice asks of the machine. */
export interface ChoosingHost {
  readonly mayHaveGpu: () => boolean;
  readonly machine: () => string;
  readonly measure: (workload: Workload, cancel: CancelToken) => Promise<MeasuredEngines>;
  /** Of the file of what is remembered. */
  readonly path: string;
  /** Hears one sentence of what goes wrong beside the choice, or is done once. */
  readonly tell: (kind: 'note' | 'warning', sentence: string) => void;
  readonly cancel: CancelToken;
}

const MEASURE_PROGRAM = fileURLToPath(new URL('measure-engines.ts', import.meta.url));
/** Some two seconds; a driver that compiles its caches takes longer, one that hangs for ever. */
const MEASURE_TIMEOUT_MS = 30_000;

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
export async function chooseEngine(
  task: EngineTask,
  host: Pick<ChoosingHost, 'tell' | 'cancel'> & Partial<ChoosingHost>,
): Promise<EngineChoice> {
  const machine = { ...THIS_MACHINE, path: rememberedPath(), ...host };
  if (!machine.mayHaveGpu()) return cpuBecause('this machine has no graphics processor');
  if (task.kind === 'register' && task.method === 'newton-custom')
    return cpuBecause('a distance of your own cannot be timed beforehand');
  const result = await costsOf(task, machine);
  if (result.kind === 'cpu-only') return cpuBecause(result.reason);
  const work = task.kind === 'run' ? task.scans : registrationWork(task, task);
  const cpuMs = predictedMs(result.cpu, work);
  const gpuMs = predictedMs(result.gpu, work);
  return {
    engine: gpuMs < cpuMs ? 'gpu' : 'cpu',
    why: `foreseen ${cpuMs.toPrecision(2)} ms on the CPU, ${gpuMs.toPrecision(2)} ms on the GPU`,
    adapter: result.adapter,
  };
}

function cpuBecause(why: string): EngineChoice {
  return { engine: 'cpu', why, adapter: null };
}

/** Forgets all measurements of engines, so that the next choice measures anew: the tuning changed, or an adapter went. */
export function forgetChoices(path: string = rememberedPath()): Promise<void> {
  return remember((remembered) => ({ ...remembered, choices: {} }), path);
}

const THIS_MACHINE = {
  mayHaveGpu,
  machine: machineKey,
  async measure(workload: Workload, cancel: CancelToken): Promise<MeasuredEngines> {
    const args = [JSON.stringify(workload)];
    const answer = await askChild(MEASURE_PROGRAM, { args, cancel, timeoutMs: MEASURE_TIMEOUT_MS });
    return answer.kind === 'crashed'
      ? { kind: 'cpu-only', reason: answer.reason }
      : JSON.parse(answer.output);
  },
};

async function costsOf(task: Workload, host: ChoosingHost): Promise<RememberedChoice['result']> {
  const name = workloadName(task);
  const key = `${name}, ${host.machine()}`;
  const { remembered, complaint } = await readRemembered(host.path);
  if (complaint !== null) host.tell('warning', complaint);
  const known = remembered.choices[key];
  if (known?.softwareVersion === SOFTWARE_VERSION) return known.result;

  const result = asRemembered(await host.measure(task, host.cancel));
  if (result.kind === 'costs')
    host.tell('note', `Timed both engines once for ${name}; it is remembered in ${host.path}.`);
  const choice = { softwareVersion: SOFTWARE_VERSION, measuredAt: new Date().toISOString(), result };
  try {
    await remember((now) => ({ ...now, choices: { ...now.choices, [key]: choice } }), host.path);
  } catch (error) {
    host.tell(
      'warning',
      `The engine will be chosen by a new measurement next time: ${error instanceof Error ? error.message : error}`,
    );
  }
  return result;
}

function asRemembered(measured: MeasuredEngines): RememberedChoice['result'] {
  return measured.kind === 'cpu-only' ? measured : { ...measured, adapter: adapterKey(measured.adapter) };
}
