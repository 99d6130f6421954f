import { enclosedVolume } from '../../../math/closed-mesh.ts';
import { type CancelToken, throwIfCancelled } from '../../../model/context.ts';
import { type CellGrid, cellGrid, largeParts } from './cell-grid.ts';
import type { PointCells } from './point-cells.ts';
import { surfaceCells } from './surface-cells.ts';
import { nodeIndex, wallDistance } from './wall-distance.ts';
import { type WallPlanes, wallPlanes } from './wall-planes.ts';
import { WindingNumber } from './winding.ts';

/** Cells of a part that counts as wall. */
const LEAST_PART = 40;
/** A face is measured if points are this near to it, in edges. */
const SUPPORT = 1.3;
/** Value of a node far from the wall per unit of the winding number about a half, in edges. */
const FAR_VALUE = 2.4;

/** A closed solid in the coordinates of its cells. */
export interface VoidSolid {
  readonly grid: CellGrid;
  readonly planes: WallPlanes;
  /** 3 per vertex, m about the origin of the cells. */
  readonly xyz: Float64Array;
  /** 3 vertex numbers per triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
  /** 1 per triangle that points measured; the others close openings. */
  readonly measured: Uint8Array;
  /** m^3. */
  readonly volume: number;
  /** Solid parts that float in the void and were filled, m^3. */
  readonly filled: readonly number[];
}

/** Why there is no solid: no wall; none of the places is inside it; it runs out of the points. */
export type NoSolid = 'no-wall' | 'outside' | 'open';

/**
 * The void about some places, closed where no wall was measured: near the wall by the distance from its planes, elsewhere
 * by the winding number of the wall about a half, which closes a flat rim with a flat face.
 *
 * @param seeds about the origin of the cells, m
 * @throws CancelledError
 */
export function voidSolid(
  cells: PointCells,
  seeds: readonly (readonly number[])[],
  cancel: CancelToken,
): VoidSolid | NoSolid {
  const grid = cellGrid(cells);
  const { size, edge, first } = grid;
  const nodeOf = (seed: readonly number[], round: (value: number) => number): number | null => {
    const at = seed.map((value, k) => round(value / edge) - first[k]);
    const isIn = at.every((value, k) => value > 0 && value < size[k] - 1);
    return isIn ? (at[0] * size[1] + at[1]) * size[2] + at[2] : null;
  };
  const nodesOf = (round: (value: number) => number): number[] => [
    ...new Set(seeds.map((seed) => nodeOf(seed, round)).filter((node) => node !== null)),
  ];
  if (nodesOf(Math.round).length === 0) return 'outside';
  const stays = largeParts(cells, grid, LEAST_PART);
  const planes = wallPlanes(cells, grid, stays, nodesOf(Math.floor));
  throwIfCancelled(cancel, 'work-measure');
  if (planes.count === 0) return 'no-wall';
  const { distance, near } = wallDistance(grid, planes);
  throwIfCancelled(cancel, 'work-measure');
  const winding = windingOf(grid, distance, near);
  throwIfCancelled(cancel, 'work-measure');

  // 0: not known; nodes are evaluated as the void is walked through from the places inside.
  const value = new Float32Array(grid.cell.length);
  const valueAt = (node: number): number => {
    if (value[node] !== 0) return value[node];
    let nearest = distance[node];
    if (near[node] === 0) {
      const [i, j, k] = nodeIndex(node, size);
      nearest = FAR_VALUE * (winding.at(i, j, k) - 0.5);
    }
    value[node] = nearest === 0 ? -1e-6 : nearest;
    return value[node];
  };
  const front = nodesOf(Math.round).filter((node) => valueAt(node) > 0);
  if (front.length === 0) return 'outside';
  const inside = new Uint8Array(grid.cell.length);
  for (const node of front) inside[node] = 1;
  const neighbours = edgesOf(size);
  let walked = 0;
  while (front.length > 0) {
    const node = front.pop()!;
    if (++walked % 100_000 === 0) throwIfCancelled(cancel, 'work-measure');
    if (nodeIndex(node, size).some((at, k) => at === 0 || at === size[k] - 1)) return 'open';
    for (const step of neighbours) {
      const next = node + step;
      if (inside[next] === 1 || !(valueAt(next) > 0)) continue;
      inside[next] = 1;
      front.push(next);
    }
  }
  return { grid, planes, ...surfaceOf(grid, planes, value, inside) };
}

