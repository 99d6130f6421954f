import type { MethodResult, RegistrationProblem } from '../problem/method.ts';
import { stopwatch } from '../problem/stopwatch.ts';
import { SEARCH_STRUCTURES } from '../search/search-structures.ts';
import { pointTemplate } from '../search/template.ts';
import { FamilyMinimiser } from './family-minimiser.ts';
import { iterate } from './iterate.ts';
import { Matches } from './matches.ts';
import { PointMinimiser } from './point-minimiser.ts';

/**
 * Point-to-point ICP (thesis 2.5 with eq. 2.6-2.12; CCICP and GCICP of Zabatani and Bronstein): exact
 * nearest-neighbour search, then the least-squares rigid transform of the pairs, or with `family` the least-squares
 * similarity or affine map.
 */
export function icpPoint(problem: RegistrationProblem): MethodResult {
  const { source, target, options } = problem;
  const watch = stopwatch();
  const template = pointTemplate(target, SEARCH_STRUCTURES[options.search](target), options.maxDistance);
  const structure = watch.lap();
  const matches = new Matches(source, template, problem.crew);
  const { family } = options;
  const minimiser = family === 'rigid' ? new PointMinimiser(matches) : new FamilyMinimiser(matches, family);
  const result = iterate(minimiser, problem);
  return {
    ...result,
    ...(minimiser instanceof FamilyMinimiser && { map: minimiser.map }),
    milliseconds: { structure, normals: 0, iterations: watch.lap() },
  };
}
