import { describe, expect, it } from 'vitest';
import { closedMesh, enclosedVolume, type MeshDefect } from '../../src-core/math/closed-mesh.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import type { TriangleMesh } from '../../src-core/model/mesh.ts';

const SEED = 71;
const FACES = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];

/** Cubes of side 2, each where it is put, with outward faces. */
function cubes(...places: number[][]): TriangleMesh & { triangles: Uint32Array } {
  const xyz = places.flatMap((place) =>
    Array.from({ length: 8 }, (_, corner) => [0, 1, 2].map((k) => place[k] + 2 * ((corner >> k) & 1))).flat(),
  );
  const triangles = places.flatMap((_, cube) =>
    FACES.flatMap(([a, b, c, d]) => [a, b, c, a, c, d].map((vertex) => vertex + 8 * cube)),
  );
  return { origin: [100, 200, 300], xyz: Float64Array.from(xyz), triangles: Uint32Array.from(triangles) };
}

function withTurned(mesh: TriangleMesh, isTurned: (triangle: number) => boolean): TriangleMesh {
  const triangles = Uint32Array.from(mesh.triangles);
  for (let t = 0; t < triangles.length / 3; t++)
    if (isTurned(t)) [triangles[3 * t], triangles[3 * t + 1]] = [triangles[3 * t + 1], triangles[3 * t]];
  return { ...mesh, triangles };
}

const volumeOf = (mesh: TriangleMesh): number | string => {
  const closed = closedMesh(mesh);
  return 'kind' in closed ? closed.kind : enclosedVolume(closed);
};

describe(`a mesh that encloses a volume (seed ${SEED})`, () => {
  it('is taken as it is, turned inside out, or with its faces in any order', () => {
    const cube = cubes([0, 0, 0]);
    expect(volumeOf(cube)).toBe(8);
    expect(volumeOf(withTurned(cube, () => true))).toBe(8);
    const random = seededRandom(SEED);
    for (let i = 0; i < 50; i++) expect(volumeOf(withTurned(cube, () => random.uniform() < 0.5))).toBe(8);
  });

  it('may have several parts, and holes, if its faces are in order', () => {
    expect(volumeOf(cubes([0, 0, 0], [5, 0, 0]))).toBe(16);
    const holed = withTurned(cubes([0, 0, 0], [0.2, 0.2, 0.2]), (t) => t >= 12);
    expect(volumeOf(holed)).toBeCloseTo(0, 9);
  });

  it('names the first edge of one that is open', () => {
    const cube = cubes([0, 0, 0]);
    const open = { ...cube, triangles: cube.triangles.slice(0, -3) };
    expect(closedMesh(open)).toMatchObject({ kind: 'open', count: 3 });
    const { at } = closedMesh(open) as MeshDefect;
    expect(at.every((value, k) => value >= [100, 200, 300][k] && value <= [102, 202, 302][k])).toBe(true);
  });

  it('is no solid where more than two faces meet, or where parts are without order', () => {
    const cube = cubes([0, 0, 0]);
    const crowded = { ...cube, triangles: Uint32Array.of(...cube.triangles, 0, 3, 7, 7, 4, 0) };
    expect(volumeOf(crowded)).toBe('crowded');
    const two = withTurned(cubes([0, 0, 0], [5, 0, 0]), (t) => t === 3);
    expect(closedMesh(two)).toMatchObject({ kind: 'unordered', count: 2 });
  });
});
