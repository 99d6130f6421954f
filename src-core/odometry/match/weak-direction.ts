import { solveCholesky } from '../../math/cholesky.ts';
import { planeEigen } from '../../math/eigen3.ts';
import { symmetric6 } from '../../math/normal-system.ts';

/** The translation that the walls hold least. */
export interface WeakDirection {
  /** Unit, in the frame of the system: the sensor's. */
  readonly direction: readonly [number, number, number];
  /** Information along it, 1/m^2, without what the noise of the normals feigns; not above 0 where nothing is left. */
  readonly information: number;
  /** Its share of the information over all three directions, 0 .. 1/3. */
  readonly share: number;
}

/**
 * The weakest translation of what the walls say.
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

/** The motion that goes along a translation, and what a system says of it. */
interface WeakMotion {
  /** w: turn (rad) and shift (m) per metre. */
  readonly w: Float64Array;
  /** H w. */
  readonly Hw: Float64Array;
  /** w^T H w, 1/m^2: the information along w, all other motions left free. */
  readonly information: number;
}

/**
 * The motion w = (-H_rr^-1 H_rt u, u) along a translation u, with the turn that the walls ask for as the sensor goes.
 *
 * @param H 6x6, lower triangle, rotation first
 * @returns null where the walls do not hold the turn
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
 * Takes what the walls say along a weak translation u out of a system, so that whatever else is known decides there: the
 * motion w along u (`weakMotion`) becomes a direction in which the system says nothing,
 *
 *     H' = H - (H w)(H w)^T / (w^T H w),   b' = b - (H w)(w^T b) / (w^T H w),   so H' w = 0 and w^T b' = 0,
 *
 * and what it says of all other motions, w left free, stays as it is. It needs no common scale of turn and shift. After
 * Zhang, Kaess, Singh, "On degeneracy of optimization-based state estimation problems" (ICRA 2016), who leave the step
 * along the weak direction out; here the prior takes the place of the walls inside the solver.
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
