import type { MethodResult, RegistrationProblem } from '../problem/method.ts';
import { stopwatch } from '../problem/stopwatch.ts';
import { planeDistance, type SurfaceDistance } from '../problem/surface-distance.ts';
import { requireNormals } from '../search/normals.ts';
import { SEARCH_STRUCTURES } from '../search/search-structures.ts';
import { targetSurface } from '../search/target-surface.ts';
import { cellTemplate, meanCells, pointTemplate } from '../search/template.ts';
import { cellQuadratics } from '../search/tree-cells.ts';
import { iterate } from './iterate.ts';
import { Matches } from './matches.ts';
import { NewtonMinimiser, storedQuadratics } from './newton-minimiser.ts';
import { quadraticsOf } from './point-quadratics.ts';

/**
 * Newton descent on a squared distance whose coefficients are stored with the points of the target or, if `cellLevel`
 * is set, with the cells of a k-d tree, where they are looked up without backtracking.
 *
 * @param needsNormals true if the distance reads the normals
 * @param longest see `NewtonMinimiser`
 */
export function newtonStored(
  problem: RegistrationProblem,
  distance: SurfaceDistance,
  needsNormals: boolean,
  longest = 1,
): MethodResult {
  const { source, target, options } = problem;
  const watch = stopwatch();
  const cells = options.cellLevel === null ? null : meanCells(target);
  const search = cells?.tree ?? SEARCH_STRUCTURES[options.search](target);
  let structure = watch.lap();
  const { normals, near } = needsNormals
    ? targetSurface(target, search, options.normalNeighbours, problem.crew)
    : { normals: new Float64Array(3 * target.count), near: null };
  if (distance === planeDistance) requireNormals(normals, options.method);
  const normalsMs = watch.lap();
  const ofPoints = quadraticsOf(target, normals, distance);
  const quadratics = cells === null ? ofPoints : cellQuadratics(cells.tree.arrays, cells.xyz, ofPoints);
  const template =
    cells === null ? pointTemplate(target, search, options.maxDistance, near) : cellTemplate(cells, options);
  structure += watch.lap();
  const matches = new Matches(source, template, problem.crew);
  const minimiser = new NewtonMinimiser(matches, storedQuadratics(quadratics), options, longest);
  const result = iterate(minimiser, problem);
  return { ...result, milliseconds: { structure, normals: normalsMs, iterations: watch.lap() } };
}
