import { angleOf } from './typical-section.ts';
import { MEASURED, type WallGrid } from './wall-grid.ts';

/** Iterations that find where a ray meets the wall of another slab; each leaves less than a third of the error. */
const STEPS = 4;

/** The part of a wall that is looked up. */
type Rings = Pick<WallGrid, 'bins' | 'radius' | 'state'>;

/**
 * Radius of the wall of one slab as seen from the middle of another: where a ray from the middle of slab `k`, in the
 * direction of a bin, meets the section of slab `from`. Radii of different slabs are about different middles, which
 * move by decimetres where floor or crown were not seen, so that a hole cannot be filled by the radii beside it as they are.
 *
 * @param centre (left, up) of the section's middle per slab
 * @param bin direction; measured in slab `from`
 */
export function radiusFrom(
  { bins, radius, state }: Rings,
  centre: Float64Array,
  from: number,
  k: number,
  bin: number,
): number {
  const own = radius[from * bins + bin];
  const left = centre[2 * k] - centre[2 * from];
  const up = centre[2 * k + 1] - centre[2 * from + 1];
  if (left === 0 && up === 0) return own;
  const angle = angleOf(bin, bins);
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  let r = own - left * cosine - up * sine;
  for (let i = 0; i < STEPS; i++) {
    const x = left + r * cosine;
    const y = up + r * sine;
    const at = ((Math.atan2(y, x) + Math.PI) * bins) / (2 * Math.PI) - 0.5;
    const below = Math.floor(at);
    const a = from * bins + ((below + bins) % bins);
    const b = from * bins + ((below + 1 + bins) % bins);
    const hasA = state[a] === MEASURED;
    const hasB = state[b] === MEASURED;
    const wall =
      hasA && hasB
        ? radius[a] + (at - below) * (radius[b] - radius[a])
        : hasA || hasB
          ? radius[hasA ? a : b]
          : own;
    r += wall - Math.sqrt(x * x + y * y);
  }
  return Math.max(0, r);
}
