import { type Message, message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import { drawingText } from '../drawing-text.ts';
import { binaryPairs, type DxfPair, isBinaryDxf } from './dxf-binary.ts';

export type { DxfPair };

/** A record, such as an entity or a table entry: a group 0 and all groups up to the next. */
export interface DxfRecord {
  readonly type: string;
  readonly pairs: readonly DxfPair[];
  readonly line: number;
}

/** Maximum length of an invalid line in a message, characters: the file may be anything. */
const SHOWN = 40;

/**
 * Parses the groups of a DXF, ASCII or binary, in order, up to its EOF. Text is UTF-8 since 2007, before that in a code page, of
 * which the Western one is assumed.
 *
 * @throws SocavonError drawing-format for an invalid group code, drawing-truncated if EOF is missing
 */
export function dxfPairs(bytes: Uint8Array, name: string): Iterable<DxfPair> {
  if (isBinaryDxf(bytes)) return binaryPairs(bytes, name);
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 64));
  if (/^AC10\d\d/.test(head)) throw refusal(name, message('dxf-is-dwg'));
  if (bytes.subarray(0, 1024).includes(0)) throw refusal(name, message('dxf-no-text'));
  return textPairs(drawingText(bytes), name);
}

function* textPairs(text: string, name: string): Generator<DxfPair, void, undefined> {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  const nextLine = (): string | null => {
    if (at >= text.length) return null;
    const end = text.indexOf('\n', at);
    const stop = end < 0 ? text.length : end;
    const content = text.slice(at, text[stop - 1] === '\r' ? stop - 1 : stop);
    at = stop + 1;
    line++;
    return content;
  };
  for (;;) {
    const codeLine = line;
    const code = nextLine();
    const value = code === null ? null : nextLine();
    if (code !== null && !/^\s*-?\d+\s*$/.test(code) && !(value === null && code.trim() === ''))
      throw refusal(name, message('dxf-group-code', { line: codeLine, code: code.slice(0, SHOWN) }));
    if (code === null || value === null)
      throw new SocavonError('drawing-truncated', message('drawing-cut', { name, line: codeLine }));
    const pair = { code: Number(code), value, line: codeLine };
    if (pair.code === 0 && value.trim() === 'EOF') return;
    yield pair;
  }
}

/** Text of the first group of that code; null if there is none. */
export function textOf(record: DxfRecord, code: number): string | null {
  return record.pairs.find((pair) => pair.code === code)?.value.trim() ?? null;
}

/**
 * Number of the first group of that code, or `otherwise` if there is none.
 *
 * @throws SocavonError drawing-format: names the line of a value that is not a number, or the entity that lacks the
 *   group
 */
export function numberOf(record: DxfRecord, code: number, name: string, otherwise?: number): number {
  const pair = record.pairs.find((one) => one.code === code);
  if (pair) return pairNumber(pair, name);
  if (otherwise !== undefined) return otherwise;
  throw refusal(name, message('dxf-group-missing', { line: record.line, type: record.type, code }));
}

/** @throws SocavonError drawing-format: names the line */
export function pairNumber({ code, value, line }: DxfPair, name: string): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (Number.isFinite(number)) return number;
  throw refusal(name, message('dxf-no-number', { line: line + 1, content: value.slice(0, SHOWN), code }));
}

export function refusal(name: string, what: Message): SocavonError {
  return new SocavonError(
    'drawing-format',
    message('line' in what.values ? 'drawing-refused' : 'drawing-refused-file', { name, what }),
  );
}
