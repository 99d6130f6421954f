import { type Random, seededRandom, subSeed } from '../../src-core/math/random.ts';
import type { MendedSums } from './mended-sums.ts';

/** A damaged file, and in words what was done to it. */
export interface Mutant {
  readonly bytes: Uint8Array;
  readonly how: string;
  /** One bit differs from the whole file, or fewer bytes are left of it: any checksum tells. */
  readonly isPlain: boolean;
}

/** Bytes at the front of a file that half of the damage goes to: headers are few among the bytes. */
const HEAD_BYTES = 512;
const KILOBYTE = 1024;
const BLANKS = ' '.repeat(100_000);

/** Marks that begin or separate something in a text, of which a reader may look for each one's end. */
const MARKS = [
  '<',
  '<?',
  '<!--',
  '<![CDATA[',
  '&',
  '"',
  "'",
  '(',
  '[',
  '{',
  ',',
  ';',
  '\t',
  '\n',
  '0',
  '-',
  '.',
  'e',
  '#',
];
const MANY_BYTES = 100_000;

/** Numbers that readers take for counts, lengths and places. */
const WHOLE = [0n, 1n, 0x7fn, 0xffn, 0x7fffn, 0xffffn, 0x7fff_ffffn, 0xffff_ffffn, 1n << 40n, 1n << 62n, ~0n];
const REAL = [0, -0, 1e-320, 1e9, 1e38, -1e38, 1e308, -1e308, Infinity, -Infinity, Number.NaN];
/** What stands in a text where a number should. */
const WORDS = [
  ...['word', '', 'nan', 'NaN', 'inf', '-Infinity', '1e308', '-1e308', '1e309', '1e-320', '-0', '0', '-1'],
  ...['4e9', '99999999999999999999', '0x1f', '1,5', '1.2.3', '--3', '1e', 'null', '\u0007\u001b[2J', BLANKS],
  '9'.repeat(5000),
];

type Damage = readonly [name: string, (bytes: Uint8Array, random: Random, other: Uint8Array) => Uint8Array];

const OF_BYTES: readonly Damage[] = [
  ['bits flipped', (bytes, random) => edited(bytes, (copy) => flipBits(copy, random, 2 + random.below(15)))],
  ['bytes of 00', (bytes, random) => edited(bytes, (copy) => fillRun(copy, random, 0))],
  ['bytes of FF', (bytes, random) => edited(bytes, (copy) => fillRun(copy, random, 255))],
  [
    'a part twice',
    (bytes, random) => {
      const [from, to] = run(bytes, random);
      return joined(bytes.subarray(0, to), bytes.subarray(from));
    },
  ],
  [
    'a part missing',
    (bytes, random) => {
      const [from, to] = run(bytes, random);
      return joined(bytes.subarray(0, from), bytes.subarray(to));
    },
  ],
  [
    'two parts exchanged',
    (bytes, random) => {
      const [a, b, c] = [place(bytes, random), place(bytes, random), place(bytes, random)].sort(
        (p, q) => p - q,
      );
      return joined(bytes.subarray(0, a), bytes.subarray(b, c), bytes.subarray(a, b), bytes.subarray(c));
    },
  ],
  [
    'the end of another file',
    (bytes, random, other) =>
      joined(bytes.subarray(0, place(bytes, random)), other.subarray(place(other, random))),
  ],
  ['a number replaced', (bytes, random) => edited(bytes, (copy) => putNumber(copy, random))],
  ['a number replaced', (bytes, random) => edited(bytes, (copy) => putNumber(copy, random))],
  ['another byte order', (bytes, random) => edited(bytes, (copy) => turnWords(copy, random))],
];

/** Damage that leaves most of a file as it is, so that more than its first check is tried. */
const BEHIND_SUMS: readonly Damage[] = [
  ['a bit flipped', (bytes, random) => edited(bytes, (copy) => flipBits(copy, random, 1))],
  ['a number replaced', (bytes, random) => edited(bytes, (copy) => putNumber(copy, random))],
  ['a number beside a word', (bytes, random) => edited(bytes, (copy) => putNumberByWord(copy, random))],
  ['a number beside a word', (bytes, random) => edited(bytes, (copy) => putNumberByWord(copy, random))],
  ['a number in words replaced', replaceNumber],
  ['a number in words replaced', replaceNumber],
  ['two words exchanged', (bytes, random) => edited(bytes, (copy) => exchangeWords(copy, random))],
  ['bytes of FF', (bytes, random) => edited(bytes, (copy) => fillRun(copy, random, 255))],
];

