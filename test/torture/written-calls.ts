import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from '../../src-core/math/random.ts';
import { filesIn } from './command-scenes.ts';

/** A call that changed a file or a folder, as `shim.c` noted it. */
interface ChangingCall {
  readonly kind: 'C' | 'W' | 'T' | 'S' | 'R' | 'L' | 'U' | 'M' | 'D';
  readonly file: bigint;
  readonly path: string;
  /** New name. */
  readonly other: string;
  /** Where data were written, or the size that the file was cut to. */
  readonly offset: number;
  readonly data: Buffer;
}

const ENTRY_BYTES = 32;

/** Reads the calls that `shim.c` noted. */
export function readCalls(path: string): ChangingCall[] {
  const log = readFileSync(path);
  const calls: ChangingCall[] = [];
  for (let at = 0; at + ENTRY_BYTES <= log.length; ) {
    const sizes = [16, 20, 24].map((place) => log.readUInt32LE(at + place));
    const [from, between, data] = [
      at + ENTRY_BYTES,
      at + ENTRY_BYTES + sizes[0],
      at + ENTRY_BYTES + sizes[0] + sizes[1],
    ];
    calls.push({
      kind: String.fromCharCode(log.readUInt32LE(at + 28)) as ChangingCall['kind'],
      file: log.readBigUInt64LE(at),
      path: log.toString('utf8', from, between),
      other: log.toString('utf8', between, data),
      offset: Number(log.readBigInt64LE(at + 8)),
      data: log.subarray(data, data + sizes[2]),
    });
    at = data + sizes[2];
  }
  return calls;
}

/**
 * Which of the calls before a power cut have reached the disk.
 *
 * - 'all': each of them.
 * - 'flushed': nothing but what was flushed: data of a file by the last flush of it, names in a folder by that of the folder.
 * - 'names': all names, as file systems with a journal do, with the data that were flushed.
 * - 'data': all data, under the names that were flushed.
 * - 'some': of what was not flushed each write or not, and names up to one of them.
 */
export const CUTS = ['all', 'flushed', 'names', 'data', 'some'] as const;
type Cut = (typeof CUTS)[number];

type Change = Pick<ChangingCall, 'kind' | 'offset' | 'data'>;

/** A file, by its data now and by those that were flushed. */
class Content {
  readonly now = new Growing();
  readonly flushed = new Growing();
  readonly pending: Change[] = [];

  static of(bytes: Buffer): Content {
    const content = new Content();
    content.now.write(0, bytes);
    content.flushed.write(0, bytes);
    return content;
  }

  change(change: Change): void {
    this.now.apply(change);
    this.pending.push(change);
  }

  flush(): void {
    for (const change of this.pending.splice(0)) this.flushed.apply(change);
  }
}

class Growing {
  #bytes = Buffer.alloc(0);
  #size = 0;

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  write(at: number, data: Buffer): void {
    const end = at + data.length;
    if (end > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(end, 2 * this.#bytes.length));
      this.bytes.copy(larger);
      this.#bytes = larger;
    }
    data.copy(this.#bytes, at);
    this.#size = Math.max(this.#size, end);
  }

  truncate(size: number): void {
    if (size > this.#bytes.length) this.write(size - 1, Buffer.alloc(1));
    if (size < this.#size) this.#bytes.fill(0, size, this.#size);
    this.#size = size;
  }

  apply({ kind, offset, data }: Change): void {
    if (kind === 'T') this.truncate(offset);
    else this.write(offset, data);
  }
}

/** Paths of files; null: of a folder. */
type Names = Map<string, Content | null>;
interface NameChange {
  /** Folders whose flush makes it lasting. */
  readonly folders: readonly string[];
  readonly apply: (names: Names) => void;
}

/** A folder on a disk, as it would be found after the power was cut behind any of its changing calls. */
export class CutDisk {
  readonly #folder: string;
  readonly #files = new Map<bigint, Content>();
  readonly #now: Names = new Map();
  readonly #flushed: Names = new Map();
  #pending: NameChange[] = [];

  /** @param folder as it is before the calls */
  constructor(folder: string) {
    this.#folder = folder;
    for (const name of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (name.isDirectory()) this.#given(join(name.parentPath, name.name), null);
    for (const path of filesIn(folder)) {
      const content = Content.of(readFileSync(path));
      this.#files.set(statSync(path, { bigint: true }).ino, content);
      this.#given(path, content);
    }
  }

  #given(path: string, content: Content | null): void {
    this.#now.set(path, content);
    this.#flushed.set(path, content);
  }

  apply(call: ChangingCall): void {
    const { kind, file, path, other } = call;
    switch (kind) {
      case 'W':
      case 'T':
        this.#files.get(file)?.change(call);
        return;
      case 'S':
        if (this.#now.get(path) === null || path === this.#folder) this.#flushFolder(path);
        else this.#files.get(file)?.flush();
        return;
      case 'C': {
        const content = new Content();
        this.#files.set(file, content);
        this.#name([path], (names) => void names.set(path, content));
        return;
      }
      case 'M':
        this.#name([path], (names) => void names.set(path, null));
        return;
      case 'U':
      case 'D':
        this.#name([path], (names) => void names.delete(path));
        return;
      case 'R':
      case 'L': {
        // The file by what it is now: its old name may not have lasted.
        const content = this.#now.get(path) ?? null;
        this.#name([path, other], (names) => {
          if (kind === 'R') names.delete(path);
          names.set(other, content);
        });
      }
    }
  }

  #name(paths: readonly string[], apply: NameChange['apply']): void {
    apply(this.#now);
    this.#pending.push({ folders: paths.map((path) => dirname(path)), apply });
  }

  #flushFolder(folder: string): void {
    const isOf = ({ folders }: NameChange): boolean => folders.includes(folder);
    for (const change of this.#pending.filter(isOf)) change.apply(this.#flushed);
    this.#pending = this.#pending.filter((change) => !isOf(change));
  }

  /** Writes what a cut leaves into a folder, which is emptied; the memory that SQLite shares does not outlast any. */
  leave(cut: Cut, into: string, random: Random): void {
    const names = new Map(cut === 'all' || cut === 'names' ? this.#now : this.#flushed);
    if (cut === 'some')
      for (const { apply } of this.#pending.slice(0, random.below(this.#pending.length + 1))) apply(names);
    rmSync(into, { recursive: true, force: true });
    mkdirSync(into, { recursive: true });
    const isThere = (path: string): boolean => {
      const parent = dirname(path);
      return parent === this.#folder || (names.get(parent) === null && isThere(parent));
    };
    for (const [path, content] of names) {
      if (!isThere(path) || path.endsWith('-shm')) continue;
      const to = join(into, path.slice(this.#folder.length + 1));
      if (content === null) {
        mkdirSync(to, { recursive: true });
        continue;
      }
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, dataOf(content, cut, random));
    }
  }
}

function dataOf({ now, flushed, pending }: Content, cut: Cut, random: Random): Buffer {
  if (cut === 'all' || cut === 'data') return now.bytes;
  if (cut !== 'some' || pending.length === 0) return flushed.bytes;
  const some = new Growing();
  some.write(0, flushed.bytes);
  for (const change of pending) if (random.below(2) === 0) some.apply(change);
  return some.bytes;
}
