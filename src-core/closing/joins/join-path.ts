import { pathLengths } from '../../graph/anchors.ts';
import { compose, invert } from '../../math/se3.ts';
import { cross3 } from '../../math/vec3.ts';
import type { ScanPose } from '../../model/pose.ts';
import type { Rigid } from '../../model/rigid.ts';

/** Half-length over which path directions are averaged, m: a machine sways. */
const REACH = 1.5;

/**
 * Frames along the path of a session at a given spacing: x along the path, z the mean up direction of the sensor, y
 * to the left, origin on the sensor path. Two sessions of a drive have the same frames, except for their lines of
 * travel and directions.
 *
 * @param poses at least one
 * @param path length up to each pose, m (`graph/anchors`)
 * @param step m
 */
export function pathFrames(poses: readonly ScanPose[], path: ArrayLike<number>, step: number): Rigid[] {
  const count = Math.floor(path[poses.length - 1] / step) + 1;
  const frames: Rigid[] = [];
  let from = 0;
  let to = 0;
  for (let k = 0; k < count; k++) {
    const at = k * step;
    while (path[from] < at - REACH) from++;
    while (to < poses.length - 1 && path[to + 1] <= at + REACH) to++;
    const [a, b] = [poses[from].T_map_sensor, poses[Math.max(to, from)].T_map_sensor];
    frames.push(frameOf(positionAt(poses, path, at, from), a, b, poses.slice(from, Math.max(to, from) + 1)));
  }
  return frames;
}

function positionAt(
  poses: readonly ScanPose[],
  path: ArrayLike<number>,
  at: number,
  from: number,
): Float64Array {
  let i = from;
  while (i < poses.length - 1 && path[i + 1] < at) i++;
  const [a, b] = [poses[i].T_map_sensor.t, poses[Math.min(i + 1, poses.length - 1)].T_map_sensor.t];
  const length = path[Math.min(i + 1, poses.length - 1)] - path[i];
  const share = length > 0 ? Math.min(1, Math.max(0, (at - path[i]) / length)) : 0;
  return a.map((value, k) => value + share * (b[k] - value));
}

function frameOf(origin: Float64Array, first: Rigid, last: Rigid, near: readonly ScanPose[]): Rigid {
  const up = [0, 0, 0];
  for (const { T_map_sensor } of near) for (let i = 0; i < 3; i++) up[i] += T_map_sensor.R[3 * i + 2];
  let x = unit(last.t.map((value, i) => value - first.t[i]));
  // A session that does not move has no path direction: the sensor's own x is used.
  if (x === null) x = [first.R[0], first.R[3], first.R[6]];
  const y = unit(cross3(up, x)) ?? [first.R[1], first.R[4], first.R[7]];
  const z = cross3(x, y);
  return {
    R: Float64Array.of(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]),
    t: origin,
  };
}

/** Half-length over which the path through a cloud is smoothed, m: in the middle of a void it wavers by decimetres. */
const SMOOTH_REACH = 4;

/**
 * The path through a cloud without its wavering: a line fitted to the positions about each, the nearer ones weighing more.
 * Rotations are left as they are.
 */
export function smoothedPath(poses: readonly ScanPose[]): ScanPose[] {
  const path = pathLengths(poses);
  return poses.map((pose, i) => {
    // Sums of the weighted regression of the positions over the distance along the path from here.
    let [w, wd, wdd] = [0, 0, 0];
    const [p, pd] = [new Float64Array(3), new Float64Array(3)];
    for (const step of [-1, 1])
      for (let j = step < 0 ? i : i + 1; j >= 0 && j < poses.length; j += step) {
        const d = path[j] - path[i];
        if (Math.abs(d) >= SMOOTH_REACH) break;
        const weight = (1 - Math.abs(d / SMOOTH_REACH) ** 3) ** 3;
        w += weight;
        wd += weight * d;
        wdd += weight * d * d;
        poses[j].T_map_sensor.t.forEach((value, k) => {
          p[k] += weight * value;
          pd[k] += weight * d * value;
        });
      }
    const determinant = w * wdd - wd * wd;
    if (determinant < 1e-9 * w * w) return pose;
    const t = p.map((value, k) => (value * wdd - pd[k] * wd) / determinant);
    return { ...pose, T_map_sensor: { R: pose.T_map_sensor.R, t } };
  });
}

/** Rotation of a frame by half a turn about z: the opposite direction of travel. */
const TURNED: Rigid = { R: Float64Array.of(-1, 0, 0, 0, -1, 0, 0, 0, 1), t: new Float64Array(3) };

/** `T_map1_map2` that aligns two frames along two paths. @param isOpposite opposite directions of travel */
export function alignFrames(first: Rigid, second: Rigid, isOpposite: boolean): Rigid {
  return compose(isOpposite ? compose(first, TURNED) : first, invert(second));
}

function unit(v: ArrayLike<number>): number[] | null {
  const length = Math.hypot(v[0], v[1], v[2]);
  return length > 1e-6 ? [v[0] / length, v[1] / length, v[2] / length] : null;
}
