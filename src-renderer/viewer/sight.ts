import { axesOf, eyeOf, FIELD_OF_VIEW, type Sphere, type View, type ViewSize } from './camera.ts';
import { dot, subtract } from './vector.ts';

/** Metres in front of the eye. */
export function depthOf({ centre }: Sphere, view: View): number {
  return -dot(subtract(centre, eyeOf(view)), axesOf(view).back);
}

/** True if any part of a sphere may be visible. */
export function isInSight(sphere: Sphere, view: View, size: ViewSize): boolean {
  const { right, up } = axesOf(view);
  const fromEye = subtract(sphere.centre, eyeOf(view));
  const x = Math.abs(dot(fromEye, right));
  const y = Math.abs(dot(fromEye, up));
  const half = Math.tan(FIELD_OF_VIEW / 2);
  const wide = (half * size.width) / size.height;
  if (view.projection === 'orthographic')
    return x - sphere.radius <= wide * view.distance && y - sphere.radius <= half * view.distance;
  const depth = depthOf(sphere, view);
  // Distance to the planes of the view frustum.
  return (
    depth + sphere.radius > 0 &&
    (x - wide * depth) / Math.hypot(1, wide) <= sphere.radius &&
    (y - half * depth) / Math.hypot(1, half) <= sphere.radius
  );
}
