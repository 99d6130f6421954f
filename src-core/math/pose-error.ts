import type { Rigid } from '../model/rigid.ts';
import { applyToPoint, multiply3, rotationAngle, transpose3 } from './se3.ts';

/** Mean and covariance of points: what the error of a pose depends on. */
export interface CloudMoments {
  /** Mean of the points, m. */
  readonly centre: ArrayLike<number>;
  /** 3x3 about the mean, m^2. */
  readonly covariance: ArrayLike<number>;
}

/** Mean and covariance of points, 3 numbers each, m. */
export function momentsOf({ count, xyz }: { readonly count: number; readonly xyz: ArrayLike<number> }): {
  readonly centre: [number, number, number];
  readonly covariance: number[];
} {
  const centre: [number, number, number] = [xyz[0], xyz[1], xyz[2]];
  // About the first point: sums of mine-grid coordinates would lose millimetres.
  const sum = [0, 0, 0];
  for (let at = 0; at < 3 * count; at++) sum[at % 3] += xyz[at] - xyz[at % 3];
  for (let k = 0; k < 3; k++) centre[k] += sum[k] / count;
  const covariance = new Array<number>(9).fill(0);
  for (let at = 0; at < 3 * count; at += 3)
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++)
        covariance[3 * i + j] += ((xyz[at + i] - centre[i]) * (xyz[at + j] - centre[j])) / count;
  return { centre, covariance };
}

/** How far a pose is from another. */
export interface PoseError {
  /** Angle between the two rotations, degrees. */
  readonly degrees: number;
  /** Distance between the two places of the cloud's middle, m: a shift at a distant origin would say nothing. */
  readonly shift: number;
  /** Root mean square distance between the two places of every point of the cloud, m. */
  readonly rms: number;
}

/** Error of a pose against a reference, over the points that it moves. */
export function poseError(T: Rigid, T_reference: Rigid, { centre, covariance }: CloudMoments): PoseError {
  const [x, y, z] = [centre[0], centre[1], centre[2]];
  const here = applyToPoint(T, x, y, z);
  const there = applyToPoint(T_reference, x, y, z);
  const shift = Math.hypot(here[0] - there[0], here[1] - there[1], here[2] - there[2]);
  // Mean of |(R - R') p + shift|^2 over points p about their middle: the mixed term vanishes there.
  const D = T.R.map((value, k) => value - T_reference.R[k]);
  let turned = 0;
  for (let row = 0; row < 3; row++)
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) turned += D[3 * row + i] * covariance[3 * i + j] * D[3 * row + j];
  return {
    degrees: (rotationAngle(multiply3(transpose3(T_reference.R), T.R)) * 180) / Math.PI,
    shift,
    rms: Math.sqrt(Math.max(0, turned) + shift * shift),
  };
}
