import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { CloudRole } from '../problem/check-points.ts';
import type { MethodResult, PointSet, RegistrationProblem } from '../problem/method.ts';
import { stopwatch } from '../problem/stopwatch.ts';
import { SEARCH_STRUCTURES } from '../search/search-structures.ts';
import { pointTemplate } from '../search/template.ts';
import { iterate } from './iterate.ts';
import { Matches } from './matches.ts';
import { NewtonMinimiser, type QuadraticAt } from './newton-minimiser.ts';
import { type ReflectivitySurface, reflectivitySurface } from './reflectivity-surface.ts';

/**
 * ICP by shape and reflectivity together (Park, Zhou and Koltun 2017, colored point cloud registration, on one
 * channel): the distance to the tangent plane and the difference of the reflectivity from that of the target there.
 * Where the shape lets a cloud slide, as along a smooth tunnel, what is painted on it holds it.
 *
 * @throws SocavonError 'points-unusable' if a cloud has no reflectivity, or one that is not finite or nowhere changes
 */
export function icpIntensity(problem: RegistrationProblem): MethodResult {
  const { source, options } = problem;
  const { neighbours, geometryShare } = options.intensity;
  const reflectivity = requireReflectivity(source, 'source');
  const target = { ...problem.target, reflectivity: requireReflectivity(problem.target, 'target') };
  const watch = stopwatch();
  const search = SEARCH_STRUCTURES[options.search](target);
  const structure = watch.lap();
  const surface = reflectivitySurface(target, search, neighbours);
  const normals = watch.lap();
  const matches = new Matches(source, pointTemplate(target, search, options.maxDistance), problem.crew);
  const quadratics = jointQuadratics(surface, reflectivity, geometryShare);
  const result = iterate(new NewtonMinimiser(matches, quadratics, options), problem);
  return { ...result, milliseconds: { structure, normals, iterations: watch.lap() } };
}

/**
 * Squared distance of a pair, m^2, `s (n.u)^2 + (1 - s) ((c + d.u - C) / g)^2` (E_G and E_C of the paper): u the offset of
 * the moved point, c and d value and gradient of the target's reflectivity, C that of the source's point. The mean
 * steepness g makes a difference of reflectivity a shift along the surface in metres, so that the unit of neither
 * matters.
 */
export function jointQuadratics(
  { normals, values, gradients, steepness }: ReflectivitySurface,
  ofSource: Float64Array,
  geometryShare: number,
): QuadraticAt {
  const share = steepness > 0 ? (1 - geometryShare) / steepness ** 2 : 0;
  return (element, _x, _y, _z, out, point) => {
    const at = 3 * element;
    const [nx, ny, nz] = [normals[at], normals[at + 1], normals[at + 2]];
    const [dx, dy, dz] = [gradients[at], gradients[at + 1], gradients[at + 2]];
    const difference = values[element] - ofSource[point];
    out[0] = geometryShare * nx * nx + share * dx * dx;
    out[1] = geometryShare * nx * ny + share * dx * dy;
    out[2] = geometryShare * nx * nz + share * dx * dz;
    out[3] = geometryShare * ny * ny + share * dy * dy;
    out[4] = geometryShare * ny * nz + share * dy * dz;
    out[5] = geometryShare * nz * nz + share * dz * dz;
    out[6] = -share * difference * dx;
    out[7] = -share * difference * dy;
    out[8] = -share * difference * dz;
    out[9] = share * difference * difference;
  };
}

/** @throws SocavonError 'points-unusable' if a cloud has no reflectivity, or one that is not finite or nowhere changes */
export function requireReflectivity({ reflectivity }: PointSet, role: CloudRole): Float64Array {
  const refuse = (said: ReturnType<typeof message>): never => {
    throw new SocavonError('points-unusable', said);
  };
  const name = message(`cloud-${role}`);
  if (reflectivity === undefined) return refuse(message('reflectivity-missing', { name }));
  // By a loop: `findIndex` takes as long as a card takes for all the rest of a call.
  for (let point = 0; point < reflectivity.length; point++)
    if (!Number.isFinite(reflectivity[point]))
      refuse(message('reflectivity-not-finite', { name, point, value: `${reflectivity[point]}` }));
  if (reflectivity.every((value) => value === reflectivity[0]))
    refuse(message('reflectivity-constant', { name, value: reflectivity[0] }));
  return reflectivity;
}
