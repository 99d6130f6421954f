import type { CaptureHealth } from '../../model/scan.ts';
import { sentence } from '../../model/sentences.ts';
import type { ByteWindow } from '../bytes/byte-window.ts';
import { warnOnce } from './capture-health.ts';

/**
 * Counts and says how a file ended, where it did not end cleanly.
 * @param damage what is wrong with the record at the window's start, as half a sentence; null where nothing is
 */
export async function reportEnd(
  window: ByteWindow,
  damage: string | null,
  health: CaptureHealth,
): Promise<void> {
  const at = window.offset;
  const left = await window.drain();
  if (left === 0 && window.broken === null) return;
  // A gzip stream may break exactly between two records; the file is cut all the same.
  health.truncatedBytes += Math.max(left, 1);
  const why = damage ?? window.broken ?? 'the recording or the copy broke off';
  warnOnce(
    health,
    `${window.name} is cut: ${why}; what follows byte ${at} (${left} bytes) is no whole record and was left out, everything before it is used.`,
    sentence('capture-cut', { name: window.name, byte: at, bytes: left }),
  );
}
