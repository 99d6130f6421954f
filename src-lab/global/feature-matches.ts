import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import { FEATURE_LENGTH } from './fpfh.ts';

/** Numbers of a shortened feature: nearly all of the variance of the 33. */
const SHORT_LENGTH = 12;

/**
 * Projects the features of some points of two clouds onto their common principal components: distances stay nearly
 * the same, and take a third of the time.
 *
 * @returns `SHORT_LENGTH` numbers per point of either cloud
 */
function principalFeatures(
  source: Float32Array,
  sourcePoints: Int32Array,
  target: Float32Array,
  targetPoints: Int32Array,
): readonly [Float32Array, Float32Array] {
  const n = FEATURE_LENGTH;
  const mean = new Float64Array(n);
  const squares = new Float64Array(n * n);
  const count = sourcePoints.length + targetPoints.length;
  const add = (features: Float32Array, points: Int32Array): void => {
    for (const point of points) {
      const row = features.subarray(n * point, n * (point + 1));
      for (let a = 0; a < n; a++) {
        mean[a] += row[a] / count;
        for (let b = 0; b <= a; b++) squares[n * a + b] += (row[a] * row[b]) / count;
      }
    }
  };
  add(source, sourcePoints);
  add(target, targetPoints);
  const covariance = Float64Array.from({ length: n * n }, (_, at) => {
    const [a, b] = [Math.floor(at / n), at % n];
    return squares[n * Math.max(a, b) + Math.min(a, b)] - mean[a] * mean[b];
  });
  // Ascending: the last ones have most of the variance.
  const axes = symmetricEigen(covariance, n)
    .vectors.slice(n - SHORT_LENGTH)
    .reverse();
  const project = (features: Float32Array, points: Int32Array): Float32Array => {
    const short = new Float32Array(SHORT_LENGTH * points.length);
    points.forEach((point, k) => {
      axes.forEach((axis, a) => {
        let sum = 0;
        for (let b = 0; b < n; b++) sum += axis[b] * features[n * point + b];
        short[SHORT_LENGTH * k + a] = sum;
      });
    });
    return short;
  };
  return [project(source, sourcePoints), project(target, targetPoints)];
}

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
