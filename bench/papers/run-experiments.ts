import { SocavonError } from '../../src-core/model/errors.ts';
import { GpuEngine } from '../../src-main/device/gpu-engine.ts';
import { openGpu } from '../../src-main/device/open-gpu.ts';
import { shaders } from '../gpu/shaders.ts';
import { adapterText, machineText } from '../support/machine.ts';
import { say } from '../support/present.ts';
import { cpuBench } from './cpu-bench.ts';
import { ENGINES, type Engine, type Experiment } from './experiment.ts';
import { gpuBench } from './gpu-bench.ts';
import { engineTitle } from './measured.ts';
import type { PaperBench } from './paper-bench.ts';
import type { PaperRecord } from './records.ts';

export interface RunOptions {
  readonly engines: readonly Engine[];
  readonly bunnyFolder: string;
  /** See `PaperBench`. */
  readonly workers?: readonly number[];
  /** Also what takes the processor more than a quarter of an hour. */
  readonly long: boolean;
  /** Uses a software adapter and times nothing on it: to test the experiments themselves. */
  readonly software: boolean;
}

/** An experiment longer than this is announced with its duration. */
const ANNOUNCED_S = 60;
const LONG_S = 900;

/**
 * Runs the experiments on the engines that this machine has, one after another.
 *
 * @param keep receives the result of each as soon as it is available
 * @returns one sentence for each experiment that did not run
 */
export async function runExperiments(
  experiments: readonly Experiment[],
  options: RunOptions,
  keep: (record: PaperRecord) => void,
): Promise<string[]> {
  const left: string[] = [];
  const runAll = async (engine: Engine, adapter: string | null, bench: PaperBench): Promise<void> => {
    for (const experiment of experiments) {
      const seconds = experiment.seconds[engine];
      if (seconds === undefined) continue;
      if (engine === 'cpu' && seconds > LONG_S && !options.long) {
        left.push(`${experiment.id} takes the processor about ${minutes(seconds)}; ask for it with --long.`);
        continue;
      }
      const duration = seconds > ANNOUNCED_S ? `, about ${minutes(seconds)}` : '';
      say(`${experiment.id} on the ${engineTitle(engine)}${duration}`);
      try {
        keep(await recordOfRun(experiment, engine, adapter, bench));
      } catch (error) {
        if (!(error instanceof SocavonError)) throw error;
        left.push(`${experiment.id} on the ${engineTitle(engine)}: ${error.message}`);
      }
    }
  };
  if (options.engines.includes('cpu'))
    await runAll('cpu', null, cpuBench(options.bunnyFolder, options.workers));
  if (options.engines.includes('gpu')) {
    const engine = new GpuEngine({ open: () => openGpu({ allowSoftware: options.software }), shaders });
    try {
      const adapter = await engine.adapter();
      await engine.run((gpu) =>
        runAll('gpu', adapterText(adapter), gpuBench(gpu, !adapter.isSoftware, options.bunnyFolder)),
      );
    } catch (error) {
      if (!(error instanceof SocavonError)) throw error;
      left.push(`What runs on a GPU: ${error.message}`);
    } finally {
      await engine.destroy();
    }
  }
  return left;
}

async function recordOfRun(
  experiment: Experiment,
  engine: Engine,
  adapter: string | null,
  bench: PaperBench,
): Promise<PaperRecord> {
  const began = performance.now();
  const values = await experiment.run(bench);
  return {
    experiment: experiment.id,
    engine,
    date: new Date().toISOString().slice(0, 10),
    machine: machineText(),
    adapter,
    seconds: Math.round((performance.now() - began) / 100) / 10,
    values,
  };
}

function minutes(seconds: number): string {
  return `${Math.ceil(seconds / 60)} minutes`;
}

export function enginesOf(choice: 'auto' | Engine): readonly Engine[] {
  return choice === 'auto' ? ENGINES : [choice];
}