/** Steps to the nodes that share an edge of a tetrahedron with one. */
function edgesOf(size: readonly [number, number, number]): number[] {
  const steps = [1, 2, 3, 4, 5, 6, 7].map(
    (bits) => (bits >> 2) * size[1] * size[2] + ((bits >> 1) & 1) * size[2] + (bits & 1),
  );
  return [...steps, ...steps.map((step) => -step)];
}

/** Winding number of the measured wall, in edges from node 0. */
function windingOf(grid: CellGrid, distance: Float32Array, near: Uint8Array): WindingNumber {
  const { size } = grid;
  const [sy, sz] = [size[1] * size[2], size[2]];
  const steps = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (bits) => (bits >> 2) * sy + ((bits >> 1) & 1) * sz + (bits & 1),
  );
  const middle: number[] = [];
  const area: number[] = [];
  let last = -1;
  let weight = 0;
  let current = -1;
  const [p, q, r] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  const crossing = (a: number, b: number, into: Float64Array): void => {
    const share = distance[a] / (distance[a] - distance[b]);
    const [one, other] = [nodeIndex(a, size), nodeIndex(b, size)];
    for (let k = 0; k < 3; k++) into[k] = one[k] + share * (other[k] - one[k]);
  };
  const takes = (node: number): boolean => {
    current = node;
    return steps.every((step) => near[node + step] === 1);
  };
  surfaceCells(
    grid,
    takes,
    (node) => distance[node] > 0,
    (a0, a1, b0, b1, c0, c1) => {
      crossing(a0, a1, p);
      crossing(b0, b1, q);
      crossing(c0, c1, r);
      const [ux, uy, uz] = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
      const [vx, vy, vz] = [r[0] - p[0], r[1] - p[1], r[2] - p[2]];
      const n = [(uy * vz - uz * vy) / 2, (uz * vx - ux * vz) / 2, (ux * vy - uy * vx) / 2];
      const size = Math.hypot(...n);
      // All triangles of a cell are one piece.
      if (current !== last) {
        middle.push(0, 0, 0);
        area.push(0, 0, 0);
        last = current;
        weight = 0;
      }
      const at = middle.length - 3;
      const total = weight + size;
      for (let k = 0; k < 3; k++) {
        const mean = (p[k] + q[k] + r[k]) / 3;
        middle[at + k] = total > 0 ? (middle[at + k] * weight + mean * size) / total : mean;
        area[at + k] += n[k];
      }
      weight = total;
    },
  );
  return new WindingNumber({ middle: Float64Array.from(middle), area: Float64Array.from(area) }, 0.5);
}

function surfaceOf(
  grid: CellGrid,
  planes: WallPlanes,
  value: Float32Array,
  inside: Uint8Array,
): Pick<VoidSolid, 'xyz' | 'triangles' | 'measured' | 'volume' | 'filled'> {
  const { size, edge, first } = grid;
  const xyz: number[] = [];
  const triangles: number[] = [];
  const vertexOf = new Map<number, number>();
  const nodes = grid.cell.length;
  const vertex = (a: number, b: number): number => {
    const [low, high] = a < b ? [a, b] : [b, a];
    const key = low * 8 + stepCode(high - low, size);
    const known = vertexOf.get(key);
    if (known !== undefined) return known;
    const share = value[low] / (value[low] - value[high]);
    const [one, other] = [nodeIndex(low, size), nodeIndex(high, size)];
    for (let k = 0; k < 3; k++) xyz.push((first[k] + one[k] + share * (other[k] - one[k])) * edge);
    vertexOf.set(key, xyz.length / 3 - 1);
    return xyz.length / 3 - 1;
  };
  surfaceCells(
    grid,
    () => true,
    (node) => node < nodes && inside[node] === 1,
    (a0, a1, b0, b1, c0, c1) => triangles.push(vertex(a0, a1), vertex(b0, b1), vertex(c0, c1)),
  );
  return wholeSolid(grid, planes, Float64Array.from(xyz), Uint32Array.from(triangles));
}

