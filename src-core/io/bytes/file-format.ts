import { FILE_FORMATS, type FileFormat, type FormatMark } from '../../model/file-formats.ts';
import { latin1 } from './file-kind.ts';

/** Bytes of a file that tell its format. */
export const FORMAT_HEAD_BYTES = 4096;

/**
 * Recognises the format of a file by its first bytes, then by the ending of its name; null: none that is known.
 *
 * @param head its first bytes, `FORMAT_HEAD_BYTES` of them
 * @param size bytes of the whole file
 */
export function fileFormat(name: string, head: Uint8Array, size: number): FileFormat | null {
  const text = latin1(head.subarray(0, FORMAT_HEAD_BYTES));
  const marked = FILE_FORMATS.find(({ marks = [] }) => marks.some((mark) => bears(text, mark)));
  // Several formats are ZIP archives and tables of SQLite inside: the ending tells them apart.
  const ends = FILE_FORMATS.filter(({ endings }) =>
    endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`)),
  );
  const named = ends.find(({ marks }) => marks === undefined);
  if (marked !== undefined) return marked.content === 'archive' ? (ends[0] ?? marked) : marked;
  if (isBinaryStl(head, size)) return FILE_FORMATS.find(({ id }) => id === 'stl') ?? null;
  return named ?? null;
}

function bears(text: string, mark: FormatMark): boolean {
  if (mark instanceof RegExp) return mark.test(text);
  return [mark, ...(mark.and ? [mark.and] : [])].every((part) => text.startsWith(part.text, part.at ?? 0));
}

/** A header of 80 bytes, the count of triangles, and 50 bytes for each of them. */
function isBinaryStl(head: Uint8Array, size: number): boolean {
  if (head.length < 84) return false;
  return size === 84 + 50 * new DataView(head.buffer, head.byteOffset).getUint32(80, true);
}
