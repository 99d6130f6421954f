import { type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

/**
 * What the system says of a file that is going to be opened. Refuses pipes, sockets and devices, at which opening waits for
 * a writer that may never come, in a thread that no signal ends. Folders pass; whoever opens one says so.
 *
 * @throws SocavonError 'file-unreadable' for what is no regular file; what node:fs throws
 */
export async function regularFile(path: string): Promise<Stats> {
  return refuseDevice(path, await stat(path));
}

/** As `regularFile`, at once. */
export function regularFileSync(path: string): Stats {
  return refuseDevice(path, statSync(path));
}

function refuseDevice(path: string, stats: Stats): Stats {
  if (stats.isFile() || stats.isDirectory()) return stats;
  throw new SocavonError('file-unreadable', message('file-is-device', { path }));
}
