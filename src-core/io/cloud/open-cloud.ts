import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { captureFormat, companionFile, type HeaderFormat, headerFormat, latin1 } from '../bytes/file-kind.ts';
import type { CloudReader } from './cloud-reader.ts';
import { openE57 } from './e57/e57-reader.ts';
import { openKitti } from './kitti-reader.ts';
import { openLas } from './las-reader.ts';
import { CLOUD_HEAD_BYTES } from './looks-like-cloud.ts';
import { openPcd } from './pcd-reader.ts';
import { openPly } from './ply-reader.ts';
import { openPtx } from './ptx-reader.ts';
import { openXyz } from './xyz-reader.ts';

/** What a person says of a file. */
export interface OpenOptions {
  /** The box of its header is wrong: of a LAS, whose points would be refused outside of it. */
  readonly ignoreBox?: boolean;
}

const OPENERS: Record<HeaderFormat, (source: ReadSource, ignoreBox: boolean) => Promise<CloudReader>> = {
  ply: openPly,
  las: (source, ignoreBox) => openLas(source, () => {}, ignoreBox),
  e57: openE57,
  pcd: openPcd,
};

/**
 * Opens a point file by its contents, regardless of its name: PLY, LAS or LAZ, PCD, E57, PTX, else text of x y z, of which a
 * PTS is one. Only the raw records of a KITTI scan, which nothing tells from other bytes, need the ending .bin.
 *
 * @throws SocavonError 'file-format' if it is none of them, which says what it is if that is known, or has no bytes
 */
export async function openCloud(
  source: ReadSource,
  { ignoreBox = false }: OpenOptions = {},
): Promise<CloudReader> {
  if (source.size === 0)
    throw new SocavonError('file-format', message('cloud-no-bytes', { name: source.name }));
  const head = latin1(await source.read(0, CLOUD_HEAD_BYTES));
  const format = headerFormat(head);
  if (format !== null) return OPENERS[format](source, ignoreBox);
  const other = otherFile(source.name, head);
  if (other !== null) throw new SocavonError('file-format', other);
  // Two counts, one a line, and no other format begins so.
  if (/^\s*\d+[ \t]*\r?\n\s*\d+[ \t]*\r?\n/.test(head)) return openPtx(source);
  const kitti = await openKitti(source);
  if (kitti) return kitti;
  if (isBinary(head)) throw new SocavonError('file-format', message('cloud-unknown', { name: source.name }));
  return openXyz(source);
}

/** What a file that is no cloud is, if it is known; null: it is not. */
function otherFile(name: string, head: string): Message | null {
  const format = captureFormat(head);
  return format === null ? companionFile(name, head) : message('cloud-is-capture', { name, format });
}

/** True for bytes that no text has. */
function isBinary(head: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(head);
}
