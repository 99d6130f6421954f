import { Worker } from 'node:worker_threads';
import { subSeed } from '../../src-core/math/random.ts';
import { OFFENCES, type OffenceKind, type Verdict } from './judge.ts';
import { MENDED_SUMS, type MendedSums } from './mended-sums.ts';
import { type Mutant, mendedMutantOf, mutantOf } from './mutant.ts';
import type { SeedFile } from './seed-files.ts';
import type { FuzzJob } from './serve-readers.ts';

/** What to try. */
interface FuzzOptions {
  readonly seed: number;
  /** Damaged files in all; the seed files share them, those whose sums are mended too counting twice. */
  readonly count: number;
  /** Module of the thread that `serveReaders`; left out: that of the program's readers. */
  readonly thread?: URL;
  /** Processor time after which a reader is stopped, ms. */
  readonly stopMs?: number;
  /** Heap of the readers, MiB. */
  readonly heapMib?: number;
  /** Told of each offence as it is found. */
  readonly onOffence?: (offence: Offence) => void;
  /** Told of the files that are done. */
  readonly onProgress?: (done: number) => void;
}

/** A damaged file that a reader took wrongly. */
export interface Offence {
  readonly reader: string;
  /** Name of the whole file. */
  readonly file: string;
  /** Of the mutant of that file. */
  readonly number: number;
  readonly how: string;
  readonly kind: OffenceKind;
  readonly what: string;
  readonly bytes: Uint8Array;
}

/** What became of the files of a reader. */
export interface Tally {
  files: number;
  accepted: number;
  refused: number;
  readonly offences: Record<OffenceKind, number>;
  /** Longest processor time for one file, ms. */
  slowest: number;
  /** Largest array for one file, bytes. */
  largestArray: number;
  /** Largest heap of the thread of the readers, bytes. */
  largestHeap: number;
}

/** A tally of nothing. */
export function emptyTally(): Tally {
  const kinds = Object.keys(OFFENCES) as OffenceKind[];
  return {
    files: 0,
    accepted: 0,
    refused: 0,
    offences: Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<OffenceKind, number>,
    slowest: 0,
    largestArray: 0,
    largestHeap: 0,
  };
}

interface FuzzResult {
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly offences: readonly Offence[];
}

/** What follows the name of a reader in the row of those whose sums are mended. */
export const MENDED = ', sums mended';
const STOP_MS = 4000;
const HEAP_MIB = 400;
/** Time of the clock after which a reader is stopped that only waits, ms. */
const SILENCE_MS = 120_000;
const LOOK_EVERY_MS = 200;

/**
 * Gives damaged files to the readers, in a thread that is stopped where it does not end or takes all memory, and counts what
 * becomes of them. The same options give the same files.
 *
 * @throws Error if a whole file is not accepted
 */
export async function runFuzz(seeds: readonly SeedFile[], options: FuzzOptions): Promise<FuzzResult> {
  const thread = new ReaderThread(options);
  const tallies = new Map<string, Tally>();
  const offences: Offence[] = [];
  try {
    let done = 0;
    const sources = seeds.flatMap((seed): [SeedFile, MendedSums | null][] => {
      const sums = MENDED_SUMS[seed.reader];
      return sums === undefined
        ? [[seed, null]]
        : [
            [seed, null],
            [seed, sums],
          ];
    });
    for (const [i, [seed, sums]] of sources.entries()) {
      const mutants =
        Math.floor(options.count / sources.length) + (i < options.count % sources.length ? 1 : 0);
      const others = seeds.filter(({ reader }) => reader === seed.reader).map(({ bytes }) => bytes);
      const row = sums === null ? seed.reader : `${seed.reader}${MENDED}`;
      const tally = tallies.get(row) ?? emptyTally();
      tallies.set(row, tally);
      for (let number = 0; number < mutants; number++) {
        const ownSeed = seedOf(seed, options.seed);
        const mutant =
          sums === null
            ? mutantOf(seed.bytes, others, seed.isText, ownSeed, number)
            : mendedMutantOf(seed.bytes, sums, ownSeed, number);
        const verdict = await thread.ask(seed, mutant);
        tally.files++;
        tally.slowest = Math.max(tally.slowest, verdict.milliseconds);
        tally.largestArray = Math.max(tally.largestArray, verdict.arrayBytes ?? 0);
        tally.largestHeap = Math.max(tally.largestHeap, verdict.heapBytes ?? 0);
        options.onProgress?.(++done);
        if (verdict.kind !== 'offence') {
          tally[verdict.kind]++;
          continue;
        }
        const kind = verdict.offence ?? 'error';
        tally.offences[kind]++;
        const offence = { reader: seed.reader, file: seed.name, number, ...mutant, kind, what: verdict.what };
        offences.push(offence);
        options.onOffence?.(offence);
      }
    }
  } finally {
    await thread.end();
  }
  return { tallies, offences };
}

