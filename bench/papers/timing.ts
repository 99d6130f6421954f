import { median } from '../../src-core/math/statistics.ts';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

/** How often work is repeated to be timed. */
export interface Repeats {
  /** Runs that do not count, where there is time for others. */
  readonly warmUp: number;
  readonly most: number;
  /** No further run starts after this, ms. */
  readonly budgetMs: number;
}

/** Pairs of runs that are compared whatever they take. */
const LEAST_PAIRS = 3;

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

/**
 * What a long run takes longer than a short one, ms: the median of the differences of runs made in turn, so that what
 * the machine does meanwhile meets both. Neither the first short run nor the first long one counts, whatever they took:
 * the first ones compile.
 *
 * @param repeats pairs of runs; three count at least
 * @throws SocavonError 'not-determined' where the long one took no longer
 */
export async function longerMs(
  { warmUp, most, budgetMs }: Repeats,
  short: () => Promise<unknown>,
  long: () => Promise<unknown>,
  clock: Clock,
): Promise<number> {
  const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
    const elapsed = clock();
    await work();
    return elapsed();
  };
  for (let pair = 0; pair < Math.max(1, warmUp); pair++) {
    await short();
    await long();
  }
  const differences: number[] = [];
  const began = performance.now();
  while (
    differences.length < LEAST_PAIRS ||
    (differences.length < most && performance.now() - began < budgetMs)
  ) {
    // Each goes first every other time.
    const isShortFirst = differences.length % 2 === 0;
    const first = await timeOf(isShortFirst ? short : long);
    const second = await timeOf(isShortFirst ? long : short);
    differences.push(isShortFirst ? second - first : first - second);
  }
  const longer = median(differences);
  if (longer > 0) return longer;
  throw new SocavonError(
    'not-determined',
    message('text', {
      text: `A long run took ${-longer} ms less than a short one; repeat it while nothing else runs.`,
    }),
  );
}
