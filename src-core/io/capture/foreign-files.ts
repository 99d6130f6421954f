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
export function foreignFile(head: Uint8Array): ForeignFile | null {
  return (
    FOREIGN.find(({ magic, at = 0 }) => [...magic].every((sign, i) => head[at + i] === sign.charCodeAt(0))) ??
    null
  );
}
