/** Elimination order of the nodes of a graph, and the resulting fill pattern of the Cholesky factor. */
export interface EliminationOrder {
  /** Node eliminated at each step. */
  readonly nodeAt: Int32Array;
  /** Step at which each node is eliminated. */
  readonly stepOf: Int32Array;
  /** Blocks below the diagonal in each column: `rows[starts[step] .. starts[step + 1]]`, ascending. */
  readonly starts: Int32Array;
  readonly rows: Int32Array;
}

/**
 * Minimum degree ordering: always eliminates the node with the fewest remaining neighbours, whose neighbours then
 * become a clique (Tinney, Walker 1967; George, Liu 1989). A drive is a chain, an out-and-back one a ladder: there
 * is hardly any fill-in, whatever the order in which the robot came by. Ties go to the lower node, so that the
 * order is the same on every machine.
 *
 * @param pairs nodes that share a factor, two numbers each; duplicates are allowed
 */
export function eliminationOrder(count: number, pairs: ArrayLike<number>): EliminationOrder {
  const neighbours = Array.from({ length: count }, () => new Set<number>());
  for (let k = 0; k < pairs.length; k += 2) {
    neighbours[pairs[k]].add(pairs[k + 1]);
    neighbours[pairs[k + 1]].add(pairs[k]);
  }
  const queue = new DegreeQueue(neighbours.map((set) => set.size));
  const nodeAt = new Int32Array(count);
  const stepOf = new Int32Array(count);
  const columns: number[][] = [];
  for (let step = 0; step < count; step++) {
    const node = queue.take();
    nodeAt[step] = node;
    stepOf[node] = step;
    const left = [...neighbours[node]];
    for (const a of left) {
      const own = neighbours[a];
      own.delete(node);
      for (const b of left) if (b !== a) own.add(b);
      queue.put(a, own.size);
    }
    neighbours[node].clear();
    columns.push(left);
  }
  const starts = new Int32Array(count + 1);
  columns.forEach((column, step) => {
    starts[step + 1] = starts[step] + column.length;
  });
  const rows = new Int32Array(starts[count]);
  columns.forEach((column, step) => {
    rows.set(
      column.map((node) => stepOf[node]).sort((a, b) => a - b),
      starts[step],
    );
  });
  return { nodeAt, stepOf, starts, rows };
}

/** Index in `rows` of an existing block below the diagonal; both arguments are steps, `row` the later one. */
export function rowPosition({ starts, rows }: EliminationOrder, column: number, row: number): number {
  let low = starts[column];
  let high = starts[column + 1] - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle] < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Priority queue of nodes by degree, then by number: a binary heap whose outdated entries are skipped. */
class DegreeQueue {
  readonly #degree: number[];
  readonly #taken: Uint8Array;
  readonly #heap: number[] = [];

  constructor(degrees: number[]) {
    this.#degree = degrees;
    this.#taken = new Uint8Array(degrees.length);
    for (const [node, degree] of degrees.entries()) this.#push(this.#key(node, degree));
  }

  put(node: number, degree: number): void {
    if (degree === this.#degree[node]) return;
    this.#degree[node] = degree;
    this.#push(this.#key(node, degree));
  }

  take(): number {
    for (;;) {
      const key = this.#pop();
      const node = key % this.#degree.length;
      if (this.#taken[node] === 1 || key !== this.#key(node, this.#degree[node])) continue;
      this.#taken[node] = 1;
      return node;
    }
  }

  #key(node: number, degree: number): number {
    return degree * this.#degree.length + node;
  }

  #push(key: number): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(key);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent] <= key) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = key;
  }

  #pop(): number {
    const heap = this.#heap;
    const top = heap[0];
    const key = heap.pop() as number;
    if (heap.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1] < heap[child]) child++;
      if (heap[child] >= key) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = key;
    return top;
  }
}
