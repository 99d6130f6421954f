import { SocavonError } from '../../../model/errors.ts';
import { drawingText } from '../drawing-text.ts';

/** One group of a DXF: code and value, with the line where the code stands, from 1. */
export interface DxfPair {
  readonly code: number;
  readonly value: string;
  readonly line: number;
}

/** An entity, table entry or the like: what begins with a group 0, up to the next. */
export interface DxfRecord {
  readonly type: string;
  readonly pairs: readonly DxfPair[];
  readonly line: number;
}

const BINARY_SENTINEL = 'AutoCAD Binary DXF';

/** Characters of a wrong line that a message shows: the file may be anything. */
const SHOWN = 40;

/** Text of an ASCII DXF: UTF-8 since 2007, before that a code page, of which the Western one is taken. */
export function dxfText(bytes: Uint8Array, name: string): string {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 64));
  if (head.startsWith(BINARY_SENTINEL))
    throw refusal(name, 'is a binary DXF; save it as an ASCII DXF (R12, 2000 or later)');
  if (/^AC10\d\d/.test(head)) throw refusal(name, 'is a DWG, not a DXF; save it as an ASCII DXF');
  if (bytes.subarray(0, 1024).includes(0)) throw refusal(name, 'is no text, so it is no ASCII DXF');
  return drawingText(bytes);
}

/**
 * The groups of a DXF, in order, up to its EOF.
 * @throws SocavonError drawing-format where a group code is none, drawing-truncated where EOF is missing
 */
export function* dxfPairs(text: string, name: string): Generator<DxfPair, void, undefined> {
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
      throw refusal(
        name,
        `line ${codeLine}: "${code.slice(0, SHOWN)}" stands where a group code should; it is no DXF, or it is damaged`,
      );
    if (code === null || value === null)
      throw new SocavonError(
        'drawing-truncated',
        `Drawing ${name} ends in line ${codeLine} without its end mark (EOF), so part of it is missing; save or copy it again.`,
      );
    const pair = { code: Number(code), value, line: codeLine };
    if (pair.code === 0 && value.trim() === 'EOF') return;
    yield pair;
  }
}

/** The groups as records; what stands before the first group 0 is left out. */
export function* dxfRecords(pairs: Iterable<DxfPair>): Generator<DxfRecord, void, undefined> {
  let record: { type: string; pairs: DxfPair[]; line: number } | null = null;
  for (const pair of pairs) {
    if (pair.code !== 0) {
      record?.pairs.push(pair);
      continue;
    }
    if (record) yield record;
    record = { type: pair.value.trim(), pairs: [], line: pair.line };
  }
  if (record) yield record;
}

/** Text of the first group of that code; null where there is none. */
export function textOf(record: DxfRecord, code: number): string | null {
  return record.pairs.find((pair) => pair.code === code)?.value.trim() ?? null;
}

/**
 * Number of the first group of that code, or `otherwise` where there is none.
 * @throws SocavonError drawing-format: names the line of what is no number, or the entity that lacks the group
 */
export function numberOf(record: DxfRecord, code: number, name: string, otherwise?: number): number {
  const pair = record.pairs.find((one) => one.code === code);
  if (pair) return pairNumber(pair, name);
  if (otherwise !== undefined) return otherwise;
  throw refusal(name, `line ${record.line}: the ${record.type} lacks its group ${code}`);
}

/** @throws SocavonError drawing-format: names the line */
export function pairNumber({ code, value, line }: DxfPair, name: string): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (Number.isFinite(number)) return number;
  throw refusal(name, `line ${line + 1}: "${value.slice(0, SHOWN)}" is no number (group ${code})`);
}

function refusal(name: string, what: string): SocavonError {
  return new SocavonError('drawing-format', `Drawing ${name}${what.startsWith('line') ? ':' : ''} ${what}.`);
}
