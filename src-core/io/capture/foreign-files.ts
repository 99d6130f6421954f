import type { MessageCode } from '../../messages/message.ts';

/** A kind of file that is no capture. */
interface ForeignFile {
  readonly code: Extract<MessageCode, `is-${string}`>;
  /** Bytes at an offset, as Latin-1 text. */
  readonly magic: string;
  readonly at?: number;
}

/** Files that people take for captures, by their first bytes. */
const FOREIGN: readonly ForeignFile[] = [
  { code: 'is-cloud', magic: 'LASF' },
  { code: 'is-cloud', magic: 'ASTM-E57' },
  { code: 'is-cloud', magic: 'ply\n' },
  { code: 'is-cloud', magic: 'ply\r\n' },
  { code: 'is-cloud', magic: '# .PCD' },
  { code: 'is-livox', magic: 'livox_tech' },
  { code: 'is-zstd', magic: '\x28\xb5\x2f\xfd' },
  { code: 'is-archive', magic: 'PK\x03\x04' },
  { code: 'is-archive', magic: '7z\xbc\xaf' },
  { code: 'is-archive', magic: 'Rar!' },
  { code: 'is-archive', magic: 'ustar', at: 257 },
];

/** Bytes of a file that tell its kind. */
export const FOREIGN_HEAD_BYTES = 512;

/** The kind of a file that is no capture, by its first `FOREIGN_HEAD_BYTES`; null if it is none of these. */
export function foreignFile(head: Uint8Array): Pick<ForeignFile, 'code'> | null {
  const known = FOREIGN.find(({ magic, at = 0 }) =>
    [...magic].every((sign, i) => head[at + i] === sign.charCodeAt(0)),
  );
  return known ?? (looksLikeBarePoints(head) ? { code: 'is-bare-points' } : null);
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
