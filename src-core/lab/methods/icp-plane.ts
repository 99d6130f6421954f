import type { MethodResult, RegistrationProblem } from '../method.ts';
import { principalNormals } from '../search/normals.ts';
import { SEARCH_STRUCTURES } from '../search-structures.ts';
import { stopwatch } from '../stopwatch.ts';
import { pointTemplate } from '../template.ts';
import { iterate } from './iterate.ts';
import { Matches } from './matches.ts';
import { PlaneMinimiser } from './plane-minimiser.ts';

/**
 * Point-to-plane ICP (thesis 2.5 with eq. 2.13, 2.14): exact nearest-neighbour search, target normals by principal
 * components, then the least-squares step of the points to their tangent planes.
 */
export function icpPlane(problem: RegistrationProblem): MethodResult {
  const { source, target, options } = problem;
  const watch = stopwatch();
  const search = SEARCH_STRUCTURES[options.search](target);
  const structure = watch.lap();
  const normals = principalNormals(target, search, options.normalNeighbours);
  const normalsMs = watch.lap();
  const template = pointTemplate(target, search, options.maxDistance);
  const found = iterate(new PlaneMinimiser(new Matches(source, template), normals), problem);
  return { ...found, milliseconds: { structure, normals: normalsMs, iterations: watch.lap() } };
}
