import type { TriangleMesh } from '../model/mesh.ts';
import { SurfaceSums } from './surface-sums.ts';

/** What a mesh that encloses no volume lacks. `at` is a place on the first such edge, in the frame of the mesh, m. */
export interface MeshDefect {
  readonly kind: 'open' | 'crowded' | 'unordered';
  /** Edges of one triangle; edges of more than two; parts of a mesh without an order of its faces. */
  readonly count: number;
  readonly at: readonly [number, number, number];
}

/**
 * The mesh with its faces counter-clockwise seen from outside, if it is closed: each edge belongs to two triangles. Faces
 * that have no order among each other are turned to that of their neighbours, in a mesh of one part; in one of several it
 * would not be known which of them are holes.
 *
 * @param mesh whose vertices are joined
 */
export function closedMesh(mesh: TriangleMesh): TriangleMesh | MeshDefect {
  const triangles = Uint32Array.from(mesh.triangles);
  const edges = edgesOf(triangles);
  for (const kind of ['open', 'crowded'] as const) {
    const bad = [...edges].filter(([, sides]) => (kind === 'open' ? sides.length < 2 : sides.length > 2));
    if (bad.length > 0) return { kind, count: bad.length, at: placeOf(mesh, triangles, bad[0][1][0]) };
  }
  const disordered = [...edges.values()].find(
    ([a, b]) => isForward(triangles, a) === isForward(triangles, b),
  );
  if (disordered !== undefined) {
    const parts = orderFaces(triangles, edges);
    if (parts > 1) return { kind: 'unordered', count: parts, at: placeOf(mesh, triangles, disordered[0]) };
  }
  const ordered = { ...mesh, triangles };
  return enclosedVolume(ordered) < 0 ? { ...mesh, triangles: turned(triangles) } : ordered;
}

/**
 * Signed volume that a closed mesh encloses, m^3; positive if its faces are counter-clockwise seen from outside.
 */
export function enclosedVolume(mesh: TriangleMesh): number {
  return SurfaceSums.of(mesh).volume;
}

/** Sides (3 t + k, from corner k of triangle t to the next) of each edge. */
function edgesOf(triangles: Uint32Array): Map<number, number[]> {
  const edges = new Map<number, number[]>();
  for (let side = 0; side < triangles.length; side++) {
    const [a, b] = endsOf(triangles, side);
    const key = a < b ? a * 2 ** 26 + b : b * 2 ** 26 + a;
    const sides = edges.get(key);
    if (sides === undefined) edges.set(key, [side]);
    else sides.push(side);
  }
  return edges;
}

function endsOf(triangles: Uint32Array, side: number): [number, number] {
  return [triangles[side], triangles[side - (side % 3) + ((side + 1) % 3)]];
}

function isForward(triangles: Uint32Array, side: number): boolean {
  const [a, b] = endsOf(triangles, side);
  return a < b;
}

function placeOf({ origin, xyz }: TriangleMesh, triangles: Uint32Array, side: number) {
  const at = 3 * triangles[side];
  return [0, 1, 2].map((k) => origin[k] + xyz[at + k]) as [number, number, number];
}

/** Turns triangles, in place, until neighbours run along their edge in opposite senses. @returns connected parts */
function orderFaces(triangles: Uint32Array, edges: ReadonlyMap<number, readonly number[]>): number {
  const neighbours: [number, boolean][][] = Array.from({ length: triangles.length / 3 }, () => []);
  for (const [a, b] of edges.values()) {
    const isAlike = isForward(triangles, a) === isForward(triangles, b);
    neighbours[Math.floor(a / 3)].push([Math.floor(b / 3), isAlike]);
    neighbours[Math.floor(b / 3)].push([Math.floor(a / 3), isAlike]);
  }
  const turn = new Int8Array(neighbours.length).fill(-1);
  let parts = 0;
  for (let first = 0; first < turn.length; first++) {
    if (turn[first] >= 0) continue;
    parts++;
    turn[first] = 0;
    const open = [first];
    for (let t = open.pop(); t !== undefined; t = open.pop())
      for (const [other, isAlike] of neighbours[t]) {
        if (turn[other] >= 0) continue;
        turn[other] = isAlike ? 1 - turn[t] : turn[t];
        open.push(other);
      }
  }
  for (let t = 0; t < turn.length; t++)
    if (turn[t] === 1)
      [triangles[3 * t + 1], triangles[3 * t + 2]] = [triangles[3 * t + 2], triangles[3 * t + 1]];
  return parts;
}

function turned(triangles: Uint32Array): Uint32Array {
  const other = Uint32Array.from(triangles);
  for (let t = 0; t < other.length; t += 3) [other[t + 1], other[t + 2]] = [other[t + 2], other[t + 1]];
  return other;
}
