import { type Message, message } from '../../messages/message.ts';
import { poseLayout } from './pose-layout.ts';

/** Point formats that begin with a header of their own. */
export type HeaderFormat = 'ply' | 'las' | 'e57' | 'pcd';

/** Recognises a point format by the first characters of a file, whatever its name; null: none with a header. */
export function headerFormat(head: string): HeaderFormat | null {
  if (/^ply\s/.test(head)) return 'ply';
  if (head.startsWith('LASF')) return 'las';
  if (head.startsWith('ASTM-E57')) return 'e57';
  // The comment that names the format is optional.
  const isPcd = /^\s*(#.*\n\s*)*(VERSION|FIELDS|COLUMNS)\s/i.test(head) || /^#.*\bPCD\b/i.test(head);
  return isPcd ? 'pcd' : null;
}

/** First characters of the recordings of sensors that are read, and what each is called. */
const CAPTURES: readonly (readonly [kind: string, magic: string])[] = [
  ['pcap', '\xd4\xc3\xb2\xa1'],
  ['pcap', '\xa1\xb2\xc3\xd4'],
  ['pcap', '\x4d\x3c\xb2\xa1'],
  ['pcap', '\xa1\xb2\x3c\x4d'],
  ['pcapng', '\x0a\x0d\x0d\x0a'],
  ['MCAP', '\x89MCAP0'],
  ['ROS bag', '#ROSBAG V'],
  ['LVX', 'livox_tech'],
];

/** Recognises a recording of a sensor by the first characters of a file: what it is called; null: none that is known. */
export function captureFormat(head: string): string | null {
  return CAPTURES.find(([, magic]) => head.startsWith(magic))?.[0] ?? null;
}

/**
 * What a file is that goes with a capture or a cloud but is neither, and what to do with it: a drawing of a design or an
 * axis, or a trajectory. Null: none of these.
 *
 * @param head its first characters
 */
export function companionFile(name: string, head: string): Message | null {
  if (/^AC10\d\d/.test(head)) return message('is-dwg', { name });
  const isDxf = head.startsWith('AutoCAD Binary DXF') || DXF_START.test(head);
  if (isDxf) return message('is-drawing', { name, format: 'DXF' });
  if (/<LandXML[\s>]/.test(head)) return message('is-drawing', { name, format: 'LandXML' });
  const poses = poseLayout(head);
  return poses === null ? null : message('is-trajectory', { name, format: poses.format });
}

/** Comments, with their code 999, may come before the first section. */
const DXF_START = /^(?:\s*999[ \t]*\r?\n.*\r?\n)*\s*0[ \t]*\r?\n\s*SECTION\s/;

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
