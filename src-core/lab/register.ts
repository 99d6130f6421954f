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
 * Finds the rigid transform that lays a cloud onto another, on the CPU in f64.
 *
 * Each cloud is taken about its own mean, so that coordinates of a mine grid cost no digits; the transform is that of
 * the clouds as they were given.
 *
 * @param source points that move, m
 * @param target points that stay, m
 * @param options what differs from `REGISTRATION_DEFAULTS`
 * @param methods those of a host that has more than one thread to give
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
  // About the first point: sums of large coordinates would lose the digits that the mean is to save.
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
