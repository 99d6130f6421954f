import type { Sphere } from './camera.ts';

/** Radius around the sensor path to fit a view to, m: the walls of a drive, and the face ahead. */
export const DRIVE_REACH = 5;
/** Positions of a path that is drawn or fitted to, at most: a day's survey has 72,000 scans. */
const MOST_POSITIONS = 4000;

/** Every so many positions of a path, and its last one. 3 numbers each. */
export function thinned(path: Float64Array, most = MOST_POSITIONS): Float64Array {
  const count = path.length / 3;
  const step = Math.max(1, Math.ceil(count / most));
  return path.filter((_, i) => Math.floor(i / 3) % step === 0 || i >= path.length - 3);
}

/** Bounding spheres about positions, 3 numbers each. @param radius of each, m */
export function spheresAlong(positions: Float64Array, radius: number, most = MOST_POSITIONS): Sphere[] {
  const few = thinned(positions, most);
  const spheres: Sphere[] = [];
  for (let i = 0; i < few.length; i += 3) spheres.push({ centre: [few[i], few[i + 1], few[i + 2]], radius });
  return spheres;
}
