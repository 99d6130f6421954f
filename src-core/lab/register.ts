import { compose, identity } from '../math/se3.ts';
import { symmetricEigen } from '../math/symmetric-eigen.ts';
import { type CancelToken, NEVER_CANCELLED } from '../model/context.ts';
import type { Rigid } from '../model/rigid.ts';
import { checkRegistrationOptions } from './check-options.ts';
import { checkPoints } from './check-points.ts';
import { undeterminedDirections } from './determined.ts';
import {
  type PointSet,
  REGISTRATION_DEFAULTS,
  type RegistrationOptions,
  type RegistrationResult,
} from './method.ts';
import { METHODS, type Methods } from './methods.ts';

/**
 * Registers a source cloud to a target, on the CPU in f64.
 *
 * Each cloud is centred on its mean, so that mine-grid coordinates cost no digits; the returned transform refers to
 * the original coordinates.
 *
 * @param source moving points, m
 * @param target fixed points, m
 * @param options that differ from `REGISTRATION_DEFAULTS`
 * @param methods implementations; a host with several threads supplies its own
 * @throws SocavonError 'too-few-points', 'points-unusable', 'usage'; CancelledError
 */
export function register(
  source: PointSet,
  target: PointSet,
  options: Partial<RegistrationOptions> = {},
  cancel: CancelToken = NEVER_CANCELLED,
  methods: Methods = METHODS,
): RegistrationResult {
  const start = performance.now();
  const all = { ...REGISTRATION_DEFAULTS, ...options };
  checkRegistrationOptions(all);
  checkPoints(source, 'source');
  checkPoints(target, 'target');
  const T_source_local = shift(centroidOf(source));
  const T_target_local = shift(centroidOf(target));
  const found = methods[all.method]({
    source: about(source, T_source_local.t),
    target: about(target, T_target_local.t),
    T_target_source: compose(
      compose(reversed(T_target_local), all.T_target_source ?? identity()),
      T_source_local,
    ),
    options: all,
    cancel,
  });
  const asGiven = (T: Rigid): Rigid => compose(compose(T_target_local, T), reversed(T_source_local));
  return {
    ...found,
    T_target_source: asGiven(found.T_target_source),
    poses: found.poses.map(asGiven),
    eigenvalues: symmetricEigen(found.H, 6).values,
    undetermined: undeterminedDirections(found.H),
    milliseconds: { ...found.milliseconds, total: performance.now() - start },
  };
}

/** Mean of the points, m: the local origin of a cloud. */
export function centroidOf({ count, xyz }: PointSet): Float64Array {
  const mean = new Float64Array(3);
  // Relative to the first point: sums of large coordinates would lose the digits that centring is meant to
  // preserve.
  for (let at = 0; at < 3 * count; at++) mean[at % 3] += xyz[at] - xyz[at % 3];
  return mean.map((sum, axis) => xyz[axis] + sum / count);
}

function about({ count, xyz }: PointSet, origin: Float64Array): PointSet {
  return { count, xyz: Float64Array.from({ length: 3 * count }, (_, at) => xyz[at] - origin[at % 3]) };
}

function shift(t: Float64Array): Rigid {
  return { R: identity().R, t };
}

function reversed({ R, t }: Rigid): Rigid {
  return { R, t: t.map((value) => -value) };
}
