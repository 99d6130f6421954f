import type { PointSet } from '../problem/method.ts';
import type { NearestSearch } from './nearest-search.ts';
import { insertNeighbour } from './neighbour-list.ts';

/** Brute-force search (thesis 2.5.2.1 and algorithm 3): O(n) per query; reference for the other structures. */
export class BruteForce implements NearestSearch {
  readonly #points: PointSet;

  constructor(points: PointSet) {
    this.#points = points;
  }

  nearest(x: number, y: number, z: number, maxSquared: number): number {
    const { count, xyz } = this.#points;
    let best = -1;
    let nearest = maxSquared;
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      const dx = xyz[at] - x;
      const dy = xyz[at + 1] - y;
      const dz = xyz[at + 2] - z;
      const squared = dx * dx + dy * dy + dz * dz;
      if (squared < nearest || (best < 0 && squared === nearest)) {
        nearest = squared;
        best = i;
      }
    }
    return best;
  }

  kNearest(x: number, y: number, z: number, k: number, indices: Int32Array, squared: Float64Array): number {
    const { count, xyz } = this.#points;
    let length = 0;
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      const dx = xyz[at] - x;
      const dy = xyz[at + 1] - y;
      const dz = xyz[at + 2] - z;
      length = insertNeighbour(indices, squared, length, k, i, dx * dx + dy * dy + dz * dz);
    }
    return length;
  }
}
