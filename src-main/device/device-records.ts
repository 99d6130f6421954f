import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Message, message } from '../../src-core/messages/message.ts';
import { saidBy } from '../../src-core/model/errors.ts';
import { openAtomicSink } from '../files/atomic-sink.ts';
import { fileError, systemCode } from '../files/file-errors.ts';
import { configFolder } from './config-folder.ts';
import type { DeviceRecords } from './device-records-schema.ts';

interface ReadDeviceRecords {
  readonly remembered: DeviceRecords;
  /** Reason why the existing file cannot be used, else null. */
  readonly complaint: Message | null;
}

/** Path of the user's device records. */
export function deviceRecordsPath(env: NodeJS.ProcessEnv = process.env): string {
  return join(configFolder(env), 'devices.json');
}

/**
 * Reads the stored device records. A file that is damaged or of another program counts as empty, because everything
 * in it can be measured again.
 */
export async function readDeviceRecords(path: string = deviceRecordsPath()): Promise<ReadDeviceRecords> {
  const empty: DeviceRecords = { format: 'socavon-devices', version: 1, tunings: {}, choices: {} };
  const ignored = (why: Message | string): ReadDeviceRecords => ({
    remembered: empty,
    complaint: message('costs-ignored', { why }),
  });
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { remembered: empty, complaint: null };
    return ignored(saidBy(fileError(path, 'read', error)));
  }
  // Loaded on demand: the schemas take longer to load than most files take to read.
  const { DeviceRecordsSchema: RememberedSchema } = await import('./device-records-schema.ts');
  const damaged = (how: Message | string): ReadDeviceRecords =>
    ignored(message('costs-damaged', { path, how }));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return damaged(message('not-json'));
  }
  const parsed = RememberedSchema.safeParse(value);
  if (parsed.success) return { remembered: parsed.data, complaint: null };
  const { path: at, message: why } = parsed.error.issues[0];
  return damaged(at.length > 0 ? `${at.join('.')}: ${why}` : why);
}

/**
 * Updates the device records; the new file replaces the old one atomically. A file that cannot be used is replaced.
 *
 * @throws SocavonError 'file-unwritable', 'disk-full'
 */
export async function updateDeviceRecords(
  change: (remembered: DeviceRecords) => DeviceRecords,
  path: string = deviceRecordsPath(),
): Promise<void> {
  const { remembered } = await readDeviceRecords(path);
  const sink = await openAtomicSink(path);
  await sink.write(new TextEncoder().encode(`${JSON.stringify(change(remembered), null, 2)}\n`));
  await sink.close();
}
