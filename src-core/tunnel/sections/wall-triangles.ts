import type { TriangleMesh } from '../../model/mesh.ts';
import { UNKNOWN } from '../wall/cells/wall-grid.ts';
import type { WallSurface } from '../wall/wall-surface.ts';

/** A stretch of the wall as triangles, to be drawn. */
export interface WallPiece {
  /** Map coordinates that `xyz` is relative to, m. */
  readonly origin: readonly [number, number, number];
  /** 3 per vertex, m. */
  readonly xyz: Float32Array<ArrayBuffer>;
  /** Unit normals into the drive, 3 per vertex, smooth over the whole wall. */
  readonly normal: Float32Array;
  /** 3 vertex numbers per triangle, counter-clockwise seen from inside the drive. */
  readonly triangles: Uint32Array;
  /** Chainage of each vertex, m. */
  readonly chainage: Float32Array;
  /** Mean reflectivity at each vertex, NaN where there is none; null: it was not gathered. */
  readonly reflectivity: Float32Array | null;
}

interface WallTriangleOptions {
  /** Interpolated holes up to this width are closed, m; wider ones stay open: nobody has seen that wall. */
  readonly closed: number;
  /** Longest side of a triangle that is wall, m: beyond it lies the jump into a cross-cut. */
  readonly longestSide: number;
  /** Length of a piece, m of chainage. */
  readonly piece: number;
  /** Greatest number of vertices: of a longer drive every second slab is taken, every third, and so on. */
  readonly mostVertices: number;
}

const WALL_TRIANGLE_DEFAULTS: WallTriangleOptions = {
  closed: 0.3,
  longestSide: 1.5,
  piece: 20,
  mostVertices: 2_000_000,
};

/**
 * Triangles of the wall of a drive: a vertex in the middle of each cell (slab x bin), two triangles between four
 * neighbours, along the shorter diagonal. What was not measured stays open.
 *
 * @returns pieces in order of chainage; none where nothing was measured
 */
export function wallTriangles(wall: WallSurface, options: Partial<WallTriangleOptions> = {}): WallPiece[] {
  const all = { ...WALL_TRIANGLE_DEFAULTS, ...options };
  const { slabs, bins } = wall.grid;
  const step = Math.max(1, Math.ceil((slabs * bins) / all.mostVertices));
  const rows = Math.ceil(slabs / step);
  const isWall = drawnCells(wall, all.closed);
  const xyz = placesOf(wall, rows, step, isWall);
  const perPiece = Math.max(1, Math.round(all.piece / (step * wall.options.slab)));
  const cellOf = (vertex: number): number => {
    const j = vertex % bins;
    return ((vertex - j) / bins) * step * bins + j;
  };
  const stretches: { first: number; last: number; triangles: Uint32Array }[] = [];
  const normal = new Float32Array(xyz.length);
  for (let first = 0; first < rows - 1; first += perPiece) {
    const last = Math.min(rows - 1, first + perPiece);
    const triangles = trianglesOf(xyz, bins, first, last, all.longestSide);
    addNormals(xyz, triangles, normal);
    if (triangles.length > 0) stretches.push({ first, last, triangles });
  }
  const reflectivity = reflectivityOf(wall, all.closed);
  return stretches.map(({ triangles }) => pieceOf(wall, xyz, normal, triangles, cellOf, reflectivity));
}

/** The wall of a stretch in one piece, f64, as files hold it. */
interface WallMesh extends TriangleMesh {
  /** Cell (slab x bin) in whose middle each vertex is. */
  readonly cells: Uint32Array;
}

/**
 * The triangles of `wallTriangles` whose vertices lie between two chainages, in one piece.
 *
 * @returns triangles counter-clockwise seen from inside the drive; none where nothing was measured
 */
