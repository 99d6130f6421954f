import type { MethodResult, RegistrationProblem } from '../problem/method.ts';
import { stopwatch } from '../problem/stopwatch.ts';
import { cellTemplate, meanCells } from '../search/template.ts';
import { iterate } from './iterate.ts';
import { Matches } from './matches.ts';
import { PointMinimiser } from './point-minimiser.ts';

/**
 * Point-to-point ICP with approximate matches (GCAICP of Zabatani and Bronstein, 4.1): a point is matched to the mean
 * of the k-d tree cell that contains it, without backtracking.
 */
export function icpApprox(problem: RegistrationProblem): MethodResult {
  const { source, target, options } = problem;
  const watch = stopwatch();
  const template = cellTemplate(meanCells(target), options);
  const structure = watch.lap();
  const result = iterate(new PointMinimiser(new Matches(source, template)), problem);
  return { ...result, milliseconds: { structure, normals: 0, iterations: watch.lap() } };
}
