import type { Rigid } from '../model/rigid.ts';
import { rotateVector } from './se3.ts';
import { cross3, dot3, norm3, unit3, type Vec3 } from './vec3.ts';

/** Directions that tell how the frame of a map stands: unit vectors in that frame. */
export interface MapDirections {
  /** Against gravity. */
  readonly up: Vec3;
  /** In which the drive goes on from the first scan; only its horizontal part counts. */
  readonly forward: Vec3;
}

/** Position and bearing of a frame in the mine grid. */
interface Bearing {
  /** Clockwise from grid north, 0 .. 2 PI: east is PI / 2. */
  readonly azimuth: number;
  /** Angle between the up direction of the frame and the vertical of the grid, rad. */
  readonly tilt: number;
}

/**
 * Pose of a levelled frame in the mine grid from a position and an azimuth: `up` becomes vertical, and the horizontal
 * part of `forward` points to the azimuth.
 *
 * @param position of the origin of the frame: easting, northing, elevation, m
 * @param azimuth clockwise from grid north, rad
 * @returns null if `forward` has no horizontal part
 */
export function levelledPose(
  position: ArrayLike<number>,
  azimuth: number,
  directions: MapDirections,
): Rigid | null {
  const axes = levelAxes(directions);
  if (axes === null) return null;
  const { ahead, left, up } = axes;
  const [sine, cosine] = [Math.sin(azimuth), Math.cos(azimuth)];
  const R = new Float64Array(9);
  for (let k = 0; k < 3; k++) {
    R[k] = sine * ahead[k] - cosine * left[k];
    R[3 + k] = cosine * ahead[k] + sine * left[k];
    R[6 + k] = up[k];
  }
  return { R, t: Float64Array.of(position[0], position[1], position[2]) };
}

/** Bearing of a frame at its pose in the mine grid: the inverse of `levelledPose`, and what it is out of level. */
export function bearingOf({ R }: Rigid, { up, forward }: MapDirections): Bearing {
  const [east, north] = rotateVector(R, forward[0], forward[1], forward[2]);
  const stood = rotateVector(R, up[0], up[1], up[2]);
  const azimuth = Math.atan2(east, north);
  return {
    azimuth: azimuth < 0 ? azimuth + 2 * Math.PI : azimuth,
    tilt: Math.atan2(Math.hypot(stood[0], stood[1]), stood[2]),
  };
}

/** Least horizontal part of a unit vector that still has a direction in plan: about a third of a degree. */
const LEAST_LEVEL = 0.006;

function levelAxes({ up: upward, forward }: MapDirections): { ahead: Vec3; left: Vec3; up: Vec3 } | null {
  const up = unit3(upward);
  const plumb = dot3(forward, up);
  const level: Vec3 = [forward[0] - plumb * up[0], forward[1] - plumb * up[1], forward[2] - plumb * up[2]];
  if (!(norm3(level) > LEAST_LEVEL)) return null;
  const ahead = unit3(level);
  return { ahead, left: cross3(up, ahead), up };
}
