import { planeEigenOf } from '../../math/eigen3.ts';
import { addToPlane, momentsOfPlane, PLANE_SUMS } from '../../math/plane-sums.ts';
import type { DirectionGrid } from './direction-grid.ts';
import type { NormalOptions } from './range-image-normals.ts';

/** Cells of direction about a point in which neighbours are looked for, until they span a surface. */
const REACHES = [1, 2, 4];
/** Neighbours without which a surface is not known. */
const LEAST = 8;
/** Least ratio of the second to the first extent of the neighbours, squared: those of one ring lie on a line. */
const LEAST_BREADTH = 0.02;

/** Of the neighbours at hand. */
const SUMS = new Float64Array(PLANE_SUMS);
const MOMENTS = new Float64Array(PLANE_SUMS);

/**
 * Normals of a timed cloud by principal component analysis over the points seen in about the same direction, at about the
 * same range: what `rangeImageNormals` does where the image tells the neighbours. A normal is (0, 0, 0) where the
 * neighbours are few, or lie on a line.
 *
 * @param xyz of the grid's points, m, de-skewed: neighbours of a rosette are measured up to a frame apart
 * @param chosen indices of the points to compute normals for
 * @param out 3 * chosenCount unit normals, pointing to the sensor
 */
export function cloudNormals(
  grid: DirectionGrid,
  xyz: Float32Array,
  chosen: Uint32Array,
  chosenCount: number,
  { maxRangeStep }: Pick<NormalOptions, 'maxRangeStep'>,
  out: Float32Array,
): void {
  const eigen = new Float64Array(6);
  out.fill(0, 0, 3 * chosenCount);
  for (let k = 0; k < chosenCount; k++) {
    const at = 3 * chosen[k];
    const [px, py, pz] = [xyz[at], xyz[at + 1], xyz[at + 2]];
    const reach2 = maxRangeStep ** 2 * (px * px + py * py + pz * pz);
    for (const reach of REACHES) {
      const { neighbours, count } = grid.about(px, py, pz, reach);
      if (!spansPlane(xyz, neighbours, count, px, py, pz, reach2, eigen)) continue;
      const towards = eigen[3] * px + eigen[4] * py + eigen[5] * pz > 0 ? -1 : 1;
      for (let axis = 0; axis < 3; axis++) out[3 * k + axis] = towards * eigen[3 + axis];
      break;
    }
  }
}

/** Whether the points within reach of one of them span a surface; its normal is then in `eigen`. */
function spansPlane(
  xyz: Float32Array,
  neighbours: Int32Array,
  count: number,
  px: number,
  py: number,
  pz: number,
  reach2: number,
  eigen: Float64Array,
): boolean {
  let n = 0;
  SUMS.fill(0);
  for (let k = 0; k < count; k++) {
    const at = 3 * neighbours[k];
    const dx = xyz[at] - px;
    const dy = xyz[at + 1] - py;
    const dz = xyz[at + 2] - pz;
    if (dx * dx + dy * dy + dz * dz > reach2) continue;
    n++;
    addToPlane(SUMS, 0, dx, dy, dz);
  }
  if (n < LEAST) return false;
  momentsOfPlane(SUMS, 0, n, MOMENTS);
  planeEigenOf(MOMENTS, 3, eigen);
  return eigen[1] > LEAST_BREADTH * eigen[2];
}

/** Normals of all points, as `cloudNormals` gives them. @param grid is filled with them @returns 3 * count */
export function cloudNormalsOfAll(
  grid: DirectionGrid,
  xyz: Float32Array,
  count: number,
  options: NormalOptions,
): Float32Array {
  grid.fill(xyz, count);
  const normals = new Float32Array(3 * count);
  cloudNormals(
    grid,
    xyz,
    Uint32Array.from({ length: count }, (_, i) => i),
    count,
    options,
    normals,
  );
  return normals;
}