const OF_TEXT: readonly Damage[] = [
  ['a number in words replaced', replaceNumber],
  ['a number in words replaced', replaceNumber],
  ['a number in words replaced', replaceNumber],
  [
    '100 kB of blanks',
    (bytes, random) => {
      const at = place(bytes, random);
      return joined(bytes.subarray(0, at), latin1(BLANKS), bytes.subarray(at));
    },
  ],
  [
    '100 kB of a mark',
    (bytes, random) => {
      const [at, mark] = [place(bytes, random), MARKS[random.below(MARKS.length)]];
      const many = latin1(mark.repeat(MANY_BYTES / mark.length));
      return joined(bytes.subarray(0, at), many, bytes.subarray(at));
    },
  ],
  ['lines that end in CR LF', (bytes) => latin1(textOf(bytes).replaceAll('\n', '\r\n'))],
  ['a byte order mark', (bytes) => joined(Uint8Array.of(0xef, 0xbb, 0xbf), bytes)],
  [
    'UTF-16',
    (bytes) => {
      const wide = new Uint8Array(2 + 2 * bytes.length);
      wide.set([0xff, 0xfe]);
      for (let i = 0; i < bytes.length; i++) wide[2 + 2 * i] = bytes[i];
      return wide;
    },
  ],
  ['a line twice', (bytes, random) => ofLines(bytes, random, (lines, at) => lines.splice(at, 0, lines[at]))],
  ['a line missing', (bytes, random) => ofLines(bytes, random, (lines, at) => lines.splice(at, 1))],
  [
    'two lines exchanged',
    (bytes, random) =>
      ofLines(bytes, random, (lines, at) => {
        const to = random.below(lines.length);
        [lines[at], lines[to]] = [lines[to], lines[at]];
      }),
  ],
];

/**
 * The mutant of a file with a number; the same for the same seed. One in four is a cut: the first of them at every whole
 * kilobyte, in mixed order, zero bytes among them. One in eight has a single bit flipped. The others have one to three
 * kinds of damage.
 *
 * @param whole the file; not changed
 * @param others files that parts may be taken from
 * @param isText damage to words and lines too
 */
export function mutantOf(
  whole: Uint8Array,
  others: readonly Uint8Array[],
  isText: boolean,
  seed: number,
  number: number,
): Mutant {
  if (number % 4 === 0) {
    const size = cutAt(whole.length, seed, number / 4);
    return {
      bytes: new Uint8Array(whole.subarray(0, size)),
      how: `cut at byte ${size} of ${whole.length}`,
      isPlain: true,
    };
  }
  const random = seededRandom(subSeed(seed, String(number)));
  if (number % 8 === 1 && whole.length > 0)
    return {
      bytes: edited(whole, (copy) => flipBits(copy, random, 1)),
      how: 'one bit flipped',
      isPlain: true,
    };
  const kinds = isText ? [...OF_TEXT, ...OF_BYTES] : OF_BYTES;
  let bytes: Uint8Array = new Uint8Array(whole);
  const names: string[] = [];
  for (let hits = 1 + Math.max(0, random.below(5) - 2); hits > 0 && bytes.length > 0; hits--) {
    const [name, damage] = kinds[random.below(kinds.length)];
    bytes = damage(bytes, random, others[random.below(others.length)] ?? whole);
    names.push(name);
  }
  return { bytes, how: names.join(', then '), isPlain: false };
}

/**
 * The mutant of a file with a number, whose checksums are right again: one kind of damage, two in every third.
 *
 * @param whole the file; not changed
 */
export function mendedMutantOf(whole: Uint8Array, sums: MendedSums, seed: number, number: number): Mutant {
  const random = seededRandom(subSeed(seed, `mended ${number}`));
  let bytes: Uint8Array = new Uint8Array(sums.open(whole));
  const names: string[] = [];
  for (let hits = number % 3 === 0 ? 2 : 1; hits > 0; hits--) {
    const [name, damage] = BEHIND_SUMS[random.below(BEHIND_SUMS.length)];
    bytes = damage(bytes, random, whole);
    names.push(name);
  }
  return { bytes: sums.close(bytes), how: `${names.join(', then ')}, its sums mended`, isPlain: false };
}

