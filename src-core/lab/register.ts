import { compose, identity } from '../math/se3.ts';
import { symmetricEigen } from '../math/symmetric-eigen.ts';
import { type CancelToken, NEVER_CANCELLED } from '../model/context.ts';
import type { Rigid } from '../model/rigid.ts';
import { centroidOf } from './centroid.ts';
import { checkRegistrationOptions } from './check-options.ts';
import { checkPoints } from './check-points.ts';
import { completeOptions } from './complete-options.ts';
import { undeterminedDirections } from './determined.ts';
import { mapAboutZero, stretchesOf } from './family.ts';
import type { ChosenOptions, PointSet, RegistrationProgress, RegistrationResult } from './method.ts';
import { METHODS, type Methods } from './methods.ts';
import { weightedSource } from './point-weights.ts';

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
  const T_source_local = shift(centroidOf(weighted));
  const T_target_local = shift(centroidOf(target));
  const found = methods[all.method]({
    source: about(weighted, T_source_local.t),
    target: about(target, T_target_local.t),
    T_target_source: compose(
      compose(reversed(T_target_local), all.T_target_source ?? identity()),
      T_source_local,
    ),
    options: all,
    cancel,
    ...(onProgress && { onProgress }),
  });
  const asGiven = (T: Rigid): Rigid => compose(compose(T_target_local, T), reversed(T_source_local));
  const { map, ...rest } = found;
  return {
    ...rest,
    ...(map && {
      family: { map: mapAboutZero(map, T_source_local.t, T_target_local.t), stretches: stretchesOf(map) },
    }),
    T_target_source: asGiven(found.T_target_source),
    poses: found.poses.map(asGiven),
    eigenvalues: symmetricEigen(found.H, 6).values,
    undetermined: undeterminedDirections(found.H),
    milliseconds: { ...found.milliseconds, total: performance.now() - start },
  };
}

function about({ xyz, ...points }: PointSet, origin: Float64Array): PointSet {
  const { count } = points;
  return { ...points, xyz: Float64Array.from({ length: 3 * count }, (_, at) => xyz[at] - origin[at % 3]) };
}

function shift(t: Float64Array): Rigid {
  return { R: identity().R, t };
}

function reversed({ R, t }: Rigid): Rigid {
  return { R, t: t.map((value) => -value) };
}
