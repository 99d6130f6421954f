import { cross3, unit3 } from '../../../math/vec3.ts';

type Vector = readonly [number, number, number];

/** Transforms coordinates of a flat entity (OCS, about its extrusion) to those of the drawing (WCS). */
export type ToWorld = (x: number, y: number, z: number) => Vector;

/** Below this the extrusion counts as vertical; the constant is part of the format. */
const NEAR_VERTICAL = 1 / 64;

/** The arbitrary axis algorithm of the format, which defines the x and y axes of an extrusion for all programs. */
export function objectFrame(extrusion: Vector): ToWorld {
  const norm = Math.hypot(...extrusion);
  if (norm === 0 || (extrusion[0] === 0 && extrusion[1] === 0 && extrusion[2] > 0))
    return (x, y, z) => [x, y, z];
  const n: Vector = [extrusion[0] / norm, extrusion[1] / norm, extrusion[2] / norm];
  const helper: Vector =
    Math.abs(n[0]) < NEAR_VERTICAL && Math.abs(n[1]) < NEAR_VERTICAL ? [0, 1, 0] : [0, 0, 1];
  const ax = unit3(cross3(helper, n));
  const ay = unit3(cross3(n, ax));
  return (x, y, z) => [
    x * ax[0] + y * ay[0] + z * n[0],
    x * ax[1] + y * ay[1] + z * n[1],
    x * ax[2] + y * ay[2] + z * n[2],
  ];
}