function seedOf({ reader, name }: SeedFile, seed: number): number {
  return subSeed(seed, `${reader} ${name}`);
}

/** The thread of the readers; made anew after one that had to be stopped. */
class ReaderThread {
  readonly #module: URL;
  readonly #stopMs: number;
  readonly #heapMib: number;
  #worker: Worker | null = null;
  #known = new Set<SeedFile>();

  constructor({ thread, stopMs = STOP_MS, heapMib = HEAP_MIB }: FuzzOptions) {
    this.#module = thread ?? new URL('./reader-thread.ts', import.meta.url);
    this.#stopMs = stopMs;
    this.#heapMib = heapMib;
  }

  async ask(seed: SeedFile, { bytes, isPlain }: Mutant): Promise<Verdict> {
    const { reader, name, metadata } = seed;
    if (this.#worker === null || !this.#known.has(seed)) {
      const whole = await this.#send({ reader, file: { name, metadata, bytes: seed.bytes }, state: 'whole' });
      if (whole.kind !== 'accepted')
        throw new Error(`${reader}: the whole ${name} was not accepted: ${whole.what}`);
      this.#known.add(seed);
    }
    return this.#send({
      reader,
      file: { name, metadata, bytes },
      state: isPlain ? 'plainly damaged' : 'damaged',
    });
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
    this.#known.clear();
  }

  async #send(job: FuzzJob): Promise<Verdict> {
    this.#worker ??= new Worker(this.#module, {
      resourceLimits: { maxOldGenerationSizeMb: this.#heapMib, maxYoungGenerationSizeMb: 64 },
    });
    const worker = this.#worker;
    const verdict = await new Promise<Verdict>((fulfil) => {
      let first: number | null = null;
      const began = performance.now();
      const stopped = (offence: OffenceKind, what: string): void => {
        clearInterval(timer);
        fulfil({ kind: 'offence', offence, what, milliseconds: this.#stopMs });
      };
      const look = async (): Promise<void> => {
        const { user, system } = await worker.cpuUsage();
        const now = (user + system) / 1000;
        // Of a thread that has just begun, this is the loading of its modules.
        first ??= now;
        if (now - first > this.#stopMs) stopped('slow', `no end in ${this.#stopMs} ms of the processor`);
        else if (performance.now() - began > SILENCE_MS) stopped('slow', `no answer in ${SILENCE_MS} ms`);
      };
      const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS);
      worker.removeAllListeners();
      worker.once('message', (answer: Verdict) => {
        clearInterval(timer);
        fulfil(answer);
      });
      worker.once('error', ({ code, message }: NodeJS.ErrnoException) =>
        stopped(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'error', `the thread ended: ${message}`),
      );
      worker.once('exit', (status) => stopped('error', `the thread ended with ${status}`));
      worker.postMessage(job);
    });
    if (verdict.kind === 'offence' && /^(no |the thread)/.test(verdict.what)) await this.end();
    return verdict;
  }
}
