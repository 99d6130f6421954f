/**
 * Times workloads interleaved, round by round, so that a temporary disturbance of the machine affects all of them.
 *
 * @param works each runs `warmUp` times before it is timed
 * @returns the median of each, ms
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
