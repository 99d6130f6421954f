import type { Batch } from './batch.ts';
import { axesOf, eyeOf, metresPerPixel, type View, type ViewSize } from './camera.ts';
import { type Clip, isShown } from './clip.ts';
import { dot, subtract, type Vector } from './vector.ts';

/** Map point at a window position. */
export interface Picked {
  readonly batch: string;
  readonly index: number;
  /** Map frame, m, f64: the exact stored point. */
  readonly point: Vector;
  readonly scanIndex: number | null;
  readonly reflectivity: number | null;
  /** Metres in front of the eye. */
  readonly depth: number;
}

/**
 * Points farther behind the nearest one than this share of its depth, or the distance below in m, are hidden by it.
 */
const SAME_SURFACE_SHARE = 0.01;
const SAME_SURFACE = 0.05;

/**
 * Picks the point nearest to a window position among those not hidden behind others. Tests the points themselves,
 * not a rendered image, so that the result is exact.
 *
 * @param radius search radius around the position, px
 */
export function pickPoint(
  batches: Iterable<readonly [string, Batch]>,
  view: View,
  size: ViewSize,
  x: number,
  y: number,
  clip: Clip,
  radius = 6,
): Picked | null {
  const eye = eyeOf(view);
  const axes = axesOf(view);
  const perspective = view.projection === 'perspective';
  const perPixel = metresPerPixel(view, size, 1);
  const hits: { id: string; batch: Batch; index: number; depth: number; off: number }[] = [];
  let nearest = Number.POSITIVE_INFINITY;

  for (const [id, batch] of batches) {
    const { centre, radius: reach } = batch.sphere;
    const c = subtract(centre, eye);
    const middle = -dot(c, axes.back);
    if (perspective && middle + reach <= 0) continue;
    const scaleAt = perspective ? perPixel * Math.max(middle, 1e-6) : perPixel;
    const farthest = perspective ? perPixel * Math.max(middle + reach, 1e-6) : perPixel;
    const inside = perspective && Math.hypot(...c) < reach;
    const cx = size.width / 2 + dot(c, axes.right) / scaleAt;
    const cy = size.height / 2 - dot(c, axes.up) / scaleAt;
    // Upper bound of the projected radius of a sphere, from its nearest depth.
    const spread = perspective ? reach / (perPixel * Math.max(middle - reach, 1e-6)) : reach / perPixel;
    if (!inside && Math.hypot(cx - x, cy - y) > 2 * spread + radius && farthest > 0) continue;

    const from = subtract(batch.points.origin, eye);
    const { xyz } = batch.points;
    for (let i = 0; i < batch.count; i++) {
      const p: Vector = [from[0] + xyz[3 * i], from[1] + xyz[3 * i + 1], from[2] + xyz[3 * i + 2]];
      const depth = -dot(p, axes.back);
      if (perspective && depth < 0.02) continue;
      const scale = perspective ? perPixel * depth : perPixel;
      const dx = size.width / 2 + dot(p, axes.right) / scale - x;
      const dy = size.height / 2 - dot(p, axes.up) / scale - y;
      const off = Math.hypot(dx, dy);
      if (!(off <= radius) || !isShown(clip, pointOf(batch, i))) continue;
      nearest = Math.min(nearest, depth);
      hits.push({ id, batch, index: i, depth, off });
    }
  }
  const limit = nearest + Math.max(SAME_SURFACE, SAME_SURFACE_SHARE * Math.abs(nearest));
  const [best] = hits.filter((f) => f.depth <= limit).sort((a, b) => a.off - b.off);
  if (best === undefined) return null;
  const { points } = best.batch;
  return {
    batch: best.id,
    index: best.index,
    point: pointOf(best.batch, best.index),
    scanIndex: points.scanIndex?.[best.index] ?? null,
    reflectivity: points.reflectivity?.[best.index] ?? null,
    depth: best.depth,
  };
}

function pointOf({ points: { origin, xyz } }: Batch, i: number): Vector {
  return [origin[0] + xyz[3 * i], origin[1] + xyz[3 * i + 1], origin[2] + xyz[3 * i + 2]];
}
