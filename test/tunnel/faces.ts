import { seededRandom } from '../../src-core/math/random.ts';
import { FaceAccumulator } from '../../src-core/tunnel/epochs/face/face-accumulator.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { axisAlong, type Line, NOISE, onCircle, put } from './solids.ts';

/** Radius of the drive that ends in these faces, m. */
export const RADIUS = 2.2;
/** Where the robot stopped: metres before the middle of the face. */
const STANDOFF = 8;

/** Chainage of a face over a place of the section. */
export type FaceShape = (left: number, up: number) => number;

export interface EndedDrive {
  readonly line: Line;
  readonly face: FaceShape | null;
  /** Chainage of the middle of the face, and where an open drive runs to, m. */
  readonly end: number;
  readonly seed: number;
  /** Where the axis that is measured along ends; absent: well behind the face. */
  readonly axisEnd?: number;
  /** Moves the wall outward at a chainage and an angle (rad from left towards up), m. */
  readonly moved?: (s: number, angle: number) => number;
  /** Hides points. */
  readonly keep?: (s: number, left: number, up: number) => boolean;
  readonly density?: number;
  /** Gives the points in the opposite order. */
  readonly backwards?: boolean;
}

/** Noisy points of a round drive with a face, measured: its wall and what lies ahead of the robot. */
export function endedDrive(drive: EndedDrive): { wall: WallSurface; ahead: FaceAccumulator } {
  const { line, face, end, seed, moved, keep = () => true, density = 1 } = drive;
  const random = seededRandom(seed);
  const origin = line.at(0).p as [number, number, number];
  const reach = face === null ? end : end + 3;
  const wallPoints = Math.round(density * 4500 * reach);
  const facePoints = face === null ? 0 : Math.round(density * 25000);
  const xyz = new Float32Array(3 * (wallPoints + facePoints));
  const onWall = onCircle(RADIUS);
  let n = 0;
  for (let i = 0; i < wallPoints; i++) {
    const s = random.uniform() * reach;
    const [l, u, nl, nu] = onWall(random);
    const out = NOISE * random.normal() + (moved?.(s, Math.atan2(u, l)) ?? 0);
    if ((face !== null && s > face(l, u)) || !keep(s, l, u)) continue;
    put(line, s, l + out * nl, u + out * nu, origin, xyz, n++);
  }
  for (let i = 0; i < facePoints; i++) {
    const [l, u] = [RADIUS * (2 * random.uniform() - 1), RADIUS * (2 * random.uniform() - 1)];
    const s = face!(l, u) + NOISE * random.normal();
    if (Math.hypot(l, u) > RADIUS || !keep(s, l, u)) continue;
    put(line, s, l, u, origin, xyz, n++);
  }
  if (drive.backwards) turnRound(xyz, n);
  const axis = axisAlong(line, 0, drive.axisEnd ?? 40, 0.5);
  const walls = new ProfileAccumulator(axis);
  walls.add(xyz, origin, n);
  const ahead = new FaceAccumulator(walls.geometry, end - STANDOFF);
  ahead.add(xyz, origin, n);
  return { wall: walls.wall(), ahead };
}

function turnRound(xyz: Float32Array, count: number): void {
  const before = xyz.slice(0, 3 * count);
  for (let i = 0; i < count; i++) xyz.set(before.subarray(3 * i, 3 * i + 3), 3 * (count - 1 - i));
}
