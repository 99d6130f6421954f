/**
 * Times works in turn, round by round, so that what disturbs the machine for a while disturbs all of them.
 *
 * @param works each is done `warmUp` times before the clock counts
 * @returns the median milliseconds of each
 */
export async function interleavedMedians(
  works: readonly (() => Promise<unknown>)[],
  rounds: number,
  warmUp = 1,
): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [k, work] of works.entries()) {
      const start = performance.now();
      await work();
      if (round >= warmUp) times[k].push(performance.now() - start);
    }
  }
  return times.map((own) => own.sort((a, b) => a - b)[own.length >> 1]);
}
