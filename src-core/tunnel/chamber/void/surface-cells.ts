import type { CellGrid } from './cell-grid.ts';

/** Six tetrahedra of a cube about its main diagonal, corners as bits i, j, k, each turned the same way. */
const TETRAHEDRA: readonly (readonly [number, number, number, number])[] = (
  [
    [4, 2, 1],
    [2, 1, 4],
    [1, 4, 2],
    [4, 1, 2],
    [1, 2, 4],
    [2, 4, 1],
  ] as const
).map(([a, b, c], i) => (i < 3 ? [0, a, a + b, a + b + c] : [0, a + b, a, a + b + c]));

/** Receives a triangle: three crossings, each on the edge between two nodes, counter-clockwise seen from outside. */
type PutTriangle = (a0: number, a1: number, b0: number, b1: number, c0: number, c1: number) => void;

/**
 * Surface between positive and negative nodes by tetrahedra (Doi and Koide 1991, "An efficient method of triangulating
 * equi-valued surfaces by using tetrahedral cells", IEICE Transactions E74): unlike by cubes, no case is ambiguous, so the
 * surface is closed, and no edge has more than two triangles.
 *
 * @param takes whether the surface in the cell of this lower node is wanted
 * @param isInside by node
 */
export function surfaceCells(
  { size }: Pick<CellGrid, 'size'>,
  takes: (node: number) => boolean,
  isInside: (node: number) => boolean,
  put: PutTriangle,
): void {
  const steps = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (bits) => (bits >> 2) * size[1] * size[2] + ((bits >> 1) & 1) * size[2] + (bits & 1),
  );
  for (let i = 0; i < size[0] - 1; i++)
    for (let j = 0; j < size[1] - 1; j++)
      for (let k = 0; k < size[2] - 1; k++) {
        const node = (i * size[1] + j) * size[2] + k;
        if (!takes(node)) continue;
        let inside = 0;
        for (let corner = 0; corner < 8; corner++) if (isInside(node + steps[corner])) inside |= 1 << corner;
        if (inside === 0 || inside === 255) continue;
        for (const tetrahedron of TETRAHEDRA) ofTetrahedron(tetrahedron, inside, node, steps, put);
      }
}

function ofTetrahedron(
  corners: readonly [number, number, number, number],
  inside: number,
  node: number,
  steps: readonly number[],
  put: PutTriangle,
): void {
  const ins: number[] = [];
  const outs: number[] = [];
  for (let c = 0; c < 4; c++) (((inside >> corners[c]) & 1) === 1 ? ins : outs).push(c);
  if (ins.length === 0 || outs.length === 0) return;
  const isFlipped = ins.length === 3;
  const order = isFlipped ? [...outs, ...ins] : [...ins, ...outs];
  if (isOdd(order)) [order[2], order[3]] = [order[3], order[2]];
  const [a, b, c, d] = order.map((place) => node + steps[corners[place]]);
  if (ins.length === 2) {
    put(a, c, a, d, b, d);
    put(a, c, b, d, b, c);
  } else if (isFlipped) put(a, b, a, d, a, c);
  else put(a, b, a, c, a, d);
}

/** True if an order of 0 to 3 is an odd permutation. */
function isOdd(order: readonly number[]): boolean {
  let swaps = 0;
  for (let i = 0; i < 4; i++) for (let j = i + 1; j < 4; j++) if (order[i] > order[j]) swaps++;
  return swaps % 2 === 1;
}
