import { solveCholesky } from '../../math/cholesky.ts';
import { planeEigen } from '../../math/eigen3.ts';
import { symmetric6 } from '../../math/normal-system.ts';

/** Weakest translation direction: the one that the geometry constrains least. */
interface WeakDirection {
  /** Unit, in the frame of the system: the sensor's. */
  readonly direction: readonly [number, number, number];
  /** Information along it, 1/m^2, without the share that the noise of the normals feigns; 0 or less: none is left. */
  readonly information: number;
  /** Its share of the information over all three directions, 0 .. 1/3. */
  readonly share: number;
}

/**
 * Finds the weakest translation of the geometric system.
 *
 * @param translation lower triangle of 3x3 in 9 numbers, see `NormalSystem`
 */
export function weakestTranslation(translation: Float64Array): WeakDirection {
  const [xx, , , xy, yy, , xz, yz, zz] = translation;
  const eigen = new Float64Array(6);
  planeEigen(xx, xy, xz, yy, yz, zz, eigen);
  const [least, middle, most, x, y, z] = eigen;
  const total = Math.max(0, least) + Math.max(0, middle) + Math.max(0, most);
  return {
    direction: [x, y, z],
    information: least,
    share: total > 0 ? Math.max(0, least) / total : 0,
  };
}

/** 6-DOF motion along a translation, and its information in a system. */
interface WeakMotion {
  /** w: turn (rad) and shift (m) per metre. */
  readonly w: Float64Array;
  /** H w. */
  readonly Hw: Float64Array;
  /** w^T H w, 1/m^2: the information along w, with all other motions free. */
  readonly information: number;
}

/**
 * Motion w = (-H_rr^-1 H_rt u, u) along a translation u, with the rotation that minimises the cost as the sensor
 * moves.
 *
 * @param H 6x6, lower triangle, rotation first
 * @returns null: the geometry does not constrain the rotation
 */
export function weakMotion(H: Float64Array, u: readonly [number, number, number]): WeakMotion | null {
  const full = symmetric6(H);
  const turning = new Float64Array(9);
  const pull = new Float64Array(3);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      turning[3 * i + j] = full[6 * i + j];
      pull[i] -= full[6 * i + 3 + j] * u[j];
    }
  }
  const turn = solveCholesky(turning, pull, 3);
  if (turn === null) return null;
  const w = Float64Array.of(...turn, ...u);
  const Hw = new Float64Array(6);
  let information = 0;
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) Hw[i] += full[6 * i + j] * w[j];
    information += w[i] * Hw[i];
  }
  return information > 0 ? { w, Hw, information } : null;
}

/**
 * Removes the information of the geometry along a weak translation u from a system, so that other observations
 * decide there: the system gets zero information along the motion w of u (`weakMotion`),
 *
 *     H' = H - (H w)(H w)^T / (w^T H w),   b' = b - (H w)(w^T b) / (w^T H w),   so H' w = 0 and w^T b' = 0,
 *
 * and its information on all other motions, with w free, is unchanged. No common scale of rotation and translation
 * is needed. After Zhang, Kaess, Singh, "On degeneracy of optimization-based state estimation problems" (ICRA
 * 2016), who omit the step along the weak direction; here the prior replaces the geometry inside the solver.
 *
 * @param H 6x6, lower triangle, rotation first; overwritten
 * @param b overwritten
 */
export function releaseDirection(
  H: Float64Array,
  b: Float64Array,
  u: readonly [number, number, number],
): void {
  const motion = weakMotion(H, u);
  if (motion === null) return;
  const { w, Hw, information } = motion;
  let wb = 0;
  for (let i = 0; i < 6; i++) wb += w[i] * b[i];
  for (let i = 0; i < 6; i++) {
    b[i] -= (Hw[i] * wb) / information;
    for (let j = 0; j <= i; j++) H[6 * i + j] -= (Hw[i] * Hw[j]) / information;
  }
}
