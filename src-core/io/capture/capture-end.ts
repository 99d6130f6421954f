import { type Message, message } from '../../messages/message.ts';
import type { CaptureHealth } from '../../model/scan.ts';
import type { ByteWindow } from '../bytes/byte-window.ts';
import { warnOnce } from './capture-health.ts';

/**
 * Records in the health counters and warnings how a file ended, if it did not end cleanly.
 *
 * @param damage what is wrong with the record at the window's start, as half a sentence; null if nothing is
 */
export async function reportEnd(
  window: ByteWindow,
  damage: Message | null,
  health: CaptureHealth,
): Promise<void> {
  const at = window.offset;
  const left = await window.drain();
  if (left === 0 && window.broken === null) return;
  // A gzip stream may break exactly between two records; the file is truncated all the same.
  health.truncatedBytes += Math.max(left, 1);
  const why = damage ?? window.broken ?? message('capture-broke-off');
  warnOnce(health, message('capture-cut', { name: window.name, why, byte: at, bytes: left }));
}
