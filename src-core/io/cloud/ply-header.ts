import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { latin1 } from '../bytes/file-kind.ts';
import { isNewer, newerVersion } from '../bytes/newer-version.ts';

/**
 * Header of a PLY file (Stanford triangle format, Turk 1994). The scalar types have two sets of names, both in use.
 */
export interface PlyHeader {
  readonly encoding: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly elements: readonly PlyElement[];
  /** Text of the `comment` and `obj_info` lines. */
  readonly comments: readonly string[];
  /** Offset of the first byte after the header. */
  readonly dataOffset: number;
  /** Number of header lines, for messages. */
  readonly lines: number;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

export interface PlyProperty {
  readonly name: string;
  readonly type: PlyType;
  /** Type of the length that precedes a list; null for a scalar. */
  readonly listLength: PlyType | null;
}

export type PlyType = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64';

export const PLY_TYPE_BYTES: Readonly<Record<PlyType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

const TYPE_NAMES: ReadonlyMap<string, PlyType> = new Map([
  ['char', 'int8'],
  ['uchar', 'uint8'],
  ['short', 'int16'],
  ['ushort', 'uint16'],
  ['int', 'int32'],
  ['uint', 'uint32'],
  ['float', 'float32'],
  ['double', 'float64'],
  ...Object.keys(PLY_TYPE_BYTES).map((name) => [name, name as PlyType] as [string, PlyType]),
]);

const HEADER_BYTES_MAX = 1 << 20;

/** @throws SocavonError 'file-format' with the invalid line of the header */
export async function readPlyHeader(source: ReadSource): Promise<PlyHeader> {
  const text = latin1(await source.read(0, HEADER_BYTES_MAX));
  const end = /(^|[\r\n])end_header(\r\n|\n|\r)/.exec(text);
  if (!text.startsWith('ply') || !end) {
    throw new SocavonError('file-format', message('ply-none', { name: source.name }));
  }
  const dataOffset = end.index + end[0].length;
  const lines = text.slice(0, dataOffset).split(/\r\n|\n|\r/);
  const fail = (line: number, problem: Message): never => {
    throw new SocavonError(
      'file-format',
      message('ply-header', {
        name: source.name,
        line: line + 1,
        what: problem,
        content: lines[line].slice(0, 60),
      }),
    );
  };
  let encoding: PlyHeader['encoding'] | null = null;
  const comments: string[] = [];
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];
  lines.slice(1, -2).forEach((text, index) => {
    const line = index + 1;
    const [keyword, ...words] = text.trim().split(/\s+/);
    if (keyword === 'comment' || keyword === 'obj_info') comments.push(words.join(' '));
    else if (keyword === 'format') {
      refuseNewer(words[1], source.name);
      encoding = encodingOf(words) ?? fail(line, message('ply-format-unknown'));
    } else if (keyword === 'element') {
      const count = Number(words[1]);
      if (!words[0] || !Number.isInteger(count) || count < 0) fail(line, message('ply-element'));
      elements.push({ name: words[0], count, properties: [] });
    } else if (keyword === 'property') {
      const property = propertyOf(words) ?? fail(line, message('ply-property'));
      (elements.at(-1) ?? fail(line, message('ply-property-early'))).properties.push(property);
    } else if (keyword !== '') fail(line, message('ply-keyword'));
  });
  if (!encoding) return fail(0, message('ply-no-format'));
  return { encoding, elements, comments, dataOffset, lines: lines.length - 1 };
}

/** @throws SocavonError 'file-format' for a version after 1.0 */
function refuseNewer(version: string | undefined, name: string): void {
  const [, major, minor] = /^(\d+)\.(\d+)$/.exec(version ?? '') ?? [];
  if (isNewer([Number(major ?? 0), Number(minor ?? 0)], [1, 0]))
    throw newerVersion(name, 'PLY', `${major}.${minor}`, '1.0');
}

function encodingOf(words: string[]): PlyHeader['encoding'] | null {
  const known = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const;
  return known.find((name) => name === words[0] && words[1] === '1.0') ?? null;
}

function propertyOf(words: string[]): PlyProperty | null {
  const list = words[0] === 'list';
  const [lengthName, typeName, name] = list ? words.slice(1) : [undefined, words[0], words[1]];
  const type = TYPE_NAMES.get(typeName ?? '');
  const listLength = list ? TYPE_NAMES.get(lengthName ?? '') : null;
  if (!type || !name || listLength === undefined) return null;
  return { name, type, listLength };
}
