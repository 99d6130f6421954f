import { niceStep } from '../../src-core/report/figures/scale.ts';
import { metresPerPixel, type View, type ViewSize } from './camera.ts';

/** Bar of a round length. */
interface ScaleBar {
  readonly metres: number;
  /** CSS px on the screen. */
  readonly pixels: number;
  /** Depth that it holds for, m in front of the eye; null: everywhere, the view is orthographic. */
  readonly depth: number | null;
}

/**
 * Scale bar of a view: 1, 2 or 5 times a power of ten metres, between `most` / 2.5 and `most` px long. In a perspective
 * it holds for the plane of the pivot, square to the view.
 *
 * @param most its greatest length, px
 */
export function scaleBarOf(view: View, size: ViewSize, most: number): ScaleBar {
  const perPixel = metresPerPixel(view, size, view.distance);
  const metres = niceStep((most * perPixel) / 2.5);
  const depth = view.projection === 'perspective' ? view.distance : null;
  return { metres, pixels: metres / perPixel, depth };
}
