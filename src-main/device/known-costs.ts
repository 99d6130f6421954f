import { fileURLToPath } from 'node:url';
import { type Message, message } from '../../src-core/messages/message.ts';
import type { CancelToken } from '../../src-core/model/context.ts';
import { saidBy } from '../../src-core/model/errors.ts';
import { ownModule } from '../files/own-module.ts';
import { SOFTWARE_VERSION } from '../files/software-version.ts';
import { adapterKey } from './adapter-key.ts';
import { askChild } from './ask-child.ts';
import { deviceRecordsPath, readDeviceRecords, updateDeviceRecords } from './device-records.ts';
import type { RecordedChoice } from './device-records-schema.ts';
import { type Workload, workloadName } from './engine-task.ts';
import { machineKey } from './machine-key.ts';
import type { MeasuredEngines, MeasureMethods } from './measured-engines.ts';

/** Recorded running times of the engines on this machine. */
type KnownCosts = RecordedChoice['result'];

/** All but the first two have defaults. */
export interface CostsHost {
  /** Receives notes on one-time measurements and warnings that do not affect the choice. */
  readonly report: (kind: 'note' | 'warning', said: Message) => void;
  readonly cancel: CancelToken;
  readonly machine?: () => string;
  readonly measure?: (workload: Workload, cancel: CancelToken) => Promise<MeasuredEngines>;
  /** Path of the device records. */
  readonly path?: string;
  /** Environment of the measuring process; controls Vulkan. */
  readonly env?: NodeJS.ProcessEnv;
}

const MEASURE_PROGRAM = fileURLToPath(ownModule('device/measure-engines'));
/**
 * A measurement takes some two seconds; a driver that compiles its caches takes longer, a hanging one never
 * returns.
 */
const MEASURE_TIMEOUT_MS = 30_000;

/**
 * Running times of both engines for a workload on this machine: read from the records, or measured in a child
 * process and recorded.
 *
 * @throws CancelledError
 */
export async function knownCosts(workload: Workload, host: CostsHost): Promise<KnownCosts> {
  const {
    path = deviceRecordsPath(),
    machine = machineKey,
    measure = measureIn(host.env),
    report,
    cancel,
  } = host;
  const name = workloadName(workload);
  const key = `${name}, ${machine()}`;
  const { remembered, complaint } = await readDeviceRecords(path);
  if (complaint !== null) report('warning', complaint);
  const known = remembered.choices[key];
  if (known?.softwareVersion === SOFTWARE_VERSION) return known.result;

  const measured = await measure(workload, cancel);
  const result =
    measured.kind === 'cpu-only' ? measured : { ...measured, adapter: adapterKey(measured.adapter) };
  if (result.kind === 'costs') report('note', message('costs-timed', { work: name, path }));
  const choice = { softwareVersion: SOFTWARE_VERSION, measuredAt: new Date().toISOString(), result };
  try {
    await updateDeviceRecords((now) => ({ ...now, choices: { ...now.choices, [key]: choice } }), path);
  } catch (error) {
    const why = error instanceof Error ? saidBy(error) : String(error);
    report('warning', message('costs-not-kept', { why }));
  }
  return result;
}

/**
 * Deletes the recorded running times, so that the next choice measures again: the tuning changed, or an adapter
 * disappeared.
 */
export function forgetCosts(path: string = deviceRecordsPath()): Promise<void> {
  return updateDeviceRecords((remembered) => ({ ...remembered, choices: {} }), path);
}

function measureIn(env?: NodeJS.ProcessEnv): NonNullable<CostsHost['measure']> {
  return async (workload, cancel) => {
    const answer = await askChild<MeasureMethods, 'measure'>(MEASURE_PROGRAM, 'measure', workload, {
      env,
      cancel,
      timeoutMs: MEASURE_TIMEOUT_MS,
    });
    return answer.kind === 'crashed' ? { kind: 'cpu-only', reason: answer.reason } : answer.reply;
  };
}
