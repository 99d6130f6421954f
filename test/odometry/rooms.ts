import type { Random } from '../../src-core/math/random.ts';
import { applyToPoint, invert, rotateVector, transpose3 } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { MatchPoints } from '../../src-core/odometry/match/scan-matcher.ts';

/** A point of a surface and the unit normal into the void, map frame, metres. */
interface SurfacePoint {
  readonly p: readonly [number, number, number];
  readonly n: readonly [number, number, number];
}

/** Draws points of a surface evenly over its area. */
export type Surface = (random: Random) => SurfacePoint;

export const BAUL = { width: 4.5, wallHeight: 2.5, height: 4.2, length: 12 };

/** Baúl section along x from -length / 2 to length / 2, floor at z = 0, without ends. */
export const baulTube: Surface = (random) => {
  const { width, wallHeight, height, length } = BAUL;
  const half = width / 2;
  const rise = height - wallHeight;
  const radius = (half * half + rise * rise) / (2 * rise);
  const opening = Math.asin(half / radius);
  const arc = 2 * opening * radius;
  const x = length * (random.uniform() - 0.5);
  let at = random.uniform() * (width + 2 * wallHeight + arc);
  if (at < width) return { p: [x, at - half, 0], n: [0, 0, 1] };
  at -= width;
  if (at < wallHeight) return { p: [x, half, at], n: [0, -1, 0] };
  at -= wallHeight;
  if (at < wallHeight) return { p: [x, -half, at], n: [0, 1, 0] };
  const angle = (at - wallHeight) / radius - opening;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return { p: [x, radius * sine, height - radius + radius * cosine], n: [0, -sine, -cosine] };
};

/** The same closed by flat ends. */
export const baulRoom: Surface = (random) => {
  const { width, wallHeight, length } = BAUL;
  const perimeter = width + 2 * wallHeight + 5.9;
  if (random.uniform() > (2 * width * wallHeight) / (2 * width * wallHeight + perimeter * length))
    return baulTube(random);
  const side = random.below(2) === 0 ? -1 : 1;
  return {
    p: [(side * length) / 2, width * (random.uniform() - 0.5), wallHeight * random.uniform()],
    n: [-side, 0, 0],
  };
};

/** Points of a surface with noise along the normal, as they are seen from a pose. */
export function seenFrom(
  surface: Surface,
  count: number,
  T_map_sensor: Rigid,
  noise: number,
  random: Random,
): MatchPoints {
  const T_sensor_map = invert(T_map_sensor);
  const R_sensor_map = transpose3(T_map_sensor.R);
  const xyz = new Float32Array(3 * count);
  const normal = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const { p, n } = surface(random);
    const e = noise * random.normal();
    xyz.set(applyToPoint(T_sensor_map, p[0] + e * n[0], p[1] + e * n[1], p[2] + e * n[2]), 3 * i);
    normal.set(rotateVector(R_sensor_map, n[0], n[1], n[2]), 3 * i);
  }
  return { count, xyz, normal };
}
