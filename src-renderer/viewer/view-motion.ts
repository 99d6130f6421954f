import { axesOf, eyeOf, type View } from './camera.ts';
import type { Steered } from './navigation.ts';
import { add, addScaled, length, scale, subtract, type Vector } from './vector.ts';

/** Duration of a turn or a shift of the view, ms: long enough to follow, short enough not to wait for. */
const DURATION_MS = 300;
/** Eyes nearer to each other than this share of the distance to the target are the same eye. */
const SAME_EYE = 1e-6;

/** The same direction of view, by the shorter way round. */
function nearestYaw(yaw: number, to: number): number {
  const turn = 2 * Math.PI;
  return to - turn * Math.round((to - yaw) / turn);
}

/** View from a point at which the eye stays: turned in place. */
export function turnedInPlace(view: View, yaw: number, pitch: number): View {
  const next = { ...view, yaw, pitch };
  return { ...next, target: addScaled(eyeOf(view), axesOf(next).back, -view.distance) };
}

/** View from the same eye towards a point, which it orbits from then on. The same view for the eye itself. */
export function lookingAt(view: View, point: Vector): View {
  const back = subtract(eyeOf(view), point);
  const distance = length(back);
  if (!(distance > 0)) return view;
  const level = Math.hypot(back[0], back[1]);
  const yaw = level > 1e-9 * distance ? Math.atan2(back[1], back[0]) : view.yaw;
  return { ...view, target: point, yaw, pitch: Math.atan2(back[2], level), distance };
}

/**
 * View that orbits another point, from the same direction: the eye shifts sideways only, so that nothing gets larger
 * or smaller on the screen.
 *
 * @param depth of the point, m in front of the eye
 */
export function pivotedView(view: View, point: Vector, depth: number): View {
  const distance = view.projection === 'perspective' ? Math.max(0.05, depth) : view.distance;
  return { ...view, target: point, distance };
}

/** View between two views, of the projection of the second. @param share 0..1 of the way */
export function viewBetween(from: View, to: View, share: number): View {
  if (share >= 1) return to;
  const mixed = (a: number, b: number): number => a + share * (b - a);
  const next: View = {
    ...to,
    yaw: mixed(from.yaw, nearestYaw(from.yaw, to.yaw)),
    pitch: mixed(from.pitch, to.pitch),
    distance: from.distance * (to.distance / from.distance) ** share,
    target: add(scale(from.target, 1 - share), scale(to.target, share)),
  };
  const eye = eyeOf(from);
  const isTurnInPlace = length(subtract(eyeOf(to), eye)) < SAME_EYE * Math.max(1, to.distance);
  return isTurnInPlace ? { ...next, target: addScaled(eye, axesOf(next).back, -next.distance) } : next;
}

/**
 * Moves the view of a viewer to another one within a third of a second, at once for who prefers less motion. Any other
 * change of the view, such as by the mouse, ends it where it is.
 *
 * @returns resolves when it has arrived or was ended
 */
export function moveView(viewer: Steered, to: View): Promise<void> {
  const from = viewer.view;
  if (globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches) {
    viewer.view = to;
    return Promise.resolve();
  }
  const begun = performance.now();
  let own = from;
  return new Promise((resolve) => {
    const step = (): void => {
      if (viewer.view !== own) {
        resolve();
        return;
      }
      const share = Math.min(1, Math.max(0, (performance.now() - begun) / DURATION_MS));
      own = viewBetween(from, to, share * share * (3 - 2 * share));
      viewer.view = own;
      if (share < 1) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
  });
}
