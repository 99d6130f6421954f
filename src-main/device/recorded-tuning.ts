import type { GpuTuning } from '../../src-core/gpu/tuning.ts';
import type { Message } from '../../src-core/messages/message.ts';
import { SOFTWARE_VERSION } from '../files/software-version.ts';
import { adapterKey } from './adapter-key.ts';
import type { AdapterReport } from './adapter-report.ts';
import { deviceRecordsPath, readDeviceRecords } from './device-records.ts';
import type { DeviceRecords } from './device-records-schema.ts';

/**
 * The tuning that `socavon tune` found for this adapter, or null: none, one for other kernels, or one that is beyond the
 * adapter's limits.
 */
export function tuningIn({ tunings }: DeviceRecords, adapter: AdapterReport): Partial<GpuTuning> | null {
  const found = tunings[adapterKey(adapter)];
  if (found === undefined || found.softwareVersion !== SOFTWARE_VERSION) return null;
  const { tuning } = found;
  const largest = Math.max(tuning.workgroupSize, tuning.softWorkgroupSize, tuning.softStepThreads);
  return largest <= adapter.limits.maxComputeInvocationsPerWorkgroup ? tuning : null;
}

/**
 * Reads it from the user's file.
 *
 * @param warn gets the sentence about a file that cannot be used
 */
export async function recordedTuning(
  adapter: AdapterReport,
  warn: (said: Message) => void,
  path: string = deviceRecordsPath(),
): Promise<Partial<GpuTuning>> {
  const { remembered, complaint } = await readDeviceRecords(path);
  if (complaint !== null) warn(complaint);
  return tuningIn(remembered, adapter) ?? {};
}
