import { planeEigen } from '../../../math/eigen3.ts';
import { cross3, unit3 } from '../../../math/vec3.ts';
import type { TargetPass } from './target-pass.ts';

/** Plane of a flat target, map frame, with axes in it: `along` is level, `up` as vertical as the plane allows. */
export interface TargetPlane {
  readonly centre: readonly [number, number, number];
  /** Unit, towards the sensor. */
  readonly normal: readonly [number, number, number];
  readonly along: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  /** Scatter of the bright returns off the plane and along the two directions in it, m (1 sigma, ascending). */
  readonly scatter: readonly [number, number, number];
  /** Number of bright returns. */
  readonly returns: number;
}

type Vector = readonly [number, number, number];

/** Outlier limit in scatters off the first plane: returns at edges mix near and far. */
const OUTLIER = 3;

/** Fits a plane to the bright returns of a pass by principal component analysis, then again without outliers. */
export function planeOfPass(pass: TargetPass): TargetPlane | null {
  const all = Array.from(pass.bright.keys()).filter((i) => pass.bright[i] === 1);
  const first = planeThrough(pass, all);
  if (first === null) return null;
  const limit = OUTLIER * Math.max(first.scatter[0], 1e-3);
  const near = all.filter((i) => Math.abs(offPlane(pass, i, first)) <= limit);
  return planeThrough(pass, near) ?? first;
}

function offPlane(pass: TargetPass, i: number, { centre, normal }: TargetPlane): number {
  return [0, 1, 2].reduce((sum, k) => sum + normal[k] * (pass.point[3 * i + k] - centre[k]), 0);
}

function planeThrough(pass: TargetPass, chosen: readonly number[]): TargetPlane | null {
  const n = chosen.length;
  if (n < 3) return null;
  const mean = [0, 0, 0];
  const view = [0, 0, 0];
  for (const i of chosen) {
    for (let k = 0; k < 3; k++) {
      mean[k] += pass.point[3 * i + k] / n;
      view[k] += (pass.origin[3 * i + k] - pass.point[3 * i + k]) / n;
    }
  }
  const s = new Float64Array(6);
  for (const i of chosen) {
    const [x, y, z] = [0, 1, 2].map((k) => pass.point[3 * i + k] - mean[k]);
    for (const [at, value] of [x * x, x * y, x * z, y * y, y * z, z * z].entries()) s[at] += value / n;
  }
  const eigen = new Float64Array(6);
  planeEigen(s[0], s[1], s[2], s[3], s[4], s[5], eigen);
  const facing = eigen[3] * view[0] + eigen[4] * view[1] + eigen[5] * view[2] < 0 ? -1 : 1;
  const normal: Vector = [facing * eigen[3], facing * eigen[4], facing * eigen[5]];
  const along = levelIn(normal);
  return {
    centre: [mean[0], mean[1], mean[2]],
    normal,
    along,
    up: cross3(normal, along),
    scatter: [0, 1, 2].map((k) => Math.sqrt(Math.max(eigen[k], 0))) as [number, number, number],
    returns: n,
  };
}

/** Level direction in a plane; in a level plane, the one nearest to x. */
function levelIn(normal: Vector): Vector {
  const level = Math.hypot(normal[0], normal[1]);
  return level > 0.1 ? [-normal[1] / level, normal[0] / level, 0] : unit3(cross3([0, 1, 0], normal));
}
