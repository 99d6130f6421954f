import type { AxisFrame, AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import type { Sphere, View, ViewSize } from './camera.ts';
import { FIELD_OF_VIEW, fittedView } from './camera.ts';
import type { ClipSlab } from './clip.ts';
import { addScaled, length, subtract, type Vector } from './vector.ts';

/** Kinds of views. */
export const VIEW_KINDS = ['orbit', 'walk', 'plan', 'long', 'section'] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];

/** Height of a section view, m: a large drive with a margin. */
const SECTION_SPAN = 9;
/** Radius around the axis of a slab, m; no wall of the drive is farther away. */
const SLAB_REACH = 20;

/** View from above, north up. */
export function planView(view: View, size: ViewSize, spheres: readonly Sphere[]): View {
  return fittedView(
    { ...view, yaw: -Math.PI / 2, pitch: Math.PI / 2, projection: 'orthographic' },
    size,
    spheres,
  );
}

/** View from the side, normal to the line from the first to the last point of the axis, chainage to the right. */
export function longView(view: View, size: ViewSize, spheres: readonly Sphere[], axis: AxisGeometry): View {
  const [dx, dy] = subtract(axis.frameAt(axis.end).origin, axis.frameAt(axis.start).origin);
  return fittedView(
    { ...view, yaw: Math.atan2(-dx, dy), pitch: 0, projection: 'orthographic' },
    size,
    spheres,
  );
}

/** View along the axis, up-chainage, at a section. */
export function sectionView(view: View, { origin, tangent }: AxisFrame): View {
  return {
    ...view,
    ...lookingAlong(tangent),
    target: origin,
    distance: SECTION_SPAN / 2 / Math.tan(FIELD_OF_VIEW / 2),
    projection: 'orthographic',
  };
}

/** View from the axis, up-chainage, at walking position. */
export function walkView(view: View, { origin, tangent }: AxisFrame): View {
  return {
    ...view,
    ...lookingAlong(tangent),
    target: addScaled(origin, tangent, 1),
    distance: 1,
    projection: 'perspective',
  };
}

/** Same viewing direction relative to the axis, from another station. */
export function walked(view: View, from: AxisFrame, to: AxisFrame): View {
  const turn = Math.atan2(to.tangent[1], to.tangent[0]) - Math.atan2(from.tangent[1], from.tangent[0]);
  const yaw = view.yaw + turn;
  const back: Vector = [
    Math.cos(view.pitch) * Math.cos(yaw),
    Math.cos(view.pitch) * Math.sin(yaw),
    Math.sin(view.pitch),
  ];
  return { ...view, yaw, target: addScaled(to.origin, back, -view.distance) };
}

/** Slab between two chainages. */
export function slabBetween(axis: AxisGeometry, from: number, to: number): ClipSlab {
  const [first, middle, last] = [from, (from + to) / 2, to].map((chainage) => axis.frameAt(chainage));
  const reach = Math.max(
    length(subtract(first.origin, middle.origin)),
    length(subtract(last.origin, middle.origin)),
  );
  return {
    from: { point: first.origin, tangent: first.tangent },
    to: { point: last.origin, tangent: last.tangent },
    centre: middle.origin,
    radius: reach + SLAB_REACH,
  };
}

function lookingAlong([x, y, z]: Vector): { yaw: number; pitch: number } {
  return { yaw: Math.atan2(-y, -x), pitch: Math.asin(Math.max(-1, Math.min(1, -z))) };
}
