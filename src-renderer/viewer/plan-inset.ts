import { axesOf, eyeOf, FIELD_OF_VIEW, type View, type ViewSize } from './camera.ts';
import type { Vector } from './vector.ts';

/** Small plan: north up, east to the right. */
interface PlanFrame {
  readonly size: ViewSize;
  /** East and north in its middle, m. */
  readonly middle: readonly [number, number];
  /** px per metre. */
  readonly scale: number;
}

type Place = readonly [x: number, y: number];

/** Plan that shows a whole path, with a margin. @param path 3 numbers per place, map frame, m @param margin px */
export function planOf(path: ArrayLike<number>, size: ViewSize, margin: number): PlanFrame {
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (let i = 0; i < path.length; i += 3)
    for (const k of [0, 1]) {
      low[k] = Math.min(low[k], path[i + k]);
      high[k] = Math.max(high[k], path[i + k]);
    }
  const wide = Math.max(high[0] - low[0], 1);
  const tall = Math.max(high[1] - low[1], 1);
  const scale = Math.min((size.width - 2 * margin) / wide, (size.height - 2 * margin) / tall);
  return { size, middle: [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2], scale };
}

/** Place of a point in the plan, px. */
export function onPlan({ size, middle, scale }: PlanFrame, point: ArrayLike<number>): Place {
  return [size.width / 2 + (point[0] - middle[0]) * scale, size.height / 2 - (point[1] - middle[1]) * scale];
}

/** East and north of a place in the plan, m. */
export function fromPlan({ size, middle, scale }: PlanFrame, x: number, y: number): [number, number] {
  return [middle[0] + (x - size.width / 2) / scale, middle[1] - (y - size.height / 2) / scale];
}

/** Camera in the plan. */
interface PlanCamera {
  readonly at: Place;
  /** Ends of the sides of its cone; null if it looks straight up or down. */
  readonly cone: readonly [Place, Place] | null;
}

/** Where the camera stands in a plan, and what it looks at: the angle in plan that the picture is wide. @param reach of the cone, px */
export function cameraOnPlan(plan: PlanFrame, view: View, window: ViewSize, reach: number): PlanCamera {
  const eye = eyeOf(view);
  const at = onPlan(plan, eye);
  const { back } = axesOf(view);
  if (Math.hypot(back[0], back[1]) < 0.05) return { at, cone: null };
  const half = Math.atan((Math.tan(FIELD_OF_VIEW / 2) * window.width) / window.height);
  const ends = [half, -half].map((off): Place => {
    const towards = view.yaw + Math.PI + off;
    return [at[0] + reach * Math.cos(towards), at[1] - reach * Math.sin(towards)];
  });
  return { at, cone: [ends[0], ends[1]] };
}

/** View moved level, so that the eye stands over a place in plan; its height stays. */
export function standingAt(view: View, [east, north]: readonly [number, number]): View {
  const eye = eyeOf(view);
  const target: Vector = [view.target[0] + east - eye[0], view.target[1] + north - eye[1], view.target[2]];
  return { ...view, target };
}
