import type { MethodResult, RegistrationProblem } from '../problem/method.ts';
import { stopwatch } from '../problem/stopwatch.ts';
import { requireNormals } from '../search/normals.ts';
import { SEARCH_STRUCTURES } from '../search/search-structures.ts';
import { cellTemplate, pointTemplate, representativeCells } from '../search/template.ts';
import { FRAME_STRIDE, principalFrames } from './curvature.ts';
import { iterate } from './iterate.ts';
import { Matches } from './matches.ts';
import { NewtonMinimiser, type QuadraticAt } from './newton-minimiser.ts';

/**
 * Newton descent on the second-order squared distance (Pottmann and Hofer; Zabatani and Bronstein eq. 6-8): near the
 * surface the distance to the plane, far from it that to the point, each principal direction with its own curvature.
 * If `cellLevel` is set, a cell is represented by its point nearest to the cell's mean.
 */
export function newtonSecondOrder(problem: RegistrationProblem): MethodResult {
  const { source, target, options } = problem;
  const watch = stopwatch();
  const cells = options.cellLevel === null ? null : representativeCells(target);
  const search = cells?.tree ?? SEARCH_STRUCTURES[options.search](target);
  const structure = watch.lap();
  const frames = principalFrames(target, search, options.curvatureNeighbours);
  requireNormals(frames, options.method, FRAME_STRIDE);
  const normals = watch.lap();
  const template =
    cells === null ? pointTemplate(target, search, options.maxDistance) : cellTemplate(cells, options);
  const quadratics = secondOrderQuadratics(frames, cells?.representative ?? null);
  const minimiser = new NewtonMinimiser(new Matches(source, template, problem.crew), quadratics, options);
  const result = iterate(minimiser, problem);
  return { ...result, milliseconds: { structure, normals, iterations: watch.lap() } };
}

/**
 * Eq. 8: `A = a1 e1 e1^T + a2 e2 e2^T + n n^T`, a_i = max(delta / (delta - rho_i), 0), delta the distance from s*
 * signed by the side of the normal.
 *
 * @param representative index of the point whose frame an element has; null if elements are points
 */
export function secondOrderQuadratics(frames: Float64Array, representative: Int32Array | null): QuadraticAt {
  return (element, ux, uy, uz, out) => {
    const at = FRAME_STRIDE * (representative === null ? element : representative[element]);
    const nx = frames[at];
    const ny = frames[at + 1];
    const nz = frames[at + 2];
    const ex = frames[at + 3];
    const ey = frames[at + 4];
    const ez = frames[at + 5];
    const fx = ny * ez - nz * ey;
    const fy = nz * ex - nx * ez;
    const fz = nx * ey - ny * ex;
    const side = nx * ux + ny * uy + nz * uz < 0 ? -1 : 1;
    const delta = side * Math.sqrt(ux * ux + uy * uy + uz * uz);
    const a1 = tangentialWeight(delta * frames[at + 6]);
    const a2 = tangentialWeight(delta * frames[at + 7]);
    out[0] = a1 * ex * ex + a2 * fx * fx + nx * nx;
    out[1] = a1 * ex * ey + a2 * fx * fy + nx * ny;
    out[2] = a1 * ex * ez + a2 * fx * fz + nx * nz;
    out[3] = a1 * ey * ey + a2 * fy * fy + ny * ny;
    out[4] = a1 * ey * ez + a2 * fy * fz + ny * nz;
    out[5] = a1 * ez * ez + a2 * fz * fz + nz * nz;
  };
}

/**
 * delta / (delta - rho) as a function of delta / rho, so that a plane's infinite radius needs no special case; not
 * negative (eq. 7). Beyond the centre of curvature, delta / rho > 1, s* is not the closest point of the fitted
 * surface, and only the distance to the point itself, weight 1, is known.
 */
function tangentialWeight(bend: number): number {
  return bend >= 1 ? 1 : Math.max(bend / (bend - 1), 0);
}
