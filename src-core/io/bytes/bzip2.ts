/** Start of a block, and of the end of a stream: 48 bits, in two halves. */
const BLOCK = [0x314159, 0x265359] as const;
const END = [0x177245, 0x385090] as const;
const MOST_LENGTH = 20;
/** Symbols of a group of a code table. */
const GROUP = 50;
const POLYNOMIAL = 0x04c11db7;
/** Of CRC-32 with the highest bit first. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
  return crc >>> 0;
});

/**
 * Decompresses a stream of bzip2, as the chunks of ROS 1 bags are, with the check sums of its blocks.
 *
 * Own code: seek-bzip 2.0.0 is written with Node's buffers, which the core has not, and @foxglove/wasm-bz2 0.3.0 loads its
 * code asynchronously, while chunks are unpacked by a table of plain functions.
 *
 * @param size expected bytes of output; more are not made
 * @returns the bytes, or null if the stream is damaged or has another size
 */
export function decompressBzip2(input: Uint8Array, size: number): Uint8Array | null {
  try {
    const output = new Output(size);
    expand(new Bits(input), output);
    return output.bytes();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function expand(bits: Bits, output: Output): void {
  const stream = openStream(bits);
  while (expandNext(bits, stream, output));
}

/** A stream that is open: room for a block, and the sum over the sums of the blocks so far. */
interface Stream {
  readonly block: Uint32Array;
  total: number;
}

function openStream(bits: Bits): Stream {
  if (bits.read(8) !== 0x42 || bits.read(8) !== 0x5a || bits.read(8) !== 0x68)
    throw new RangeError('no stream');
  const level = bits.read(8) - 0x30;
  if (level < 1 || level > 9) throw new RangeError('no level');
  return { block: new Uint32Array(level * 100_000), total: 0 };
}

/** Expands the next block. @returns false: the stream ends instead */
function expandNext(bits: Bits, stream: Stream, output: Output): boolean {
  const magic = [bits.read(24), bits.read(24)];
  const stated = bits.read(32);
  if (magic[0] === END[0] && magic[1] === END[1]) {
    if (stated !== stream.total) throw new RangeError('wrong sum of all blocks');
    return false;
  }
  if (magic[0] !== BLOCK[0] || magic[1] !== BLOCK[1]) throw new RangeError('no block');
  const crc = expandBlock(bits, stream.block, output);
  if (crc !== stated) throw new RangeError('wrong sum of a block');
  stream.total = (((stream.total << 1) | (stream.total >>> 31)) ^ crc) >>> 0;
  return true;
}

/** Most bytes of a block: of every five, the last stands for 255. */
const MOST_OF_BLOCK = (900_000 / 5) * 259;

/** Decompresses streams of bzip2, one after the other, block by block as their bytes come. */
export class Bzip2Blocks {
  #bytes = new Uint8Array(0);
  /** Bits of these bytes that were read. */
  #from = 0;
  #stream: Stream | null = null;

  /** Adds bytes at the end. */
  push(bytes: Uint8Array): void {
    const unread = this.#bytes.subarray(this.#from >> 3);
    this.#bytes = new Uint8Array(unread.length + bytes.length);
    this.#bytes.set(unread);
    this.#bytes.set(bytes, unread.length);
    this.#from &= 7;
  }

  /** True where a stream has ended, and no byte follows. */
  get isAtEnd(): boolean {
    return this.#stream === null && this.#from === 8 * this.#bytes.length;
  }

  /** Bytes that are not part of a block that was read. */
  get unread(): number {
    return this.#bytes.length - Math.ceil(this.#from / 8);
  }

  /**
   * The contents of the next block, whose check sum is right; null: more bytes are needed for it, if there are any.
   *
   * @throws RangeError if they are damaged
   */
  next(): Uint8Array | null {
    try {
      for (;;) {
        const bits = new Bits(this.#bytes, this.#from);
        const stream = this.#stream ?? openStream(bits);
        const output = new Output(MOST_OF_BLOCK);
        const isBlock = expandNext(bits, stream, output);
        this.#stream = isBlock ? stream : null;
        // A stream ends with a whole byte.
        this.#from = isBlock ? bits.position : 8 * Math.ceil(bits.position / 8);
        if (isBlock) return output.output();
      }
    } catch (error) {
      if (error instanceof CutError) return null;
      throw error;
    }
  }
}

/** Bytes end within a stream. */
class CutError extends RangeError {}

/** @param block room for the bytes of a block @returns the check sum of what was made */
function expandBlock(bits: Bits, block: Uint32Array, output: Output): number {
  // Blocks whose bytes were shuffled are of versions before 1997.
  if (bits.read(1) !== 0) throw new RangeError('a shuffled block');
  const origin = bits.read(24);
  const used = usedBytes(bits);
  const count = fillBlock(bits, used, block);
  if (origin >= count) throw new RangeError('no origin');
  link(block, count);
  return unroll(block, count, origin, output);
}

function usedBytes(bits: Bits): Uint8Array {
  const used: number[] = [];
  const ranges = bits.read(16);
  for (let range = 0; range < 16; range++) {
    if ((ranges & (0x8000 >> range)) === 0) continue;
    const own = bits.read(16);
    for (let i = 0; i < 16; i++) if (own & (0x8000 >> i)) used.push(16 * range + i);
  }
  if (used.length === 0) throw new RangeError('no symbols');
  return Uint8Array.from(used);
}

/** Bits of a code that are looked up at once; longer codes are rare. */
const TABLE_BITS = 10;

/**
 * A prefix code: the symbol and the length (its lowest five bits) of the code that begins with so many bits, 0 for longer
 * ones; by length the largest code of it, where its symbols begin, and the symbols in the order of their codes.
 */
interface Code {
  readonly table: Uint16Array;
  readonly largest: Int32Array;
  readonly base: Int32Array;
  readonly symbols: Uint16Array;
}

function readCode(bits: Bits, count: number): Code {
  const lengths = new Uint8Array(count);
  let length = bits.read(5);
  for (let symbol = 0; symbol < count; symbol++) {
    for (;;) {
      if (length < 1 || length > MOST_LENGTH) throw new RangeError('no length of a code');
      if (bits.read(1) === 0) break;
      length += bits.read(1) === 0 ? 1 : -1;
    }
    lengths[symbol] = length;
  }
  const largest = new Int32Array(MOST_LENGTH + 1).fill(-1);
  const base = new Int32Array(MOST_LENGTH + 1);
  const symbols = new Uint16Array(count);
  const table = new Uint16Array(1 << TABLE_BITS);
  let [code, at] = [0, 0];
  for (let own = 1; own <= MOST_LENGTH; own++) {
    base[own] = at - code;
    for (let symbol = 0; symbol < count; symbol++)
      if (lengths[symbol] === own) {
        symbols[at++] = symbol;
        if (own <= TABLE_BITS) {
          const first = code << (TABLE_BITS - own);
          table.fill((symbol << 5) | own, first, first + (1 << (TABLE_BITS - own)));
        }
        code++;
      }
    largest[own] = code - 1;
    code <<= 1;
  }
  return { table, largest, base, symbols };
}

function readSymbol(bits: Bits, { table, largest, base, symbols }: Code): number {
  const ahead = bits.peek(MOST_LENGTH);
  const known = table[ahead >>> (MOST_LENGTH - TABLE_BITS)];
  if (known !== 0) {
    bits.skip(known & 31);
    return known >>> 5;
  }
  for (let length = TABLE_BITS + 1; length <= MOST_LENGTH; length++) {
    const code = ahead >>> (MOST_LENGTH - length);
    const at = code + base[length];
    if (code <= largest[length] && at >= 0 && at < symbols.length) {
      bits.skip(length);
      return symbols[at];
    }
  }
  // The bits that were looked at may not all be there.
  bits.skip(MOST_LENGTH);
  throw new RangeError('no such code');
}

/** Reads the symbols of a block: runs, and places in the list of the bytes used last. @returns bytes in the block */
function fillBlock(bits: Bits, used: Uint8Array, block: Uint32Array): number {
  const tables = bits.read(3);
  const groups = bits.read(15);
  if (tables < 2 || tables > 6 || groups === 0) throw new RangeError('no tables');
  const recent = Array.from({ length: tables }, (_, table) => table);
  const chosen = new Uint8Array(groups);
  for (let group = 0; group < groups; group++) {
    let place = 0;
    while (bits.read(1) === 1) if (++place >= tables) throw new RangeError('no such table');
    const [table] = recent.splice(place, 1);
    recent.unshift(table);
    chosen[group] = table;
  }
  const end = used.length + 1;
  const codes = Array.from({ length: tables }, () => readCode(bits, end + 1));
  const list = used.slice();
  let [count, run, weight] = [0, 0, 1];
  for (let read = 0; ; read++) {
    if (read >= GROUP * groups) throw new RangeError('no end of a block');
    const symbol = readSymbol(bits, codes[chosen[Math.floor(read / GROUP)]]);
    if (symbol <= 1) {
      run += weight << symbol;
      if (run > block.length) throw new RangeError('a run leaves its block');
      weight <<= 1;
      continue;
    }
    if (run > 0) {
      if (count + run > block.length) throw new RangeError('a run leaves its block');
      block.fill(list[0], count, count + run);
      count += run;
      [run, weight] = [0, 1];
    }
    if (symbol === end) return count;
    if (count === block.length) throw new RangeError('a byte leaves its block');
    const place = symbol - 1;
    const byte = list[place];
    list.copyWithin(1, 0, place);
    list[0] = byte;
    block[count++] = byte;
  }
}

/** Links the bytes of a block in the order of the text (inverse of the Burrows-Wheeler transform): above each byte, the next place. */
function link(block: Uint32Array, count: number): void {
  const starts = new Uint32Array(256);
  for (let i = 0; i < count; i++) starts[block[i] & 0xff]++;
  for (let byte = 0, sum = 0; byte < 256; byte++) {
    const own = starts[byte];
    starts[byte] = sum;
    sum += own;
  }
  for (let i = 0; i < count; i++) block[starts[block[i] & 0xff]++] |= i << 8;
}

/** Writes the text of a block: four equal bytes are followed by how many more there are. */
function unroll(block: Uint32Array, count: number, origin: number, output: Output): number {
  let at = block[origin] >>> 8;
  let [crc, last, equal] = [0xffffffff, -1, 0];
  for (let i = 0; i < count; i++) {
    const entry = block[at];
    at = entry >>> 8;
    const byte = entry & 0xff;
    if (equal === 4) {
      output.fill(last, byte);
      for (let k = 0; k < byte; k++) crc = (crc << 8) ^ CRC_TABLE[(crc >>> 24) ^ last];
      equal = 0;
      last = -1;
      continue;
    }
    equal = byte === last ? equal + 1 : 1;
    last = byte;
    output.add(byte);
    crc = (crc << 8) ^ CRC_TABLE[(crc >>> 24) ^ byte];
  }
  return ~crc >>> 0;
}

/** Reads bits, the highest of a byte first. */
class Bits {
  readonly #bytes: Uint8Array;
  #at: number;
  /** Bits that were taken of the bytes, and how many of them were not read. */
  #held = 0;
  #count = 0;

  /** @param from in bits */
  constructor(bytes: Uint8Array, from = 0) {
    this.#bytes = bytes;
    this.#at = from >> 3;
    if ((from & 7) > 0) this.skip(from & 7);
  }

  /** Bits that were read. */
  get position(): number {
    return 8 * this.#at - this.#count;
  }

  /** @param count 32 at most @throws CutError at the end */
  read(count: number): number {
    if (count > 16) return this.read(count - 16) * 0x1_0000 + this.read(16);
    const value = this.peek(count);
    this.skip(count);
    return value;
  }

  /** The next bits, which are not read; zeros beyond the end. @param count 24 at most */
  peek(count: number): number {
    while (this.#count < count) {
      // Beyond the end the place goes on, so that a skip tells.
      this.#held = ((this.#held << 8) | (this.#at < this.#bytes.length ? this.#bytes[this.#at] : 0)) >>> 0;
      this.#at++;
      this.#count += 8;
    }
    return (this.#held >>> (this.#count - count)) & ((1 << count) - 1);
  }

  /** @param count 24 at most @throws CutError at the end */
  skip(count: number): void {
    if (this.#count < count) this.peek(count);
    this.#count -= count;
    if (this.position > 8 * this.#bytes.length) throw new CutError('the stream is cut');
  }
}

const FIRST_ROOM = 1 << 16;

/** Bytes of a known number, for which memory is taken as they come: a wrong number is no reason for it. */
class Output {
  readonly #size: number;
  #bytes: Uint8Array;
  #at = 0;

  constructor(size: number) {
    this.#size = size;
    this.#bytes = new Uint8Array(Math.min(size, FIRST_ROOM));
  }

  /** @throws RangeError beyond the number */
  fill(byte: number, count: number): void {
    const end = this.#at + count;
    if (end > this.#size) throw new RangeError('more bytes than were stated');
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.min(this.#size, Math.max(end, 2 * this.#bytes.length)));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.fill(byte, this.#at, end);
    this.#at = end;
  }

  /** @throws RangeError beyond the number */
  add(byte: number): void {
    if (this.#at < this.#bytes.length) this.#bytes[this.#at++] = byte;
    else this.fill(byte, 1);
  }

  /** What was made so far. */
  output(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  /** @throws RangeError if there are fewer */
  bytes(): Uint8Array {
    if (this.#at !== this.#size) throw new RangeError('fewer bytes than were stated');
    return this.#bytes;
  }
}
