import type { TargetPass } from './target-pass.ts';
import type { TargetPlane } from './target-plane.ts';

/** Rays of a pass where they pierce the plane of the target. */
export interface PiercedRays {
  readonly count: number;
  /** (along, up) pairs from the plane's centre, m. */
  readonly at: Float64Array;
  /** How a pair moves when the ray's scan moves by one metre in the direction that the walls left loose. */
  readonly shift: Float64Array;
  readonly bright: Uint8Array;
  /** Seconds from the anchor scan. */
  readonly seconds: Float64Array;
  /** Softness of the edge for this ray, m: pose errors and the width of the beam. */
  readonly softness: Float64Array;
  /** Mean over the rays of `direction / (normal . direction)`, map frame: where a shift of the plane takes the centre. */
  readonly slope: readonly [number, number, number];
}

/** Steeper than this a ray pierces nothing well: cosine to the normal. */
const LEAST_FACING = 0.15;
/** A return this much short of the plane is of something in front of it, m: it says nothing of the target. */
const IN_FRONT = 0.12;
/** A shining return this far off the plane is of something else, m. */
const OFF_PLANE = 0.25;
/** Half the beam's width, m per m. */
const BEAM_SPREAD = 0.0012;
/** A logistic curve this much narrower has the standard deviation of the normal one. */
const LOGISTIC = 0.55;

/**
 * Where the rays of a pass pierce the plane of the target. A dull ray counts where it went on to the plane or beyond; what
 * returned well before was of something in front.
 *
 * @param reach rays farther than this from the plane's centre tell nothing of the target, m
 * @param anchorSeconds instant of the scan whose pose counts as true
 */
export function pierceRays(
  pass: TargetPass,
  plane: TargetPlane,
  reach: number,
  poseSigma: number,
  anchorSeconds: number,
): PiercedRays {
  const { centre, normal, along, up } = plane;
  const at: number[] = [];
  const shift: number[] = [];
  const bright: number[] = [];
  const seconds: number[] = [];
  const softness: number[] = [];
  const slope = [0, 0, 0];
  const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  for (let i = 0; i < pass.bright.length; i++) {
    const o = [0, 1, 2].map((k) => pass.origin[3 * i + k] - centre[k]);
    const ray = [0, 1, 2].map((k) => pass.point[3 * i + k] - pass.origin[3 * i + k]);
    const range = Math.hypot(...ray);
    const d = ray.map((value) => value / range);
    const facing = -dot(d, normal);
    if (facing < LEAST_FACING) continue;
    const toPlane = dot(o, normal) / facing;
    const off = range - toPlane;
    const shone = pass.bright[i] === 1;
    if (shone ? Math.abs(off) > OFF_PLANE : off < -IN_FRONT) continue;
    const q = o.map((value, k) => value + toPlane * d[k]);
    const [u, v] = [dot(q, along), dot(q, up)];
    if (Math.hypot(u, v) > reach) continue;
    const scan = pass.scans[pass.scanOf[i]];
    const { loose } = scan;
    const moved =
      loose === null
        ? [0, 0, 0]
        : loose.direction.map((value, k) => value + (d[k] * dot(loose.direction, normal)) / facing);
    at.push(u, v);
    shift.push(dot(moved, along), dot(moved, up));
    bright.push(shone ? 1 : 0);
    seconds.push(scan.seconds - anchorSeconds);
    softness.push(LOGISTIC * Math.hypot(poseSigma, BEAM_SPREAD * toPlane));
    if (shone) for (let k = 0; k < 3; k++) slope[k] += d[k] / -facing;
  }
  const shining = Math.max(
    bright.reduce((sum, value) => sum + value, 0),
    1,
  );
  return {
    count: bright.length,
    at: Float64Array.from(at),
    shift: Float64Array.from(shift),
    bright: Uint8Array.from(bright),
    seconds: Float64Array.from(seconds),
    softness: Float64Array.from(softness),
    slope: [slope[0] / shining, slope[1] / shining, slope[2] / shining],
  };
}
