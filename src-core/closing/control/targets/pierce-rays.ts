import { dot3 } from '../../../math/vec3.ts';
import type { TargetPass } from './target-pass.ts';
import type { TargetPlane } from './target-plane.ts';

/** Intersections of the rays of a pass with the plane of the target. */
export interface PiercedRays {
  readonly count: number;
  /** (along, up) pairs from the plane's centre, m. */
  readonly at: Float64Array;
  /** Change of a pair per metre that the ray's scan moves in its unconstrained direction. */
  readonly shift: Float64Array;
  readonly bright: Uint8Array;
  /** Seconds from the anchor scan. */
  readonly seconds: Float64Array;
  /** Softness of the edge for this ray, m: pose errors and the width of the beam. */
  readonly softness: Float64Array;
  /**
   * Mean over the rays of `direction / (normal . direction)`, map frame: shift of the centre per shift of the
   * plane.
   */
  readonly slope: readonly [number, number, number];
}

/** Least cosine to the normal of a usable ray. */
const LEAST_FACING = 0.15;
/**
 * Distance before the plane beyond which a return is of an object in front of it, m; it is no evidence on the
 * target.
 */
const IN_FRONT = 0.12;
/** Distance off the plane beyond which a bright return belongs to another object, m. */
const OFF_PLANE = 0.25;
/** Half the beam's width, m per m. */
const BEAM_SPREAD = 0.0012;
/** Ratio of scales at which a logistic curve has the standard deviation of the normal one. */
const LOGISTIC = 0.55;

/**
 * Intersects the rays of a pass with the plane of the target. A dull ray counts if it reached the plane or
 * continued beyond; a return well before it is of an object in front.
 *
 * @param reach rays farther than this from the plane's centre are no evidence on the target, m
 * @param anchorSeconds instant of the scan whose pose is the reference
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
  for (let i = 0; i < pass.bright.length; i++) {
    const o = [0, 1, 2].map((k) => pass.origin[3 * i + k] - centre[k]);
    const ray = [0, 1, 2].map((k) => pass.point[3 * i + k] - pass.origin[3 * i + k]);
    const range = Math.hypot(...ray);
    const d = ray.map((value) => value / range);
    const facing = -dot3(d, normal);
    if (facing < LEAST_FACING) continue;
    const toPlane = dot3(o, normal) / facing;
    const off = range - toPlane;
    const shone = pass.bright[i] === 1;
    if (shone ? Math.abs(off) > OFF_PLANE : off < -IN_FRONT) continue;
    const q = o.map((value, k) => value + toPlane * d[k]);
    const [u, v] = [dot3(q, along), dot3(q, up)];
    if (Math.hypot(u, v) > reach) continue;
    const scan = pass.scans[pass.scanOf[i]];
    const { loose } = scan;
    const moved =
      loose === null
        ? [0, 0, 0]
        : loose.direction.map((value, k) => value + (d[k] * dot3(loose.direction, normal)) / facing);
    at.push(u, v);
    shift.push(dot3(moved, along), dot3(moved, up));
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
