import { cross, dot, subtract, unit, type Vector } from './vector.ts';

/** Clipping box that rotates about the vertical only, as drawn on a plan. Map frame, m and rad. */
export interface ClipBox {
  readonly centre: Vector;
  /** Half-lengths along the box's own x and y and along z. */
  readonly half: Vector;
  /** Angle in plan from east to the box's x. */
  readonly yaw: number;
}

/** Slab between two normal planes of an axis, map frame. */
export interface ClipSlab {
  readonly from: { readonly point: Vector; readonly tangent: Vector };
  readonly to: { readonly point: Vector; readonly tangent: Vector };
  /** Centre of a sphere around the stretch, so that another stretch of a winding drive is not shown. */
  readonly centre: Vector;
  readonly radius: number;
}

/** Clipping of the map; both null: none. */
export interface Clip {
  readonly box: ClipBox | null;
  readonly slab: ClipSlab | null;
}

export const NO_CLIP: Clip = { box: null, slab: null };

/** Axes of the box, each divided by its half-length: a point is inside if all three dot products are within -1..1. */
export function scaledAxes({ half, yaw }: ClipBox): [Vector, Vector, Vector] {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  return [
    [c / half[0], s / half[0], 0],
    [-s / half[1], c / half[1], 0],
    [0, 0, 1 / half[2]],
  ];
}

export function isShown({ box, slab }: Clip, point: Vector): boolean {
  if (box !== null) {
    const fromCentre = subtract(point, box.centre);
    if (scaledAxes(box).some((axis) => Math.abs(dot(axis, fromCentre)) > 1)) return false;
  }
  if (slab === null) return true;
  const fromMiddle = subtract(point, slab.centre);
  return (
    dot(fromMiddle, fromMiddle) <= slab.radius ** 2 &&
    dot(subtract(point, slab.from.point), slab.from.tangent) >= 0 &&
    dot(subtract(slab.to.point, point), slab.to.tangent) >= 0
  );
}

/** Twelve edges of the box as pairs of end points, 6 numbers each. */
export function boxEdges({ centre, half, yaw }: ClipBox): Float64Array {
  const x: Vector = [Math.cos(yaw), Math.sin(yaw), 0];
  const y = unit(cross([0, 0, 1], x));
  const corner = (k: number): number[] => {
    const [a, b, c] = [k & 1, k & 2, k & 4].map((bit, axis) => (bit ? half[axis] : -half[axis]));
    return [0, 1, 2].map((i) => centre[i] + a * x[i] + b * y[i] + (i === 2 ? c : 0));
  };
  const edges: number[] = [];
  for (let k = 0; k < 8; k++)
    for (const bit of [1, 2, 4]) if (!(k & bit)) edges.push(...corner(k), ...corner(k | bit));
  return Float64Array.from(edges);
}
