type Vector = readonly [number, number, number];

/** From the coordinates of a flat entity (OCS, about its extrusion) to those of the drawing. */
export type ToWorld = (x: number, y: number, z: number) => Vector;

/** Below this the extrusion counts as vertical; the number is part of the format. */
const NEAR_VERTICAL = 1 / 64;

/** The arbitrary axis algorithm of the format: every program finds the same x and y for an extrusion. */
export function objectFrame(extrusion: Vector): ToWorld {
  const norm = Math.hypot(...extrusion);
  if (norm === 0 || (extrusion[0] === 0 && extrusion[1] === 0 && extrusion[2] > 0))
    return (x, y, z) => [x, y, z];
  const n: Vector = [extrusion[0] / norm, extrusion[1] / norm, extrusion[2] / norm];
  const helper: Vector =
    Math.abs(n[0]) < NEAR_VERTICAL && Math.abs(n[1]) < NEAR_VERTICAL ? [0, 1, 0] : [0, 0, 1];
  const ax = unit(cross(helper, n));
  const ay = unit(cross(n, ax));
  return (x, y, z) => [
    x * ax[0] + y * ay[0] + z * n[0],
    x * ax[1] + y * ay[1] + z * n[1],
    x * ax[2] + y * ay[2] + z * n[2],
  ];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(v: Vector): Vector {
  const norm = Math.hypot(...v);
  return [v[0] / norm, v[1] / norm, v[2] / norm];
}