export function wallMesh(
  wall: WallSurface,
  from: number,
  to: number,
  options: Partial<WallTriangleOptions> = {},
): WallMesh {
  const all = { ...WALL_TRIANGLE_DEFAULTS, ...options };
  const { slabs, bins } = wall.grid;
  const step = Math.max(1, Math.ceil((slabs * bins) / all.mostVertices));
  const rows = Math.ceil(slabs / step);
  const xyz = placesOf(wall, rows, step, drawnCells(wall, all.closed));
  const isWithin = (row: number): boolean => {
    const chainage = wall.chainageOf(row * step + 0.5);
    return chainage >= from && chainage <= to;
  };
  const within = Array.from({ length: rows }, (_, row) => row).filter(isWithin);
  const triangles =
    within.length === 0
      ? new Uint32Array()
      : trianglesOf(xyz, bins, within[0], within[within.length - 1], all.longestSide);
  const { numbered, vertices } = ownVertices(triangles);
  const own = new Float64Array(3 * vertices.length);
  const cells = new Uint32Array(vertices.length);
  vertices.forEach((vertex, i) => {
    own.set(xyz.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
    cells[i] = Math.floor(vertex / bins) * step * bins + (vertex % bins);
  });
  return { origin: wall.geometry.origin, xyz: own, triangles: numbered, cells };
}

/** 1 per cell that is drawn: measured, water, or in a hole narrow enough to be closed. */
function drawnCells({ grid, holes }: WallSurface, closed: number): Uint8Array {
  const drawn = Uint8Array.from(grid.state, (state) => (state === UNKNOWN ? 0 : 1));
  for (const { cells, width } of holes) if (width > closed) for (const cell of cells) drawn[cell] = 0;
  return drawn;
}

/** Middle of each cell, 3 per vertex, m from the axis' origin; NaN where nothing is drawn. */
function placesOf(wall: WallSurface, rows: number, step: number, isWall: Uint8Array): Float64Array {
  const { geometry, grid, centre } = wall;
  const { bins, radius } = grid;
  const xyz = new Float64Array(3 * rows * bins).fill(Number.NaN);
  for (let row = 0; row < rows; row++) {
    const k = row * step;
    const { origin, left, up } = geometry.frameAt(wall.chainageOf(k + 0.5));
    for (let j = 0; j < bins; j++) {
      if (isWall[k * bins + j] === 0) continue;
      const angle = ((j + 0.5) * 2 * Math.PI) / bins - Math.PI;
      const r = radius[k * bins + j];
      const a = centre[2 * k] + r * Math.cos(angle);
      const b = centre[2 * k + 1] + r * Math.sin(angle);
      for (let c = 0; c < 3; c++)
        xyz[3 * (row * bins + j) + c] = origin[c] - geometry.origin[c] + a * left[c] + b * up[c];
    }
  }
  return xyz;
}

/** Triangles between the rows `first` and `last`, whose corners are known and whose sides are short enough. */
function trianglesOf(
  xyz: Float64Array,
  bins: number,
  first: number,
  last: number,
  longest: number,
): Uint32Array {
  const triangles: number[] = [];
  const between = (a: number, b: number): number =>
    (xyz[3 * a] - xyz[3 * b]) ** 2 +
    (xyz[3 * a + 1] - xyz[3 * b + 1]) ** 2 +
    (xyz[3 * a + 2] - xyz[3 * b + 2]) ** 2;
  // A side to an open cell is NaN, and no triangle.
  const put = (a: number, b: number, c: number): void => {
    if (Math.max(between(a, b), between(b, c), between(c, a)) <= longest ** 2) triangles.push(a, b, c);
  };
  for (let row = first; row < last; row++)
    for (let j = 0; j < bins; j++) {
      const next = (j + 1) % bins;
      const [p, q] = [row * bins + j, row * bins + next];
      const [t, r] = [p + bins, q + bins];
      // Round the section, then up the axis, is outward: so the other way.
      const [pr, qt] = [between(p, r), between(q, t)];
      const alongPr = Number.isNaN(qt) || pr <= qt;
      if (alongPr) {
        put(p, r, q);
        put(p, t, r);
      } else {
        put(p, t, q);
        put(q, t, r);
      }
    }
  return Uint32Array.from(triangles);
}

/** Adds the area vectors of triangles to their vertices: the mean direction, the larger triangle counting more. */
function addNormals(xyz: Float64Array, triangles: Uint32Array, normal: Float32Array): void {
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]];
    const [ux, uy, uz] = [xyz[b] - xyz[a], xyz[b + 1] - xyz[a + 1], xyz[b + 2] - xyz[a + 2]];
    const [vx, vy, vz] = [xyz[c] - xyz[a], xyz[c + 1] - xyz[a + 1], xyz[c + 2] - xyz[a + 2]];
    const area = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const vertex of [a, b, c]) for (let k = 0; k < 3; k++) normal[vertex + k] += area[k];
  }
}

