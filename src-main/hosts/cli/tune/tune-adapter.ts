import { GPU_TUNING_DEFAULTS } from '../../../../src-core/gpu/tuning.ts';
import { type StageContext, throwIfCancelled } from '../../../../src-core/model/context.ts';
import { adapterKey } from '../../../device/adapter-key.ts';
import { deviceRecordsPath, updateDeviceRecords } from '../../../device/device-records.ts';
import { GpuEngine } from '../../../device/gpu-engine.ts';
import { openGpu } from '../../../device/open-gpu.ts';
import { shadersOnDisk } from '../../../device/shader-source.ts';
import { TUNE_DEFAULTS, type TuneOptions, tuneGpu } from '../../../device/tune-gpu.ts';
import { SOFTWARE_VERSION } from '../../../files/software-version.ts';
import type { CommandResult } from '../with-command.ts';
import { describeTuning } from './describe-tuning.ts';

export interface TuneCommandOptions {
  readonly points: number;
  readonly rounds: number;
  readonly software: boolean;
  readonly json?: boolean;
}

/**
 * `socavon tune`: tunes the adapter and stores the result for this user. Recorded running times of the engines are
 * deleted, because they depend on the tuning.
 *
 * @param others candidates and workloads, replaced in tests
 * @throws SocavonError 'engine-unavailable', 'gpu-lost', 'file-unwritable', 'disk-full'; CancelledError
 */
export async function tune(
  { points, rounds, software }: TuneCommandOptions,
  { cancel, emit }: StageContext,
  others: Partial<TuneOptions> = {},
): Promise<CommandResult> {
  const engine = new GpuEngine({ open: () => openGpu({ allowSoftware: software }), tuning: {} });
  try {
    const adapter = await engine.adapter();
    const path = deviceRecordsPath();
    await updateDeviceRecords((before) => before, path); // fail before the work if the file is not writable
    let done = 0;
    const step = (): void => {
      throwIfCancelled(cancel, 'work-tune');
      emit({ kind: 'progress', stage: 'tune', done: done++, total: null, unit: 'calls' });
    };
    const options = { ...TUNE_DEFAULTS, ...others, points, rounds };
    const tuned = await engine.run((gpu) => tuneGpu(gpu.device, shadersOnDisk(), options, step));
    await updateDeviceRecords(
      ({ tunings, ...others }) => ({
        ...others,
        tunings: {
          ...tunings,
          [adapterKey(adapter)]: {
            softwareVersion: SOFTWARE_VERSION,
            measuredAt: new Date().toISOString(),
            tuning: tuned.tuning,
          },
        },
        choices: {},
      }),
      path,
    );
    const { vendor, architecture, device, description, isSoftware } = adapter;
    const data = {
      adapter: { vendor, architecture, device, description, isSoftware },
      points,
      rounds,
      default: GPU_TUNING_DEFAULTS,
      ...tuned,
      file: path,
    };
    return { data, text: describeTuning(data) };
  } finally {
    await engine.destroy();
  }
}
