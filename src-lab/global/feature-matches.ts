import { principalFeatures, SHORT_LENGTH } from './principal-features.ts';

/** Pairs of a source and a target point whose features are near. */
export interface FeatureMatches {
  readonly count: number;
  readonly source: Int32Array;
  readonly target: Int32Array;
}

/**
 * Pairs whose features are among the nearest of each other: the target's is one of the `ranks` nearest of the
 * source's, and the other way round. One rank is the mutual nearest neighbour.
 */
export function matchFeatures(
  sourceFeatures: Float32Array,
  targetFeatures: Float32Array,
  sourcePoints: Int32Array,
  targetPoints: Int32Array,
  ranks: number,
): FeatureMatches {
  const [n, m] = [sourcePoints.length, targetPoints.length];
  const [source, target] = principalFeatures(sourceFeatures, sourcePoints, targetFeatures, targetPoints);
  const ofSource = new Ranking(n, ranks);
  const ofTarget = new Ranking(m, ranks);
  for (let i = 0; i < n; i++) {
    const a = SHORT_LENGTH * i;
    for (let j = 0; j < m; j++) {
      const b = SHORT_LENGTH * j;
      const worst = Math.max(ofSource.worst[i], ofTarget.worst[j]);
      let squared = 0;
      // The first components vary most: most pairs are too far apart by these alone.
      for (let k = 0; k < 4; k++) {
        const d = source[a + k] - target[b + k];
        squared += d * d;
      }
      if (squared >= worst) continue;
      for (let k = 4; k < SHORT_LENGTH; k++) {
        const d = source[a + k] - target[b + k];
        squared += d * d;
      }
      if (squared >= worst) continue;
      ofSource.offer(i, j, squared);
      ofTarget.offer(j, i, squared);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0; i < n; i++) {
    for (const j of ofSource.of(i)) if (ofTarget.has(j, i)) pairs.push([sourcePoints[i], targetPoints[j]]);
  }
  return {
    count: pairs.length,
    source: Int32Array.from(pairs, ([i]) => i),
    target: Int32Array.from(pairs, ([, j]) => j),
  };
}

/** The nearest few of every point, ascending. */
class Ranking {
  readonly worst: Float32Array;
  readonly #ranks: number;
  readonly #index: Int32Array;
  readonly #squared: Float32Array;

  constructor(count: number, ranks: number) {
    this.#ranks = ranks;
    this.worst = new Float32Array(count).fill(Number.POSITIVE_INFINITY);
    this.#index = new Int32Array(ranks * count).fill(-1);
    this.#squared = new Float32Array(ranks * count).fill(Number.POSITIVE_INFINITY);
  }

  offer(i: number, other: number, squared: number): void {
    if (!(squared < this.worst[i])) return;
    const first = this.#ranks * i;
    let at = first + this.#ranks - 1;
    for (; at > first && this.#squared[at - 1] > squared; at--) {
      this.#squared[at] = this.#squared[at - 1];
      this.#index[at] = this.#index[at - 1];
    }
    this.#squared[at] = squared;
    this.#index[at] = other;
    this.worst[i] = this.#squared[first + this.#ranks - 1];
  }

  of(i: number): number[] {
    return [...this.#index.subarray(this.#ranks * i, this.#ranks * (i + 1))].filter((j) => j >= 0);
  }

  has(i: number, other: number): boolean {
    return this.of(i).includes(other);
  }
}
