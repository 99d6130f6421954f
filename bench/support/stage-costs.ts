import { processMemoryKiB } from './process-memory.ts';

/** What a stage of a measured process took. */
export interface StageCost {
  /** As its lines of progress name it; `start` before the first. */
  readonly stage: string;
  readonly seconds: number;
  /** Largest resident memory that was seen meanwhile, MiB; 0 on systems without /proc. */
  readonly peakMiB: number;
  /** Most that all threads together held in array buffers after a collection, MiB; 0 where it was not measured. */
  readonly heldMiB: number;
}

/** Time between two looks at the memory, ms. */
const EVERY = 50;
/** Silence after which a thread has ended, ms. */
const SILENT = 2000;

/** Follows a process from outside, stage by stage, by its lines of progress. */
export class StageCosts {
  readonly #pid: number;
  readonly #stages = new Map<string, { seconds: number; peakMiB: number; heldMiB: number }>();
  readonly #timer: ReturnType<typeof setInterval>;
  #stage = 'start';
  #since = performance.now();
  /** By thread: MiB, and when it was said. */
  readonly #held = new Map<number, readonly [mebibytes: number, at: number]>();

  constructor(pid: number) {
    this.#pid = pid;
    this.#timer = setInterval(() => this.#look(), EVERY);
  }

  /** @param line of standard error */
  hear(line: string): void {
    const [, stage] = /^(\w+): \d[^(]*\(/.exec(line) ?? [];
    if (stage === undefined || stage === this.#stage) return;
    this.#look();
    this.#stage = stage;
  }

  /** A thread holds so much in array buffers after a collection. */
  holds(thread: number, mebibytes: number): void {
    this.#held.set(thread, [mebibytes, performance.now()]);
    this.#look();
  }

  /** Costs of the stages in the order in which they began; a stage that came twice is one. */
  end(): StageCost[] {
    clearInterval(this.#timer);
    this.#look();
    return [...this.#stages].map(([stage, cost]) => ({ stage, ...cost }));
  }

  #look(): void {
    const now = performance.now();
    const known = this.#stages.get(this.#stage) ?? { seconds: 0, peakMiB: 0, heldMiB: 0 };
    // A thread that is silent has ended; the first has not.
    const alive = [...this.#held].filter(([thread, [, at]]) => thread === 0 || now - at < SILENT);
    const held = alive.reduce((sum, [, [mebibytes]]) => sum + mebibytes, 0);
    this.#stages.set(this.#stage, {
      seconds: known.seconds + (now - this.#since) / 1000,
      peakMiB: Math.max(known.peakMiB, this.#resident()),
      heldMiB: Math.max(known.heldMiB, held),
    });
    this.#since = now;
  }

  #resident(): number {
    return (processMemoryKiB(this.#pid, 'VmRSS') ?? 0) / 1024;
  }
}
