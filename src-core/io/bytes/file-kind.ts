import { type Message, message } from '../../messages/message.ts';
import { FILE_FORMATS, type FileFormat, type FormatMark } from '../../model/file-formats.ts';
import { poseLayout } from './pose-layout.ts';

/** True if the first characters of a file have a mark of a format, as the table of formats states them. */
export function bearsMark(head: string, { marks = [] }: FileFormat): boolean {
  return marks.some((mark) => bears(head, mark));
}

function bears(text: string, mark: FormatMark): boolean {
  if (mark instanceof RegExp) return mark.test(text);
  return [mark, ...(mark.and ? [mark.and] : [])].every((part) => text.startsWith(part.text, part.at ?? 0));
}

/** The format of an identifier. @throws Error if the table has none */
export function formatOfId(wanted: string): FileFormat {
  const format = FILE_FORMATS.find(({ id }) => id === wanted);
  if (format === undefined) throw new Error(`no format ${wanted}`);
  return format;
}

/** Point formats that begin with a header of their own. */
const HEADED = ['ply', 'las', 'e57', 'pcd'] as const;
export type HeaderFormat = (typeof HEADED)[number];

/** Recognises a point format by the first characters of a file, whatever its name; null: none with a header. */
export function headerFormat(head: string): HeaderFormat | null {
  return HEADED.find((id) => bearsMark(head, formatOfId(id))) ?? null;
}

/** Recognises a recording of a sensor by the first characters of a file: what it is called; null: none that is known. */
export function captureFormat(head: string): string | null {
  const captures = FILE_FORMATS.filter(({ content }) => content === 'capture');
  return captures.find((format) => bearsMark(head, format))?.name ?? null;
}

/**
 * What a file is that goes with a capture or a cloud but is neither, and what to do with it: a drawing of a design or an
 * axis, or a trajectory. Null: none of these.
 *
 * @param head its first characters
 */
export function companionFile(name: string, head: string): Message | null {
  const is = (id: string): boolean => bearsMark(head, formatOfId(id));
  if (is('dwg')) return message('is-dwg', { name });
  if (is('dxf')) return message('is-drawing', { name, format: 'DXF' });
  if (is('landxml')) return message('is-drawing', { name, format: 'LandXML' });
  const poses = poseLayout(head);
  return poses === null ? null : message('is-trajectory', { name, format: poses.format });
}

/** True for lines of three numbers and more. */
export function isNumbers(head: string): boolean {
  const rows = numericLines(head);
  return rows.length > 0 && rows.every(({ length }) => length >= 3);
}

/**
 * The numbers of each line of a text, without comments and a first line of names; empty for a text that has anything else.
 *
 * @param head first characters; their last line may be cut
 */
function numericLines(head: string): number[][] {
  const rows = head
    .split(/\r\n|\r|\n/)
    .slice(0, -1)
    .filter((line) => line.trim() !== '' && !/^\s*(?:#|\/\/)/.test(line))
    .map((line) =>
      line
        .trim()
        .split(/[\s,;]+/)
        .map(Number),
    );
  if (rows[0]?.every(Number.isNaN)) rows.shift();
  return rows.flat().every(Number.isFinite) ? rows : [];
}

/** Decodes bytes as one character each: marks of formats lie beyond ASCII, and comments may have any code page. */
export function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
}
