import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { isNewer, newerVersion } from '../bytes/newer-version.ts';

/** Header of a PCD file (Point Cloud Library, file format version 0.7). */
export interface PcdHeader {
  /** As the file states it; null: not stated. */
  readonly version: string | null;
  readonly fields: readonly PcdField[];
  readonly points: number;
  readonly data: 'ascii' | 'binary' | 'binary_compressed';
  readonly dataOffset: number;
  /** Number of header lines, for messages. */
  readonly lines: number;
}

export interface PcdField {
  readonly name: string;
  /** Bytes of one value. */
  readonly size: number;
  /** Signed, unsigned, floating. */
  readonly type: 'I' | 'U' | 'F';
  /** Values per point. */
  readonly count: number;
}

const HEADER_BYTES_MAX = 64 * 1024;

/** @throws SocavonError 'file-format' that names what the header lacks */
export async function readPcdHeader(source: ReadSource): Promise<PcdHeader> {
  const bytes = await source.read(0, HEADER_BYTES_MAX);
  const entries = new Map<string, string[]>();
  let at = 0;
  let lines = 0;
  while (at < bytes.length && !entries.has('DATA')) {
    const newline = bytes.indexOf(10, at);
    const end = newline < 0 ? bytes.length : newline;
    const line = String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 4096))).trim();
    at = end + 1;
    lines++;
    if (line === '' || line.startsWith('#')) continue;
    const [keyword, ...words] = line.split(/\s+/);
    entries.set(keyword, words);
  }
  const fail = (problem: Message): never => {
    throw new SocavonError('file-format', message('pcd-refused', { name: source.name, what: problem }));
  };
  const need = (keyword: string): string[] =>
    entries.get(keyword) ?? fail(message('pcd-keyword', { keyword }));
  const version = entries.get('VERSION')?.[0] ?? null;
  if (version !== null && isNewer(versionOf(version), [0, 7]))
    throw newerVersion(source.name, 'PCD', version, '0.7');
  const data = need('DATA')[0];
  if (data !== 'ascii' && data !== 'binary' && data !== 'binary_compressed')
    return fail(message('pcd-data', { data }));
  const names = need('FIELDS');
  const [sizes, types] = [need('SIZE').map(Number), need('TYPE')];
  /** As the file has it, of a line that may be shorter than that of the fields. */
  const written = (keyword: string, i: number): string => entries.get(keyword)?.[i] ?? '–';
  const counts = entries.get('COUNT')?.map(Number) ?? names.map(() => 1);
  const fields = names.map((name, i) => {
    const [size, type, count] = [sizes[i], types[i], counts[i]];
    const known = type === 'F' ? [4, 8] : [1, 2, 4, 8];
    if (
      (type !== 'I' && type !== 'U' && type !== 'F') ||
      !known.includes(size) ||
      !(Number.isInteger(count) && count >= 1)
    )
      return fail(
        message('pcd-field', {
          name,
          size: written('SIZE', i),
          type: written('TYPE', i),
          count: written('COUNT', i),
        }),
      );
    return { name, size, type, count } satisfies PcdField;
  });
  const points = Number(
    entries.get('POINTS')?.[0] ?? Number(need('WIDTH')[0]) * Number(entries.get('HEIGHT')?.[0] ?? 1),
  );
  if (!Number.isInteger(points) || points < 0) return fail(message('pcd-count'));
  return { version, fields, points, data, dataOffset: at, lines };
}

/** Numbers of a version, which may begin with its point (`.7`); what is none counts as old: it was never looked at. */
function versionOf(text: string): [major: number, minor: number] {
  const [, major, minor] = /^(\d*)\.?(\d*)$/.exec(text) ?? [];
  return [Number(major ?? 0), Number(minor ?? 0)];
}