/** Reflectivity of each cell; the cells of a closed hole have it from its rim, inwards. */
function reflectivityOf({ grid, holes }: WallSurface, closed: number): Float32Array | null {
  if (grid.reflectivity === undefined) return null;
  const { bins } = grid;
  const reflectivity = grid.reflectivity.slice();
  let left = holes.filter(({ width }) => width <= closed).flatMap(({ cells }) => cells);
  while (left.length > 0) {
    const means = left.map((cell) => meanAround(reflectivity, bins, cell));
    means.forEach((mean, i) => {
      reflectivity[left[i]] = mean;
    });
    const rest = left.filter((_, i) => Number.isNaN(means[i]));
    if (rest.length === left.length) break;
    left = rest;
  }
  return reflectivity;
}

/** Mean of the eight neighbours that have a value; NaN if none has. */
function meanAround(values: Float32Array, bins: number, cell: number): number {
  const j = cell % bins;
  let [sum, count] = [0, 0];
  for (const row of [cell - j - bins, cell - j, cell - j + bins])
    for (let side = -1; side <= 1; side++) {
      const value = values[row + ((j + side + bins) % bins)] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      count++;
    }
  return count === 0 ? Number.NaN : sum / count;
}

/** Triangles that count only the vertices that they have, and those vertices. */
function ownVertices(triangles: Uint32Array): { numbered: Uint32Array; vertices: number[] } {
  const own = new Map<number, number>();
  const numbered = triangles.map((vertex) => {
    const known = own.get(vertex) ?? own.size;
    own.set(vertex, known);
    return known;
  });
  return { numbered, vertices: [...own.keys()] };
}

/** The triangles with their own vertices only, about an origin of their own. */
function pieceOf(
  wall: WallSurface,
  xyz: Float64Array,
  normal: Float32Array,
  triangles: Uint32Array,
  cellOf: (vertex: number) => number,
  reflectivity: Float32Array | null,
): WallPiece {
  const { numbered, vertices } = ownVertices(triangles);
  const at = 3 * vertices[0];
  const middle = [xyz[at], xyz[at + 1], xyz[at + 2]];
  const { origin } = wall.geometry;
  const piece = {
    origin: [origin[0] + middle[0], origin[1] + middle[1], origin[2] + middle[2]] as const,
    xyz: new Float32Array(3 * vertices.length),
    normal: new Float32Array(3 * vertices.length),
    triangles: numbered,
    chainage: new Float32Array(vertices.length),
    reflectivity: reflectivity && new Float32Array(vertices.length),
  };
  vertices.forEach((vertex, i) => {
    const cell = cellOf(vertex);
    const length = Math.hypot(normal[3 * vertex], normal[3 * vertex + 1], normal[3 * vertex + 2]) || 1;
    for (let k = 0; k < 3; k++) {
      piece.xyz[3 * i + k] = xyz[3 * vertex + k] - middle[k];
      piece.normal[3 * i + k] = normal[3 * vertex + k] / length;
    }
    piece.chainage[i] = wall.chainageOf(Math.floor(cell / wall.grid.bins) + 0.5);
    if (reflectivity !== null) piece.reflectivity![i] = reflectivity[cell];
  });
  return piece;
}
