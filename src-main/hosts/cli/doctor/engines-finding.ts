import type { GpuTuning } from '../../../../src-core/gpu/tuning.ts';
import { predictedMs } from '../../../device/cost-line.ts';
import { deviceRecordsPath, readDeviceRecords } from '../../../device/device-records.ts';
import type { DeviceRecords } from '../../../device/device-records-schema.ts';
import { machineKey } from '../../../device/machine-key.ts';
import type { AdapterProbe } from '../../../device/probe-adapter.ts';
import { tuningIn } from '../../../device/recorded-tuning.ts';
import { tuningText } from '../tune/describe-tuning.ts';
import { say, sayMessage } from '../words.ts';
import type { Finding } from './finding.ts';

/**
 * Reports the GPU tuning and the recorded running times that `--engine auto` uses.
 *
 * @param path of the device records
 */
export async function enginesFinding(
  probe: AdapterProbe,
  path: string = deviceRecordsPath(),
  machine: string = machineKey(),
): Promise<Finding> {
  const { remembered, complaint } = await readDeviceRecords(path);
  const tuning = probe.kind === 'adapter' ? tuningIn(remembered, probe.adapter) : null;
  const choices = choicesOf(remembered, machine);
  const common = {
    name: say('doctor-engines'),
    required: false,
    details: { file: path, tuning, choices: Object.fromEntries(choices) },
  };
  if (complaint !== null)
    return {
      ...common,
      state: 'limited',
      found: sayMessage(complaint),
      advice: say('doctor-engines-retimed'),
    };
  const text = [
    probe.kind === 'adapter' ? tunedText(tuning) : say('doctor-no-adapter'),
    ...choices.map(([workload, result]) => `${workload}: ${resultText(result)}`),
    choices.length === 0 ? say('doctor-nothing-timed', { path }) : say('doctor-kept-in', { path }),
  ].join('; ');
  const advice =
    probe.kind !== 'adapter' || probe.adapter.isSoftware
      ? null
      : choices.some(([, { kind }]) => kind === 'cpu-only')
        ? say('doctor-card-answers')
        : tuning === null
          ? say('doctor-tune')
          : null;
  return { ...common, state: 'works', found: text, ...(advice !== null && { advice }) };
}

type Result = DeviceRecords['choices'][string]['result'];

/** Recorded choices of this machine, by the name of the workload. */
function choicesOf({ choices }: DeviceRecords, machine: string): [workload: string, result: Result][] {
  const ending = `, ${machine}`;
  return Object.entries(choices)
    .filter(([key]) => key.endsWith(ending))
    .map(([key, { result }]) => [key.slice(0, -ending.length), result]);
}

function tunedText(tuning: Partial<GpuTuning> | null): string {
  return tuning === null ? say('doctor-not-tuned') : say('doctor-tuned', { tuning: tuningText(tuning) });
}

function resultText(result: Result): string {
  if (result.kind === 'cpu-only') return `cpu (${result.reason})`;
  const { cpu, gpu } = result;
  const ms = (line: typeof cpu): string =>
    `${predictedMs(line, line.small.work).toFixed(0)} to ${predictedMs(line, line.large.work).toFixed(0)} ms`;
  return `cpu ${ms(cpu)}, gpu ${ms(gpu)}`;
}
