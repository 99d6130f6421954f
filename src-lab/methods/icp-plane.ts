import type { MethodResult, RegistrationProblem } from '../problem/method.ts';
import { isRobust } from '../problem/robust-options.ts';
import { stopwatch } from '../problem/stopwatch.ts';
import { withMatchedNormals } from '../search/matched-normals.ts';
import { requireNormals } from '../search/normals.ts';
import { SEARCH_STRUCTURES } from '../search/search-structures.ts';
import { targetSurface } from '../search/target-surface.ts';
import { pointTemplate } from '../search/template.ts';
import { iterate } from './iterate.ts';
import { Matches } from './matches.ts';
import { PlaneMinimiser } from './plane-minimiser.ts';
import { type PairMatrix, WeightedMinimiser } from './weighted-minimiser.ts';

/** Points of the target per one of the source from which normals are computed as they are matched. */
const FEW = 100;

/**
 * Point-to-plane ICP (thesis 2.5 with eq. 2.13, 2.14): exact nearest-neighbour search, target normals by principal
 * components, then the least-squares step of the points to their tangent planes. With `robust` set,
 * badly fitting pairs count less or not at all.
 */
export function icpPlane(problem: RegistrationProblem): MethodResult {
  const { source, target, options } = problem;
  const watch = stopwatch();
  const search = SEARCH_STRUCTURES[options.search](target);
  const structure = watch.lap();
  const neighbours = options.normalNeighbours;
  const isFew = FEW * source.count < target.count;
  const { normals, near } = isFew
    ? { normals: new Float64Array(3 * target.count), near: null }
    : targetSurface(target, search, neighbours, problem.crew);
  if (!isFew) requireNormals(normals, options.method);
  const normalsMs = watch.lap();
  const points = pointTemplate(target, search, options.maxDistance, near);
  const template = isFew ? withMatchedNormals(points, target, search, neighbours, normals) : points;
  const matches = new Matches(source, template, problem.crew);
  const minimiser = isRobust(options.robust)
    ? new WeightedMinimiser(matches, planeMatrix(normals), options.robust)
    : new PlaneMinimiser(matches, normals);
  const result = iterate(minimiser, problem);
  return { ...result, milliseconds: { structure, normals: normalsMs, iterations: watch.lap() } };
}

/** M = n n^T: the distance to the tangent plane. A target point without a normal matches nothing. */
function planeMatrix(normals: Float64Array): PairMatrix {
  return (_, element, _R, out) => {
    const [x, y, z] = normals.subarray(3 * element, 3 * element + 3);
    out[0] = x * x;
    out[1] = x * y;
    out[2] = x * z;
    out[3] = y * y;
    out[4] = y * z;
    out[5] = z * z;
    return x !== 0 || y !== 0 || z !== 0;
  };
}
