import type { GpuTuning } from '../../../../src-core/gpu/tuning.ts';
import { predictedMs } from '../../../device/cost-line.ts';
import { machineKey } from '../../../device/machine-key.ts';
import type { AdapterProbe } from '../../../device/probe-adapter.ts';
import { readRemembered, rememberedPath } from '../../../device/remembered.ts';
import type { Remembered } from '../../../device/remembered-schema.ts';
import { tuningIn } from '../../../device/remembered-tuning.ts';
import { tuningText } from '../tune/describe-tuning.ts';
import type { Finding } from './finding.ts';

/**
 * How the GPU is tuned, and what `--engine auto` goes by here.
 *
 * @param path of the file of what is remembered
 */
export async function enginesFinding(
  probe: AdapterProbe,
  path: string = rememberedPath(),
  machine: string = machineKey(),
): Promise<Finding> {
  const { remembered, complaint } = await readRemembered(path);
  const tuning = probe.kind === 'adapter' ? tuningIn(remembered, probe.adapter) : null;
  const choices = choicesOf(remembered, machine);
  const common = {
    name: 'Engine choice',
    required: false,
    details: { file: path, tuning, choices: Object.fromEntries(choices) },
  };
  if (complaint !== null)
    return {
      ...common,
      state: 'limited',
      found: complaint,
      advice: 'Without it, engines are timed again when they are next chosen.',
    };
  const found = [
    probe.kind === 'adapter' ? tunedText(tuning) : 'no adapter to tune',
    ...choices.map(([workload, result]) => `${workload}: ${resultText(result)}`),
    choices.length === 0 ? `nothing timed yet for --engine auto (kept in ${path})` : `kept in ${path}`,
  ].join('; ');
  const advice =
    probe.kind !== 'adapter' || probe.adapter.isSoftware
      ? null
      : choices.some(([, { kind }]) => kind === 'cpu-only')
        ? 'The graphics card answers now; socavon tune lets the engines be timed again.'
        : tuning === null
          ? 'socavon tune finds how the kernels run fastest on it.'
          : null;
  return { ...common, state: 'works', found, ...(advice !== null && { advice }) };
}

type Result = Remembered['choices'][string]['result'];

/** Of this machine, by the name of the workload. */
function choicesOf({ choices }: Remembered, machine: string): [workload: string, result: Result][] {
  const ending = `, ${machine}`;
  return Object.entries(choices)
    .filter(([key]) => key.endsWith(ending))
    .map(([key, { result }]) => [key.slice(0, -ending.length), result]);
}

function tunedText(tuning: Partial<GpuTuning> | null): string {
  return tuning === null ? 'not tuned' : `tuned: ${tuningText(tuning)}`;
}

function resultText(result: Result): string {
  if (result.kind === 'cpu-only') return `cpu (${result.reason})`;
  const { cpu, gpu } = result;
  const ms = (line: typeof cpu): string =>
    `${predictedMs(line, line.small.work).toFixed(0)} to ${predictedMs(line, line.large.work).toFixed(0)} ms`;
  return `cpu ${ms(cpu)}, gpu ${ms(gpu)}`;
}
