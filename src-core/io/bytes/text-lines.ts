import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from './byte-stream.ts';

const READ_BYTES = 1 << 20;
const NEWLINE = 10;
/** No line of numbers is as long; what has such lines is no text. */
const LINE_BYTES_MAX = 4 << 20;

/** Lines of one megabyte of text, without line ends; `firstLine` counts from 1. */
interface LineBatch {
  readonly firstLine: number;
  readonly lines: readonly string[];
}

/**
 * Reads the lines of a text from `offset` on, with any line ends (LF or CRLF), a megabyte at a time.
 *
 * @param firstLine number of the line at `offset`, for messages
 * @throws SocavonError 'file-format' for a line of more than 4 MB
 */
export async function* readLines(
  source: ReadSource,
  offset = 0,
  firstLine = 1,
): AsyncGenerator<LineBatch, void, undefined> {
  const decoder = new TextDecoder('utf-8');
  let line = firstLine;
  let rest: Uint8Array = new Uint8Array(0);
  for (let at = offset; at < source.size; ) {
    const bytes = await source.read(at, READ_BYTES);
    if (bytes.length === 0) break;
    at += bytes.length;
    const end = bytes.lastIndexOf(NEWLINE);
    if (end < 0) {
      rest = join(rest, bytes);
      if (rest.length > LINE_BYTES_MAX)
        throw new SocavonError(
          'file-format',
          message('text-line-long', { name: source.name, line, bytes: rest.length }),
        );
      continue;
    }
    const lines = splitLines(decoder.decode(join(rest, bytes.subarray(0, end))));
    rest = bytes.slice(end + 1);
    yield { firstLine: line, lines };
    line += lines.length;
  }
  if (rest.length > 0) yield { firstLine: line, lines: splitLines(decoder.decode(rest)) };
}

function splitLines(text: string): string[] {
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) if (lines[i].endsWith('\r')) lines[i] = lines[i].slice(0, -1);
  return lines;
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
