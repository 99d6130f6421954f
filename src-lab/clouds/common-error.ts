import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint } from '../../src-core/math/se3.ts';
import { median } from '../../src-core/math/statistics.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { checkPoints } from '../problem/check-points.ts';
import type { PointSet } from '../problem/method.ts';
import { KdTree } from '../search/kd-tree.ts';
import { LINE_RATIO, neighbourhoodEigen } from '../search/normals.ts';

/** Greatest number of points that poses are compared on: a root mean square of so many is good to half a per cent. */
const MOST_POINTS = 50_000;
/** Points whose neighbours give the spacing of the reference cloud. */
const SPACING_SAMPLE = 2000;
/** The fourth neighbour: the nearest may be the same point, written twice. */
const NEIGHBOUR = 4;
/** Distance up to which points count, in spacings: beyond, it is another surface, or the other cloud has none. */
const SPACINGS = 5;
/** Points, besides the nearest, whose plane is its surface. */
const PLANE_NEIGHBOURS = 8;
const SEED = 1;

/** Error of a pose on the common set. */
export interface CommonError {
  /** Root mean square of the distances, m, each counted as at most the limit. */
  readonly rms: number;
  /** Share of the points of the set that are nearer than the limit, 0..1. */
  readonly share: number;
}

/**
 * Points on which poses of several registrations are compared: a random part of the moving cloud, the same for all,
 * with the surface at the nearest points of the whole reference cloud: the distance to the points themselves would be
 * that of their spacing, and hide the last centimetre of a pose. What each registration reports of itself is not comparable:
 * the methods measure other distances, of other points, each within a limit of its own.
 */
export class CommonSet {
  /** Distance above which a point counts as not matched, m. */
  readonly limit: number;
  /** Points that are compared. */
  readonly count: number;
  readonly #xyz: Float64Array;
  readonly #target: PointSet;
  readonly #tree: KdTree;
  /** 3 per point of the target, 0 0 0 where its neighbours lie on a line; NaN: not computed yet. */
  readonly #normals: Float64Array;

  /**
   * @param limit m; null: five times the distance to the fourth neighbour in the reference cloud, on the median
   * @throws SocavonError 'too-few-points', 'points-unusable'
   */
  constructor(source: PointSet, target: PointSet, limit: number | null = null, most = MOST_POINTS) {
    checkPoints(source, 'source');
    checkPoints(target, 'target');
    this.#target = target;
    this.#tree = new KdTree(target);
    this.#normals = new Float64Array(3 * target.count).fill(Number.NaN);
    const drawn = drawnPoints(source.count, most);
    this.count = drawn.length;
    this.#xyz = Float64Array.from({ length: 3 * drawn.length }, (_, at) => {
      return source.xyz[3 * drawn[Math.floor(at / 3)] + (at % 3)];
    });
    this.limit = limit ?? SPACINGS * this.#spacing();
  }

  /**
   * Distance of each point under a pose to the surface of the reference cloud at its nearest point, m; Infinity if that
   * point is beyond the limit.
   */
  distances(T_target_source: Rigid): Float32Array {
    const { xyz } = this.#target;
    const most = this.limit ** 2;
    return Float32Array.from({ length: this.count }, (_, i) => {
      const at = 3 * i;
      const [x, y, z] = applyToPoint(T_target_source, this.#xyz[at], this.#xyz[at + 1], this.#xyz[at + 2]);
      const to = this.#tree.nearest(x, y, z, most);
      if (to < 0) return Number.POSITIVE_INFINITY;
      const d = [x - xyz[3 * to], y - xyz[3 * to + 1], z - xyz[3 * to + 2]];
      const [nx, ny, nz] = this.#normalAt(to);
      // On a line there is no plane: the point itself counts.
      return nx === 0 && ny === 0 && nz === 0
        ? Math.hypot(...d)
        : Math.abs(nx * d[0] + ny * d[1] + nz * d[2]);
    });
  }

  #normalAt(point: number): Float64Array {
    const normal = this.#normals.subarray(3 * point, 3 * point + 3);
    if (!Number.isNaN(normal[0])) return normal;
    const { count, xyz } = this.#target;
    const k = Math.min(PLANE_NEIGHBOURS + 1, count);
    const indices = new Int32Array(k);
    const [x, y, z] = xyz.subarray(3 * point, 3 * point + 3);
    const near = this.#tree.kNearest(x, y, z, k, indices, new Float64Array(k));
    const eigen = new Float64Array(6);
    neighbourhoodEigen(xyz, indices, near, x, y, z, eigen);
    normal.fill(0);
    if (eigen[1] > LINE_RATIO * eigen[2]) normal.set(eigen.subarray(3, 6));
    return normal;
  }

  #spacing(): number {
    const { count, xyz } = this.#target;
    const k = Math.min(NEIGHBOUR + 1, count);
    const indices = new Int32Array(k);
    const squared = new Float64Array(k);
    const spacings = drawnPoints(count, SPACING_SAMPLE).map((point) => {
      this.#tree.kNearest(xyz[3 * point], xyz[3 * point + 1], xyz[3 * point + 2], k, indices, squared);
      return squared[k - 1];
    });
    return Math.sqrt(median(Float64Array.from(spacings)));
  }
}

/**
 * Errors of poses on the points that at least one of them brings to the reference cloud: those that none does show
 * surface that the reference lacks, and would only blur the difference.
 *
 * @param distances of each pose, from the same set
 * @param limit of the set, m
 * @returns an error for each pose, and the number of points that they were computed on
 */
export function commonErrors(
  distances: readonly Float32Array[],
  limit: number,
): { readonly errors: CommonError[]; readonly points: number } {
  const [first] = distances;
  const all = first === undefined ? [] : Array.from(first.keys());
  const shared = all.filter((i) => distances.some((of) => of[i] <= limit));
  const errors = distances.map((of) => {
    let squared = 0;
    let near = 0;
    for (const i of shared) {
      squared += Math.min(of[i], limit) ** 2;
      if (of[i] <= limit) near++;
    }
    return { rms: Math.sqrt(squared / shared.length), share: near / shared.length };
  });
  return { errors, points: shared.length };
}

/** Indices of a random part of a cloud, or of all its points; random because points come in rings and rows. */
function drawnPoints(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, i) => i);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const random = seededRandom(SEED);
  for (let i = 0; i < most; i++) {
    const j = i + random.below(count - i);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return Array.from(order.subarray(0, most));
}
