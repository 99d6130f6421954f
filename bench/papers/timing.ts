/** How often work is repeated to be timed. */
export interface Repeats {
  /** Runs that do not count, where there is time for others. */
  readonly warmUp: number;
  readonly most: number;
  /** No further run starts after this, ms. */
  readonly budgetMs: number;
}

export const ONCE: Repeats = { warmUp: 0, most: 1, budgetMs: 0 };

/** Starts a stopwatch; the returned function gives the elapsed milliseconds. */
export type Clock = () => () => number;

/** The kernel counts processor time in steps of a few milliseconds: shorter times are taken from the wall clock. */
const COARSE_MS = 20;

export const wallClock: Clock = () => {
  const began = performance.now();
  return () => performance.now() - began;
};

/** Processor time of this thread: that of the wall on an idle machine, and not lengthened by others on a busy one. */
export const threadClock: Clock = () => {
  const byWall = wallClock();
  const began = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(began);
    const wall = byWall();
    return wall < COARSE_MS ? wall : (user + system) / 1000;
  };
};

/** Result and time of one run. */
export interface Run<T> {
  readonly value: T;
  readonly ms: number;
}

/** Runs work until the repeats or the time of the wall are used up; gives the runs that count, one at least. */
export async function repeated<T>(
  { warmUp, most, budgetMs }: Repeats,
  work: () => T | Promise<T>,
  clock: Clock,
): Promise<[Run<T>, ...Run<T>[]]> {
  const began = performance.now();
  const runs: Run<T>[] = [];
  do {
    const elapsed = clock();
    const value = await work();
    runs.push({ value, ms: elapsed() });
  } while (runs.length < warmUp + most && performance.now() - began < budgetMs);
  return runs.slice(runs.length > warmUp ? warmUp : 0) as [Run<T>, ...Run<T>[]];
}
