import type { MethodResult, RegistrationProblem } from '../problem/method.ts';
import { stopwatch } from '../problem/stopwatch.ts';
import { KdTree } from '../search/kd-tree.ts';
import { SEARCH_STRUCTURES } from '../search/search-structures.ts';
import { pointTemplate } from '../search/template.ts';
import { iterate } from './iterate.ts';
import { Matches } from './matches.ts';
import { distributionMatrix, planeCovariances } from './plane-covariances.ts';
import { WeightedMinimiser } from './weighted-minimiser.ts';

/**
 * Generalised ICP (Segal, Haehnel and Thrun 2009), plane to plane: each point of either cloud stands for a piece of
 * plane, and a pair is compared by the distance that the two pieces leave open.
 */
export function gicp(problem: RegistrationProblem): MethodResult {
  const { source, target, options } = problem;
  const { neighbours, thickness } = options.gicp;
  const watch = stopwatch();
  const search = SEARCH_STRUCTURES[options.search](target);
  const ofSource = new KdTree(source);
  const structure = watch.lap();
  const C_source = planeCovariances(source, ofSource, neighbours, thickness);
  const C_target = planeCovariances(target, search, neighbours, thickness);
  const normals = watch.lap();
  const matches = new Matches(source, pointTemplate(target, search, options.maxDistance), problem.crew);
  const matrix = distributionMatrix(C_source, C_target, thickness);
  const result = iterate(new WeightedMinimiser(matches, matrix, options.robust), problem);
  return { ...result, milliseconds: { structure, normals, iterations: watch.lap() } };
}
