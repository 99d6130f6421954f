import { axesOf, eyeOf, unproject, type View, type ViewSize } from './camera.ts';
import type { ClipBox } from './clip.ts';
import { addScaled, dot, length, subtract, type Vector } from './vector.ts';

/** Sine of the angle between the eye and a direction below which a drag along it has no measure. */
const LEAST_SINE = 0.1;
/** Values that a drag sets are multiples of this, m. */
const STEP = 0.01;
/** Least length of a box, and least thickness of a slab, m. */
export const LEAST_CUT = 0.1;

/** Face of a clipping box: its axis (0 length, 1 width, 2 height) and the end of it. */
interface BoxFace {
  readonly axis: 0 | 1 | 2;
  readonly end: -1 | 1;
  /** Middle of the face, map frame, m. */
  readonly at: Vector;
  /** Unit vector out of the box. */
  readonly out: Vector;
}

/** Faces of a clipping box. */
export function facesOf({ centre, half, yaw }: ClipBox): BoxFace[] {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  const axes: readonly Vector[] = [
    [c, s, 0],
    [-s, c, 0],
    [0, 0, 1],
  ];
  return ([0, 1, 2] as const).flatMap((axis) =>
    ([-1, 1] as const).map((end) => {
      const out = axes[axis].map((value) => end * value) as unknown as Vector;
      return { axis, end, at: addScaled(centre, out, half[axis]), out };
    }),
  );
}

/**
 * Box with one face moved; the opposite one stays. Its length there is a whole number of centimetres, and at least
 * `LEAST_CUT`.
 *
 * @param metres outward
 */
export function withFaceMoved(
  box: ClipBox,
  { axis, end }: Pick<BoxFace, 'axis' | 'end'>,
  metres: number,
): ClipBox {
  const { at, out } = facesOf(box).find((face) => face.axis === axis && face.end === -end) as BoxFace;
  const long = Math.max(LEAST_CUT, rounded(2 * box.half[axis] + metres));
  const half = box.half.map((old, k) => (k === axis ? long / 2 : old)) as unknown as Vector;
  return { ...box, half, centre: addScaled(at, out, -long / 2) };
}

/** A length or a chainage as a drag sets it: whole centimetres. */
export function rounded(metres: number): number {
  return Math.round(metres / STEP) / Math.round(1 / STEP);
}

/**
 * Position of the pointer along a line in space: the ray of the pointer meets the plane that contains the line and
 * faces the eye most.
 *
 * @param at point of the line, map frame, m
 * @param along its unit direction
 * @param x, y pointer, CSS px
 * @returns metres from `at`; null if the line points at the eye, or the pointer misses the plane
 */
export function metresAlong(
  view: View,
  size: ViewSize,
  at: Vector,
  along: Vector,
  x: number,
  y: number,
): number | null {
  const isPerspective = view.projection === 'perspective';
  const { back } = axesOf(view);
  const from = isPerspective ? eyeOf(view) : unproject(view, size, x, y, 0);
  const ray: Vector = isPerspective
    ? subtract(unproject(view, size, x, y, 1), from)
    : [-back[0], -back[1], -back[2]];
  const sight = isPerspective ? subtract(at, from) : ray;
  const normal = addScaled(sight, along, -dot(sight, along));
  if (!(length(normal) > LEAST_SINE * length(sight))) return null;
  const towards = dot(ray, normal);
  const reach = dot(subtract(at, from), normal) / towards;
  if (!Number.isFinite(reach) || (isPerspective && !(reach > 0))) return null;
  return dot(subtract(addScaled(from, ray, reach), at), along);
}