/** Which edge of a tetrahedron a difference of node numbers is, 1..7. */
function stepCode(step: number, size: readonly [number, number, number]): number {
  const [sy, sz] = [size[1] * size[2], size[2]];
  for (let bits = 1; bits < 8; bits++)
    if ((bits >> 2) * sy + ((bits >> 1) & 1) * sz + (bits & 1) === step) return bits;
  throw new RangeError(`no edge of a tetrahedron: ${step}`);
}

/** The surface without the solids that float in it: rock does not. */
function wholeSolid(
  grid: CellGrid,
  planes: WallPlanes,
  xyz: Float64Array,
  triangles: Uint32Array,
): Pick<VoidSolid, 'xyz' | 'triangles' | 'measured' | 'volume' | 'filled'> {
  const parts = partsOf(triangles, xyz.length / 3);
  const volumes = new Map<number, number>();
  parts.forEach((part, t) => {
    const one = { origin: [0, 0, 0] as const, xyz, triangles: triangles.subarray(3 * t, 3 * t + 3) };
    volumes.set(part, (volumes.get(part) ?? 0) + enclosedVolume(one));
  });
  const remaining = triangles.filter((_, i) => volumes.get(parts[Math.floor(i / 3)])! > 0);
  const number = new Map<number, number>();
  const xyzKept: number[] = [];
  const renumbered = remaining.map((vertex) => {
    const known = number.get(vertex);
    if (known !== undefined) return known;
    number.set(vertex, number.size);
    xyzKept.push(xyz[3 * vertex], xyz[3 * vertex + 1], xyz[3 * vertex + 2]);
    return number.size - 1;
  });
  const solid = { xyz: Float64Array.from(xyzKept), triangles: renumbered };
  return {
    ...solid,
    measured: measuredFaces(grid, planes, solid),
    volume: enclosedVolume({ origin: [0, 0, 0], ...solid }),
    filled: [...volumes.values()].filter((volume) => volume <= 0).map((volume) => -volume),
  };
}

/** Number of the part of the surface that each triangle belongs to. */
function partsOf(triangles: Uint32Array, vertices: number): Int32Array {
  const parent = Int32Array.from({ length: vertices }, (_, i) => i);
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 1; k < 3; k++) {
      const [a, b] = [rootOf(parent, triangles[t]), rootOf(parent, triangles[t + k])];
      if (a !== b) parent[a] = b;
    }
  return Int32Array.from({ length: triangles.length / 3 }, (_, t) => rootOf(parent, triangles[3 * t]));
}

/** Root of a set, with the ways to it shortened. */
export function rootOf(parent: Int32Array, of: number): number {
  let root = of;
  while (parent[root] !== root) {
    parent[root] = parent[parent[root]];
    root = parent[root];
  }
  return root;
}

function measuredFaces(
  { size, edge, first }: CellGrid,
  { middle, at }: WallPlanes,
  { xyz, triangles }: { readonly xyz: Float64Array; readonly triangles: Uint32Array },
): Uint8Array {
  const [sy, sz] = [size[1] * size[2], size[2]];
  const most = (SUPPORT * edge) ** 2;
  return Uint8Array.from({ length: triangles.length / 3 }, (_, t) => {
    const p = [0, 1, 2].map(
      (k) =>
        (xyz[3 * triangles[3 * t] + k] +
          xyz[3 * triangles[3 * t + 1] + k] +
          xyz[3 * triangles[3 * t + 2] + k]) /
        3,
    );
    const [i, j, k] = p.map((value, axis) => Math.floor(value / edge) - first[axis]);
    const node = (i * size[1] + j) * size[2] + k;
    for (let a = -2; a <= 2; a++)
      for (let b = -2; b <= 2; b++)
        for (let c = -2; c <= 2; c++) {
          const plane = at[node + a * sy + b * sz + c] ?? -1;
          if (plane < 0) continue;
          const square =
            (middle[3 * plane] - p[0]) ** 2 +
            (middle[3 * plane + 1] - p[1]) ** 2 +
            (middle[3 * plane + 2] - p[2]) ** 2;
          if (square <= most) return 1;
        }
    return 0;
  });
}
