import type { GpuTuning } from '../../src-core/gpu/tuning.ts';
import type { Message } from '../../src-core/messages/message.ts';
import { SOFTWARE_VERSION } from '../files/software-version.ts';
import { adapterKey } from './adapter-key.ts';
import type { AdapterReport } from './adapter-report.ts';
import { deviceRecordsPath, readDeviceRecords } from './device-records.ts';
import type { DeviceRecords } from './device-records-schema.ts';

/**
 * Tuning that `socavon tune` recorded for this adapter; null: none, one for other kernels, or one beyond the
 * adapter's limits.
 */
export function tuningIn({ tunings }: DeviceRecords, adapter: AdapterReport): Partial<GpuTuning> | null {
  const stored = tunings[adapterKey(adapter)];
  if (stored === undefined || stored.softwareVersion !== SOFTWARE_VERSION) return null;
  const { tuning } = stored;
  const largest = Math.max(tuning.workgroupSize, tuning.softWorkgroupSize, tuning.softStepThreads);
  return largest <= adapter.limits.maxComputeInvocationsPerWorkgroup ? tuning : null;
}

/**
 * Reads the recorded tuning of an adapter from the user's device records.
 *
 * @param warn receives the warning about a file that cannot be used
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
