import { identity } from '../../src-core/math/se3.ts';
import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import { type CancelToken, NEVER_CANCELLED } from '../../src-core/model/context.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { completeOptions } from '../clouds/complete-options.ts';
import { about, aboutOrigins, aboutZero, centroidOf } from '../problem/centroid.ts';
import { checkRegistrationOptions } from '../problem/check-options.ts';
import { checkPoints } from '../problem/check-points.ts';
import { undeterminedDirections } from '../problem/determined.ts';
import { mapAboutZero, stretchesOf } from '../problem/family.ts';
import type { ChosenOptions, PointSet, RegistrationProgress, RegistrationResult } from '../problem/method.ts';
import { weightedSource } from '../problem/point-weights.ts';
import { METHODS, type Methods } from './methods.ts';

/**
 * Registers a source cloud to a target, on the CPU in f64.
 *
 * Each cloud is centred on its mean, so that mine-grid coordinates cost no digits; the returned transform refers to
 * the original coordinates.
 *
 * @param source moving points, m, which may have weights
 * @param target fixed points, m
 * @param options that differ from the defaults, see `completeOptions`
 * @param methods implementations; a host with several threads supplies its own
 * @throws SocavonError 'too-few-points', 'points-unusable', 'usage'; CancelledError
 */
export function register(
  source: PointSet,
  target: PointSet,
  options: ChosenOptions = {},
  cancel: CancelToken = NEVER_CANCELLED,
  methods: Methods = METHODS,
  onProgress?: RegistrationProgress,
): RegistrationResult {
  const start = performance.now();
  checkPoints(source, 'source');
  checkPoints(target, 'target');
  const all = completeOptions(options, source, target);
  checkRegistrationOptions(all);
  const weighted = weightedSource(source, all.method);
  if (weighted !== source) checkPoints(weighted, 'source');
  const origins = [centroidOf(weighted), centroidOf(target)] as const;
  const result = methods[all.method]({
    source: about(weighted, origins[0]),
    target: about(target, origins[1]),
    T_target_source: aboutOrigins(all.T_target_source ?? identity(), ...origins),
    options: all,
    cancel,
    ...(onProgress && { onProgress }),
  });
  const asGiven = (T: Rigid): Rigid => aboutZero(T, ...origins);
  const { map, ...rest } = result;
  return {
    ...rest,
    ...(map && {
      family: { map: mapAboutZero(map, ...origins), stretches: stretchesOf(map) },
    }),
    T_target_source: asGiven(result.T_target_source),
    poses: result.poses.map(asGiven),
    eigenvalues: symmetricEigen(result.H, 6).values,
    undetermined: undeterminedDirections(result.H),
    milliseconds: { ...result.milliseconds, total: performance.now() - start },
  };
}
