import type { ConsistencyGraph } from './consistency-graph.ts';

/**
 * Core number of each vertex: the largest k such that it belongs to a subgraph in which all have k neighbours. A
 * clique of k + 1 lies within the k-core, so vertices with less are left out of its search (TEASER, section VIII;
 * KISS-Matcher, Lim et al. 2025, prunes by the core alone). Bucket algorithm of Batagelj and Zaversnik 2003.
 */
export function coreNumbers(graph: ConsistencyGraph): Int32Array {
  const { count, words, bits } = graph;
  const core = graph.degree.slice();
  const order = Int32Array.from({ length: count }, (_, i) => i).sort((a, b) => core[a] - core[b]);
  const place = new Int32Array(count);
  order.forEach((v, at) => {
    place[v] = at;
  });
  // First position of each degree in the order.
  const first = new Int32Array(count + 1);
  for (const v of core) first[v + 1 <= count ? v + 1 : count]++;
  for (let d = 1; d <= count; d++) first[d] += first[d - 1];
  for (let at = 0; at < count; at++) {
    const v = order[at];
    for (let w = 0; w < words; w++) {
      for (let rest = bits[words * v + w]; rest !== 0; rest &= rest - 1) {
        const u = 32 * w + 31 - Math.clz32(rest & -rest);
        if (core[u] <= core[v]) continue;
        const to = Math.max(first[core[u]], at + 1);
        const other = order[to];
        order[place[u]] = other;
        place[other] = place[u];
        order[to] = u;
        place[u] = to;
        first[core[u]] = to + 1;
        core[u]--;
      }
    }
  }
  return core;
}

/**
 * Finds large cliques one after another: each grown from the vertex with the highest core number, by the candidate
 * with the most neighbours among the candidates. The largest clique is among the first in practice. That there are
 * several sets of pairs, each consistent in itself, is how an ambiguous scene shows.
 */
export class CliqueSearch {
  readonly #graph: ConsistencyGraph;
  readonly #seeds: Int32Array;
  readonly #isLeft: Uint8Array;
  #at = 0;

  constructor(graph: ConsistencyGraph) {
    this.#graph = graph;
    const core = coreNumbers(graph);
    this.#seeds = Int32Array.from({ length: graph.count }, (_, i) => i).sort(
      (a, b) => core[b] - core[a] || a - b,
    );
    this.#isLeft = new Uint8Array(graph.count);
  }

  /** Leaves vertices out as seeds. */
  leave(vertices: readonly number[]): void {
    for (const v of vertices) this.#isLeft[v] = 1;
  }

  /** Clique of the next seed; null if none is left. */
  next(): number[] | null {
    const { words, bits } = this.#graph;
    while (this.#at < this.#seeds.length && this.#isLeft[this.#seeds[this.#at]]) this.#at++;
    if (this.#at === this.#seeds.length) return null;
    const seed = this.#seeds[this.#at++];
    const candidates = bits.slice(words * seed, words * (seed + 1));
    const clique = [seed];
    for (;;) {
      const best = mostConnected(this.#graph, candidates);
      if (best < 0) return clique;
      clique.push(best);
      for (let x = 0; x < words; x++) candidates[x] &= bits[words * best + x];
    }
  }
}

/** The candidate with the most neighbours among the candidates, -1 for none. */
function mostConnected({ words, bits }: ConsistencyGraph, candidates: Uint32Array): number {
  let best = -1;
  let shared = -1;
  for (let w = 0; w < words; w++) {
    for (let rest = candidates[w]; rest !== 0; rest &= rest - 1) {
      const v = 32 * w + 31 - Math.clz32(rest & -rest);
      let sum = 0;
      for (let x = 0; x < words; x++) sum += bitCount(candidates[x] & bits[words * v + x]);
      if (sum <= shared) continue;
      shared = sum;
      best = v;
    }
  }
  return best;
}

function bitCount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
