import { getHeapStatistics } from 'node:v8';
import { formatMessage, LANGUAGES } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { allocations } from './allocation-watch.ts';
import type { Answer, GivenFile, Reader } from './readers.ts';

/** What a reader may do wrong, in the order of the table of a run. */
export const OFFENCES = {
  error: 'other errors',
  slow: 'over 1 s',
  sentence: 'bad sentences',
  implausible: 'implausible',
  memory: 'memory',
} as const;
export type OffenceKind = keyof typeof OFFENCES;

/** How a reader took a file. */
export interface Verdict {
  readonly kind: 'accepted' | 'refused' | 'offence';
  /** Of an offence. */
  readonly offence?: OffenceKind;
  /** The sentence of a refusal, or what the offence is; empty if accepted. */
  readonly what: string;
  /** Of the processor. */
  readonly milliseconds: number;
  /** Bytes of the largest array that was made. */
  readonly arrayBytes?: number;
  /** Bytes of the heap in use afterwards, with what is to be collected. */
  readonly heapBytes?: number;
}

/** Processor time for a small file, ms. */
const SLOW_MS = 1000;
/** Largest array for a small file: some readers take files in pieces of megabytes. */
const LARGEST_BYTES = 64 << 20;
/** Longest sentence for the person, characters. */
const SENTENCE = 600;

/**
 * Gives a file to a reader and judges what comes of it: an answer that may be true, a refusal that a person can read, or an
 * offence.
 *
 * @param guarded parts of the whole file, of which a file that is plainly damaged may have fewer and no others; null: any
 */
export async function judge(
  read: Reader,
  file: GivenFile,
  guarded: ReadonlySet<number> | null,
): Promise<Verdict> {
  allocations.reset();
  const before = process.threadCpuUsage();
  const took = (): number => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  let verdict: Judged;
  let milliseconds: number;
  try {
    const answer = await read(file);
    milliseconds = took();
    const fault = faultOf(answer, guarded);
    verdict = fault === null ? { kind: 'accepted', what: '' } : offence('implausible', `accepted: ${fault}`);
  } catch (error) {
    milliseconds = took();
    verdict = refusal(error, file.name);
  }
  if (verdict.kind !== 'offence' && milliseconds > SLOW_MS)
    verdict = offence('slow', `${milliseconds.toFixed(0)} ms of the processor`);
  if (verdict.kind !== 'offence' && allocations.largest() > LARGEST_BYTES)
    verdict = offence('memory', `an array of ${allocations.largest()} bytes was made`);
  const { used_heap_size: heapBytes } = getHeapStatistics();
  return { ...verdict, milliseconds, arrayBytes: allocations.largest(), heapBytes };
}

type Judged = Omit<Verdict, 'milliseconds'>;

function offence(kind: OffenceKind, what: string): Judged {
  return { kind: 'offence', offence: kind, what };
}

function faultOf(
  { values, fault, guarded: parts = [] }: Answer,
  guarded: ReadonlySet<number> | null,
): string | null {
  if (fault !== null) return fault;
  const strange = endlessIn(values, 'value');
  if (strange !== null) return strange;
  const other = guarded === null ? 0 : parts.filter((part) => !guarded.has(part)).length;
  return other > 0 ? `${other} parts that the checksums of the file do not allow` : null;
}

function refusal(error: unknown, name: string): Judged {
  const text = error instanceof Error ? `${error.stack ?? error.message}` : String(error);
  if (!(error instanceof SocavonError) || error.code === 'internal' || error.sentence === undefined)
    return offence('error', text.split('\n').slice(0, 4).join(' | ').slice(0, 600));
  for (const language of LANGUAGES) {
    const sentence = formatMessage(error.sentence, language);
    const wrong =
      sentence.length > SENTENCE
        ? `of ${sentence.length} characters`
        : /\p{Cc}/u.test(sentence)
          ? 'with control characters'
          : !sentence.includes(name)
            ? 'without the name of the file'
            : /\bundefined\b|\[object /.test(sentence.replaceAll(/"[^"]*"?/g, ''))
              ? 'with a word of the program'
              : null;
    if (wrong !== null)
      return offence('sentence', `a sentence ${wrong}: ${JSON.stringify(sentence.slice(0, 300))}`);
  }
  return { kind: 'refused', what: error.message };
}

/** Where a number that is endless or none stands, in words; null: nowhere. */
function endlessIn(value: unknown, path: string): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : `${path} is ${value}`;
  if (typeof value !== 'object' || value === null) return null;
  if (ArrayBuffer.isView(value)) {
    const numbers = value as unknown as ArrayLike<number | bigint>;
    for (let i = 0; i < numbers.length; i++)
      if (typeof numbers[i] === 'number' && !Number.isFinite(numbers[i]))
        return `${path}[${i}] is ${numbers[i]}`;
    return null;
  }
  for (const [key, inner] of value instanceof Map ? value : Object.entries(value)) {
    const endless = endlessIn(inner, `${path}.${key}`);
    if (endless !== null) return endless;
  }
  return null;
}