function cutAt(size: number, seed: number, cut: number): number {
  const kilobytes = Math.ceil(size / KILOBYTE);
  const random = seededRandom(subSeed(seed, 'cuts'));
  if (cut >= kilobytes) return seededRandom(subSeed(seed, `cut ${cut}`)).below(size);
  const order = Array.from({ length: kilobytes }, (_, i) => i);
  for (let i = kilobytes - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return KILOBYTE * order[cut];
}

function edited(bytes: Uint8Array, edit: (copy: Uint8Array) => void): Uint8Array {
  // Not `slice`, which of a Buffer is a view.
  const copy = new Uint8Array(bytes);
  edit(copy);
  return copy;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function place({ length }: Uint8Array, random: Random): number {
  return random.below(random.uniform() < 0.5 ? Math.min(HEAD_BYTES, length) : length);
}

/** A part of 1 byte to 8 kB, short ones as often as long ones. */
function run(bytes: Uint8Array, random: Random): [from: number, to: number] {
  const from = place(bytes, random);
  return [from, Math.min(bytes.length, from + Math.ceil(2 ** (13 * random.uniform())))];
}

function flipBits(bytes: Uint8Array, random: Random, count: number): void {
  for (let i = 0; i < count; i++) bytes[place(bytes, random)] ^= 1 << random.below(8);
}

function fillRun(bytes: Uint8Array, random: Random, value: number): void {
  bytes.fill(value, ...run(bytes, random));
}

function putNumber(bytes: Uint8Array, random: Random, by = place(bytes, random)): void {
  const size = [2, 4, 8][random.below(3)];
  if (bytes.length < size) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = Math.min(by, bytes.length - size);
  const isLittle = random.below(2) === 0;
  if (size > 2 && random.below(3) === 0) {
    const value = REAL[random.below(REAL.length)];
    if (size === 4) view.setFloat32(at, value, isLittle);
    else view.setFloat64(at, value, isLittle);
    return;
  }
  const value = BigInt.asUintN(8 * size, WHOLE[random.below(WHOLE.length)]);
  if (size === 2) view.setUint16(at, Number(value), isLittle);
  else if (size === 4) view.setUint32(at, Number(value), isLittle);
  else view.setBigUint64(at, value, isLittle);
}

/** Numbers of a binary format stand before and after the names of its fields. */
function putNumberByWord(bytes: Uint8Array, random: Random): void {
  const words = wordsOf(bytes);
  if (words.length === 0) {
    putNumber(bytes, random);
    return;
  }
  const [from, to] = words[random.below(words.length)];
  const near = random.below(2) === 0 ? from - 1 - random.below(16) : to + random.below(16);
  putNumber(bytes, random, Math.max(0, near));
}

function exchangeWords(bytes: Uint8Array, random: Random): void {
  const words = wordsOf(bytes);
  if (words.length === 0) return;
  const [a, b] = [words[random.below(words.length)], words[random.below(words.length)]];
  const size = Math.min(a[1] - a[0], b[1] - b[0]);
  const first = bytes.slice(a[0], a[0] + size);
  bytes.copyWithin(a[0], b[0], b[0] + size);
  bytes.set(first, b[0]);
}

/** Runs of letters, of which most are names. */
function wordsOf(bytes: Uint8Array): (readonly [from: number, to: number])[] {
  return [...textOf(bytes).matchAll(/[A-Za-z_]{4,40}/g)].map(
    ({ index, 0: word }) => [index, index + word.length] as const,
  );
}

/** Turns the bytes of each word round, in a part or in all of the file. */
function turnWords(bytes: Uint8Array, random: Random): void {
  const size = [2, 4, 8][random.below(3)];
  const [from, to] = random.below(2) === 0 ? [0, bytes.length] : run(bytes, random);
  for (let at = from; at + size <= to; at += size) bytes.subarray(at, at + size).reverse();
}

function replaceNumber(bytes: Uint8Array, random: Random): Uint8Array {
  const text = textOf(bytes);
  const numbers = [...text.matchAll(/[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi)];
  if (numbers.length === 0) return bytes;
  const { index, 0: result } = numbers[random.below(numbers.length)];
  const word = WORDS[random.below(WORDS.length)];
  return latin1(text.slice(0, index) + word + text.slice(index + result.length));
}

function ofLines(bytes: Uint8Array, random: Random, edit: (lines: string[], at: number) => void): Uint8Array {
  const lines = textOf(bytes).split('\n');
  edit(lines, random.below(lines.length));
  return latin1(lines.join('\n'));
}

/** One character a byte, so that nothing else of a file changes. */
function textOf(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}
