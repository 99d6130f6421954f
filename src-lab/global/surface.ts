import { planeEigenOf } from '../../src-core/math/eigen3.ts';
import { addToPlane, momentsOfPlane, PLANE_SUMS } from '../../src-core/math/plane-sums.ts';
import { median, SIGMA_OF_MAD } from '../../src-core/math/statistics.ts';
import { cellMeans } from '../clouds/thin-cloud.ts';
import type { PointSet } from '../problem/method.ts';
import { radiusNeighbours } from './radius-neighbours.ts';

/** Radius of the neighbourhood of a normal, in edges of the grid (KISS-Matcher: 3.5). */
const NORMAL_RADIUS = 3.5;
/** Fewest neighbours of a normal. */
const LEAST_NEIGHBOURS = 5;
/** Largest share of the smallest eigenvalue in the sum: beyond it the neighbours fill a volume, not a surface. */
const MOST_VARIATION = 0.12;
/** Largest distance of a mean from the plane of its neighbourhood, in edges. */
const MOST_OFF_PLANE = 0.4;

/** Fewest points of a mean, as a share of what its neighbours have. */
const LEAST_SHARE = 0.25;

/** Share of the points in the fullest cells by which one tells how full a cell of the surface is. */
const FULLEST = 0.2;

/** Points beyond which a mean is as good as it gets: those near the sensor would outweigh all others. */
const FULL = 12;

/** A cloud thinned to the surface in it: means of grid cells with unit normals of either sign. */
export interface Surface extends PointSet {
  readonly normals: Float64Array;
  /** Edge of the grid, m. */
  readonly edge: number;
  /** Standard deviation of the means from the planes of their neighbourhoods, by the median, m. */
  readonly relief: number;
}

/**
 * Thins a cloud to cell means that lie on a surface. The means are weighted by their points, so that a cell of the
 * surface counts for more than one that holds a single stray point; stray points themselves lie on no plane with
 * their neighbours and are left out.
 */
export function surfaceOf(core: PointSet, edge: number): Surface {
  const means = cellMeans(core, edge);
  const { count, xyz, weight } = means;
  const { start, index } = radiusNeighbours(means, NORMAL_RADIUS * edge, notStray(weight));
  const eigen = new Float64Array(6);
  const sums = new Float64Array(PLANE_SUMS);
  const moments = new Float64Array(PLANE_SUMS);
  const places = new Float64Array(3 * count);
  const normals = new Float64Array(3 * count);
  const offPlanes: number[] = [];
  let size = 0;
  let points = 0;
  let usual = 0;
  for (let i = 0; i < count; i++) {
    if (start[i + 1] - start[i] < LEAST_NEIGHBOURS) continue;
    const offPlane = Math.abs(planeAt(i));
    const sum = eigen[0] + eigen[1] + eigen[2];
    if (
      !(eigen[0] <= MOST_VARIATION * sum) ||
      !(eigen[1] > 0.02 * eigen[2]) ||
      offPlane > MOST_OFF_PLANE * edge ||
      Math.min(weight[i], FULL) < LEAST_SHARE * usual
    )
      continue;
    places.set(xyz.subarray(3 * i, 3 * i + 3), 3 * size);
    normals.set(eigen.subarray(3, 6), 3 * size);
    offPlanes.push(offPlane);
    size++;
  }
  return {
    count: size,
    xyz: places.slice(0, 3 * size),
    normals: normals.slice(0, 3 * size),
    edge,
    relief: size > 0 ? SIGMA_OF_MAD * median(offPlanes) : 0,
  };

  /** Fills `eigen` from the neighbourhood. @returns signed distance of the mean from its plane, m */
  function planeAt(i: number): number {
    points = 0;
    let w = 0;
    sums.fill(0);
    for (let k = start[i] - 1; k < start[i + 1]; k++) {
      const n = k < start[i] ? i : index[k];
      // Squared, so that a few strewn points do not lift the plane of a dense neighbourhood.
      const few = Math.min(weight[n], FULL);
      const weightN = few * few;
      points += few;
      w += weightN;
      const dx = xyz[3 * n] - xyz[3 * i];
      const dy = xyz[3 * n + 1] - xyz[3 * i + 1];
      const dz = xyz[3 * n + 2] - xyz[3 * i + 2];
      addToPlane(sums, 0, dx, dy, dz, weightN);
    }
    usual = w / points;
    momentsOfPlane(sums, 0, w, moments);
    planeEigenOf(moments, 3, eigen);
    return eigen[3] * moments[0] + eigen[4] * moments[1] + eigen[5] * moments[2];
  }
}

/**
 * Cells that may be surface by their number of points: among cells with many, one with a single point is stray, and
 * there are far more of those than of the surface's.
 */
function notStray(weight: Float64Array): Uint8Array {
  const sorted = weight.slice().sort();
  const enough = FULLEST * weight.reduce((sum, points) => sum + points, 0);
  let at = sorted.length;
  for (let points = 0; at > 0 && points < enough; ) points += sorted[--at];
  const least = LEAST_SHARE * Math.min(FULL, sorted[at] ?? 0);
  return Uint8Array.from(weight, (points) => (points >= least ? 1 : 0));
}
