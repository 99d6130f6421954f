import { FILE_FORMATS, type FileFormat } from '../../model/file-formats.ts';
import { bearsMark, formatOfId, latin1 } from './file-kind.ts';
import { type PoseLayout, poseLayout } from './pose-layout.ts';

/** Bytes of a file that tell its format. */
export const FORMAT_HEAD_BYTES = 4096;

/**
 * Recognises the format of a file by its first bytes, then by the ending of its name; null: none that is known.
 *
 * @param head its first bytes, `FORMAT_HEAD_BYTES` of them
 * @param size bytes of the whole file
 */
export function fileFormat(name: string, head: Uint8Array, size: number): FileFormat | null {
  const text = textOf(head.subarray(0, FORMAT_HEAD_BYTES), size);
  const marked = FILE_FORMATS.find((format) => bearsMark(text, format));
  // Several formats are ZIP archives and tables of SQLite inside: the ending tells them apart.
  const ends = FILE_FORMATS.filter(({ endings }) =>
    endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`)),
  );
  const named = ends.find(({ marks }) => marks === undefined);
  if (marked !== undefined) return marked.content === 'archive' ? (ends[0] ?? marked) : marked;
  if (isBinaryStl(head, size)) return formatOfId('stl');
  const poses = poseLayout(text);
  return poses === null ? (named ?? null) : formatOfId(POSES[poses.format]);
}

/** The formats of trajectories by how their lines are laid out. */
const POSES: Readonly<Record<PoseLayout['format'], string>> = {
  TUM: 'tum',
  KITTI: 'kitti-poses',
  EuRoC: 'euroc',
  CSV: 'csv-poses',
};

/** Recognises the format of a JSON file by the keys of its object; null: none that is known. */
export function jsonFormat(json: Readonly<Record<string, unknown>>): FileFormat | null {
  const has = (key: string): boolean => Object.hasOwn(json, key);
  return FILE_FORMATS.find(({ keys }) => keys?.some((all) => all.every(has))) ?? null;
}

/** The start of a file without the mark of its encoding; a text of two bytes a character as one of single ones. */
function textOf(head: Uint8Array, size: number): string {
  const text = latin1(head);
  const plain = /^(?:\xff\xfe|\xfe\xff)/.test(text)
    ? text.slice(2).replaceAll('\0', '')
    : text.replace(/^\xef\xbb\xbf/, '');
  // A line is whole where the file ends.
  return size <= head.length ? `${plain}\n` : plain;
}

/** True for a binary STL: a header of 80 bytes, the count of triangles, and 50 bytes for each of them. */
export function isBinaryStl(head: Uint8Array, size: number): boolean {
  if (head.length < 84) return false;
  return size === 84 + 50 * new DataView(head.buffer, head.byteOffset).getUint32(80, true);
}
