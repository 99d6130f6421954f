import { axesOf, type View } from './camera.ts';
import { add, cross, dot, scale, type Vector } from './vector.ts';

/** Sides of the view cube by the direction that they face, map frame. */
export const CUBE_SIDES = {
  top: [0, 0, 1],
  bottom: [0, 0, -1],
  north: [0, 1, 0],
  south: [0, -1, 0],
  east: [1, 0, 0],
  west: [-1, 0, 0],
} as const satisfies Record<string, Vector>;
export type CubeSide = keyof typeof CUBE_SIDES;

const SIDES = Object.keys(CUBE_SIDES) as CubeSide[];
/** Share of a side's half-width up to which its middle, without edges and corners, reaches. */
const MIDDLE = 0.56;
const BANDS = [-1, -MIDDLE, MIDDLE, 1] as const;
/** Cosine to the eye below which a side is too slanted to press on. */
const SLANTED = 0.03;
/** North up, from above and from below. */
const NORTH_UP = -Math.PI / 2;
/** The poles have no azimuth of their own: these are closer to them than any corner. */
const STEEP = 1.2;

/** Field of a side of the cube, as drawn: the middle, an edge or a corner. */
export interface CubeField {
  readonly side: CubeSide;
  /** Direction that a press looks from: 1, 2 or 3 entries of -1 or 1. */
  readonly from: Vector;
  /** Corners on the screen: x to the right, y down, in half-widths of the cube. */
  readonly corners: readonly (readonly [number, number])[];
}

/** Side that faces the eye, and the matrix that lays its name on it. */
interface CubeFace {
  readonly side: CubeSide;
  /** a, b, c, d of an SVG matrix, from the side's own right and down to the screen. */
  readonly matrix: readonly [number, number, number, number];
  readonly middle: readonly [number, number];
  /** Cosine between the side and the direction to the eye. */
  readonly facing: number;
}

/** Names of the sides that a direction has, such as top and north for an edge. */
export function sidesOf(from: Vector): CubeSide[] {
  return SIDES.filter((side) => dot(CUBE_SIDES[side], from) > 0.5);
}

/** Direction of view from a side, edge or corner; from above and below with north (or +Y) up or down. */
export function directionFrom([x, y, z]: Vector): Pick<View, 'yaw' | 'pitch'> {
  const level = Math.hypot(x, y);
  return { yaw: level > 0 ? Math.atan2(y, x) : NORTH_UP, pitch: Math.atan2(z, level) };
}

/** Side, edge or corner that is nearest to a direction of view. */
export function nearestField({ yaw, pitch }: Pick<View, 'yaw' | 'pitch'>): Vector {
  if (Math.abs(pitch) > STEEP) return [0, 0, Math.sign(pitch)];
  const eighth = Math.round(yaw / (Math.PI / 4)) * (Math.PI / 4);
  const rise = Math.abs(pitch) < Math.PI / 8 ? 0 : Math.sign(pitch);
  return [Math.round(Math.cos(eighth)), Math.round(Math.sin(eighth)), rise];
}

/**
 * Neighbour of a direction by an arrow key: 45 degrees to a side, or one step up or down.
 *
 * @param right 1: the eye moves to the right round the cube
 * @param up 1: the eye moves up
 */
export function steppedField(view: Pick<View, 'yaw' | 'pitch'>, right: number, up: number): Vector {
  const yaw = view.yaw + (right * Math.PI) / 4;
  const [, , level] = nearestField(view);
  const isPole = Math.abs(view.pitch) > STEEP;
  const now = isPole ? 2 * level : level;
  const rise = Math.max(-2, Math.min(2, now + up));
  if (Math.abs(rise) === 2 && right === 0) return [0, 0, Math.sign(rise)];
  const [x, y] = nearestField({ yaw, pitch: 0 });
  return [x, y, Math.abs(rise) === 2 ? Math.sign(rise) : rise];
}

function axesOfSide(side: CubeSide): { right: Vector; up: Vector; out: Vector } {
  const out = CUBE_SIDES[side];
  const right: Vector = out[2] === 0 ? cross([0, 0, 1], out) : [1, 0, 0];
  return { right, up: cross(out, right), out };
}

/** What of the cube the eye sees: the sides, and their fields to press on. */
export function seenCube(view: View): { faces: CubeFace[]; fields: CubeField[] } {
  const axes = axesOf(view);
  const onScreen = (point: Vector): [number, number] => [dot(point, axes.right), -dot(point, axes.up)];
  const faces: CubeFace[] = [];
  const fields: CubeField[] = [];
  for (const side of SIDES) {
    const { right, up, out } = axesOfSide(side);
    const facing = dot(out, axes.back);
    if (facing < SLANTED) continue;
    const [a, b] = onScreen(right);
    const [c, d] = onScreen(scale(up, -1));
    faces.push({ side, matrix: [a, b, c, d], middle: onScreen(out), facing });
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        const from = add(out, add(scale(right, i - 1), scale(up, j - 1)));
        const corner = (u: number, v: number) => onScreen(add(out, add(scale(right, u), scale(up, v))));
        const [left, wide, low, high] = [BANDS[i], BANDS[i + 1], BANDS[j], BANDS[j + 1]];
        const corners = [corner(left, low), corner(wide, low), corner(wide, high), corner(left, high)];
        fields.push({ side, from, corners });
      }
  }
  return { faces, fields };
}

/** Direction of map north (or +Y) in the window as if seen from above: rad clockwise from up. */
export function northOnScreen({ yaw }: Pick<View, 'yaw'>): number {
  return Math.atan2(Math.cos(yaw), -Math.sin(yaw));
}
