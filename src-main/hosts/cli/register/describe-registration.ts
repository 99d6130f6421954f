import type { RegistrationResult, StopReason } from '../../../../src-core/lab/method.ts';
import { quaternionOf, rotationAngle } from '../../../../src-core/math/se3.ts';
import { type AdapterIdentity, adapterName } from '../../../device/adapter-key.ts';

const STOPPED: Readonly<Record<StopReason, string>> = {
  converged: 'the error no longer changed',
  'error-threshold': 'the error fell below the threshold',
  'iteration-limit': 'the limit of iterations was reached; the transform may not be the best',
  annealed: 'the annealing came to its end',
  'no-descent': 'no step lowered the error any more; the transform may not be the best',
  'too-few-matches': 'too few points had a match; the transform may not be the best',
};

interface Circumstances {
  readonly sourcePoints: number;
  readonly maxDistance: number | null;
  /** null: the CPU computed it. */
  readonly adapter: AdapterIdentity | null;
}

/** The result of a registration in lines for a person. */
export function describeRegistration(
  found: RegistrationResult,
  { sourcePoints, maxDistance, adapter }: Circumstances,
): string {
  const { R, t } = found.T_target_source;
  const row = (k: number): string =>
    [...R.subarray(3 * k, 3 * k + 3), t[k]].map((value) => value.toFixed(8).padStart(14)).join(' ');
  const degrees = (rotationAngle(R) * 180) / Math.PI;
  return [
    'Transform from source to target:',
    row(0),
    row(1),
    row(2),
    [0, 0, 0, 1].map((value) => value.toFixed(8).padStart(14)).join(' '),
    `A turn of ${degrees.toFixed(4)}° (quaternion x y z w ${quaternionOf(R)
      .map((q) => q.toFixed(8))
      .join(' ')}) and a shift of ${Math.hypot(...t).toFixed(4)} m.`,
    `RMS ${found.rms.toPrecision(4)} m over ${found.inliers} of ${sourcePoints} points with a match${maxDistance === null ? '' : ` within ${maxDistance.toPrecision(3)} m`}.`,
    `${found.iterations} iterations in ${found.milliseconds.total.toFixed(1)} ms on ${adapter === null ? 'the CPU' : adapterName(adapter)}; stopped because ${STOPPED[found.stopped]}.`,
    ...found.undetermined.map(
      (direction) =>
        `warning: the points do not determine ${motionText(direction)}; it is left as at the start.`,
    ),
  ].join('\n');
}

/** A unit 6-vector, rotation first, in words. */
function motionText(direction: Float64Array): string {
  const turn = direction.subarray(0, 3);
  const shift = direction.subarray(3);
  const turns = Math.hypot(...turn);
  const shifts = Math.hypot(...shift);
  const along = (v: Float64Array, norm: number): string =>
    `(${[...v].map((value) => (value / norm).toFixed(2)).join(', ')})`;
  if (turns < 1e-3) return `the shift along ${along(shift, shifts)}`;
  if (shifts < 1e-3) return `the turn about ${along(turn, turns)}`;
  return `the turn about ${along(turn, turns)} with a shift along ${along(shift, shifts)}`;
}
