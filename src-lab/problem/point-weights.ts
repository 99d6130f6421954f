import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { isWeighting, METHOD_IDS, type MethodId } from '../../src-core/model/registration-ids.ts';
import type { PointSet } from './method.ts';

/**
 * Checks the weights of a source's points, and leaves out the points of weight 0, so that they change nothing.
 *
 * @returns the cloud itself if it has no weights
 * @throws SocavonError 'usage' if the method takes none; 'points-unusable' if one is negative or not finite, or none is
 *   positive
 */
export function weightedSource(source: PointSet, method: MethodId): PointSet {
  const { count, xyz, weights, reflectivity } = source;
  if (weights === undefined) return source;
  if (!isWeighting(method)) {
    const known = METHOD_IDS.filter(isWeighting).join(', ');
    throw new SocavonError('usage', message('weights-not-used', { method, methods: known }));
  }
  if (weights.length !== count)
    throw new SocavonError('usage', message('weights-length', { weights: weights.length, count }));
  const bad = weights.findIndex((weight) => !(weight >= 0 && weight < Number.POSITIVE_INFINITY));
  if (bad >= 0)
    throw new SocavonError('points-unusable', message('weight-invalid', { point: bad, value: weights[bad] }));
  const weighted = Array.from({ length: count }, (_, i) => i).filter((i) => weights[i] > 0);
  if (weighted.length === count) return source;
  if (weighted.length === 0) throw new SocavonError('points-unusable', message('weights-all-zero'));
  return {
    count: weighted.length,
    xyz: Float64Array.from(
      { length: 3 * weighted.length },
      (_, at) => xyz[3 * weighted[Math.floor(at / 3)] + (at % 3)],
    ),
    weights: Float64Array.from(weighted, (i) => weights[i]),
    ...(reflectivity && { reflectivity: Float64Array.from(weighted, (i) => reflectivity[i]) }),
  };
}
