import { type Message, message } from '../../messages/message.ts';
import { bearsMark, companionFile, formatOfId, headerFormat, isNumbers, latin1 } from '../bytes/file-kind.ts';
import type { ForwardBytes } from '../bytes/forward-bytes.ts';

/** Formats that are no capture and are not measured either, and what is said of them. */
const FOREIGN = {
  lvx: 'is-livox',
  zstd: 'is-zstd',
  zip: 'is-archive',
  '7z': 'is-archive',
  rar: 'is-archive',
  'gz-tar': 'is-archive',
} as const;

/** Bytes of a file that tell its kind; some lines of a table. */
export const FOREIGN_HEAD_BYTES = 2048;

/**
 * What a file that people take for a capture is, and what to do with it; null: nothing that is known.
 *
 * @param start its first `FOREIGN_HEAD_BYTES`
 * @param compressed how they were packed
 */
export function foreignFile(
  name: string,
  start: Uint8Array,
  compressed: ForwardBytes['compressed'],
): Message | null {
  const head = latin1(start);
  const cloud = headerFormat(head);
  if (cloud !== null)
    return compressed === false
      ? message('is-cloud', { name, format: cloud.toUpperCase() })
      : message('is-packed-cloud', { name, format: cloud.toUpperCase(), packed: compressed });
  for (const [id, code] of Object.entries(FOREIGN))
    if (bearsMark(head, formatOfId(id))) return message(code, { name });
  if (looksLikeBarePoints(start)) return message('is-bare-points', { name });
  return companionFile(name, head) ?? (isNumbers(head) ? message('is-numbers', { name }) : null);
}

/** Bytes of a point of KITTI: x, y, z, m, and intensity, each f32. */
const POINT_BYTES = 16;
const POINTS_LOOKED_AT = 8;
const FARTHEST = 500;

/** True for points without any header, as KITTI's `.bin` files have them: eight that a lidar may have measured. */
function looksLikeBarePoints(head: Uint8Array): boolean {
  if (head.length < POINT_BYTES * POINTS_LOOKED_AT) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  for (let at = 0; at < POINT_BYTES * POINTS_LOOKED_AT; at += POINT_BYTES) {
    const [x, y, z, intensity] = [0, 4, 8, 12].map((field) => view.getFloat32(at + field, true));
    const range = Math.hypot(x, y, z);
    if (!(range > 0.1 && range < FARTHEST && intensity >= 0 && intensity <= 1)) return false;
  }
  return true;
}
