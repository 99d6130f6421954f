import { add, addScaled, cross, dot, subtract, type Vector } from './vector.ts';

/**
 * Camera view, in f64, in the map frame: x east, y north, z up. Everything is made relative to the eye before it
 * goes to the graphics card, so that f32 preserves millimetres at any northing.
 */
export interface View {
  /** Point that the eye orbits, map frame, m. */
  readonly target: Vector;
  /** Direction from the target to the eye: angle in plan from east towards north, rad. */
  readonly yaw: number;
  /** Its angle above the horizon, rad, -PI/2 .. PI/2; PI/2 looks straight down. */
  readonly pitch: number;
  /** Distance from the target to the eye, m; in an orthographic view it determines only the visible extent. */
  readonly distance: number;
  readonly projection: 'perspective' | 'orthographic';
}

/** Size of the viewport, in the same pixels as the coordinates used with it. */
export interface ViewSize {
  readonly width: number;
  readonly height: number;
}

/** Vertical field of view of the perspective, rad. An orthographic view has the same extent at the target. */
export const FIELD_OF_VIEW = Math.PI / 4;

export const VIEW_DEFAULTS: View = {
  target: [0, 0, 0],
  yaw: -Math.PI / 3,
  pitch: Math.PI / 6,
  distance: 30,
  projection: 'perspective',
};

/** Unit vectors of the window, map frame; `back` points from the target to the eye. */
export interface ViewAxes {
  readonly right: Vector;
  readonly up: Vector;
  readonly back: Vector;
}

export function axesOf({ yaw, pitch }: View): ViewAxes {
  const back: Vector = [Math.cos(pitch) * Math.cos(yaw), Math.cos(pitch) * Math.sin(yaw), Math.sin(pitch)];
  const right: Vector = [-Math.sin(yaw), Math.cos(yaw), 0];
  return { right, up: cross(back, right), back };
}

export function eyeOf(view: View): Vector {
  return addScaled(view.target, axesOf(view).back, view.distance);
}

/** Metres per pixel at a depth (m in front of the eye). */
export function metresPerPixel(view: View, size: ViewSize, depth: number): number {
  const at = view.projection === 'orthographic' ? view.distance : Math.max(depth, 1e-6);
  return (2 * Math.tan(FIELD_OF_VIEW / 2) * at) / size.height;
}

/** Depth range in front of the eye, m. Negative values are behind the eye; an orthographic view draws those too. */
export interface DepthRange {
  readonly near: number;
  readonly far: number;
}

/**
 * Matrix from eye-relative to clip coordinates, column-major.
 *
 * @param halfDepth true if clip depth is 0..1 (WebGPU), false if it is -1..1 (WebGL)
 */
export function eyeToClip(view: View, size: ViewSize, depth: DepthRange, halfDepth: boolean): Float32Array {
  const { right, up, back } = axesOf(view);
  const aspect = size.width / size.height;
  const half = Math.tan(FIELD_OF_VIEW / 2);
  const ortho = view.projection === 'orthographic';
  const sy = ortho ? 1 / (half * view.distance) : 1 / half;
  const sx = sy / aspect;
  const [a, b] = clipDepthOf(view, depth, halfDepth);
  const m = new Float32Array(16);
  for (let axis = 0; axis < 3; axis++) {
    m[4 * axis] = sx * right[axis];
    m[4 * axis + 1] = sy * up[axis];
    m[4 * axis + 2] = -a * back[axis];
    m[4 * axis + 3] = ortho ? 0 : -back[axis];
  }
  m[14] = b;
  m[15] = ortho ? 1 : 0;
  return m;
}

/** Depth d in front of the eye to clip depth: (a d + b) over 1, or over d in a perspective. */
export function clipDepthOf(
  { projection }: View,
  { near, far }: DepthRange,
  halfDepth: boolean,
): [a: number, b: number] {
  const span = halfDepth ? 1 : 2;
  const shift = halfDepth ? 0 : 1;
  if (projection === 'orthographic') {
    const a = span / (far - near);
    return [a, -near * a - shift];
  }
  return [(span * far) / (far - near) - shift, (-span * far * near) / (far - near)];
}

/** Window position and depth of a projected point. */
export interface Projected {
  /** Pixels from the left and the top. */
  readonly x: number;
  readonly y: number;
  /** Metres in front of the eye; <= 0 in a perspective: not visible. */
  readonly depth: number;
}

export function project(view: View, size: ViewSize, point: Vector): Projected {
  const { right, up, back } = axesOf(view);
  const fromEye = subtract(point, eyeOf(view));
  const depth = -dot(fromEye, back);
  const perPixel = metresPerPixel(view, size, depth);
  return {
    x: size.width / 2 + dot(fromEye, right) / perPixel,
    y: size.height / 2 - dot(fromEye, up) / perPixel,
    depth,
  };
}

/** Point at a window position and a depth (m in front of the eye). */
export function unproject(view: View, size: ViewSize, x: number, y: number, depth: number): Vector {
  const { right, up, back } = axesOf(view);
  const perPixel = metresPerPixel(view, size, depth);
  const sideways = addScaled(
    addScaled(eyeOf(view), right, (x - size.width / 2) * perPixel),
    up,
    (size.height / 2 - y) * perPixel,
  );
  return addScaled(sideways, back, -depth);
}

/** A sphere, map frame, m. */
export interface Sphere {
  readonly centre: Vector;
  readonly radius: number;
}

/** Depth range that contains all spheres without clipping them. */
export function depthRangeOf(view: View, spheres: Iterable<Sphere>): DepthRange {
  const eye = eyeOf(view);
  const { back } = axesOf(view);
  let near = Number.POSITIVE_INFINITY;
  let far = Number.NEGATIVE_INFINITY;
  for (const { centre, radius } of spheres) {
    const depth = -dot(subtract(centre, eye), back);
    near = Math.min(near, depth - radius);
    far = Math.max(far, depth + radius);
  }
  if (!(far > near)) return { near: 0.1, far: 100 };
  if (view.projection === 'orthographic') return { near: near - 1, far: far + 1 };
  // A depth buffer of 24 bits covers five decades; nothing closer than 5 cm needs to be visible.
  far = Math.max(far + 1, 1);
  return { near: Math.max(near, 0.05, far * 1e-5), far };
}

/** View fitted so that the spheres fill the window, from the same direction. */
export function fittedView(view: View, size: ViewSize, spheres: readonly Sphere[]): View {
  if (spheres.length === 0) return view;
  const low = [0, 1, 2].map((k) => spheres.reduce((m, s) => Math.min(m, s.centre[k] - s.radius), Infinity));
  const high = [0, 1, 2].map((k) => spheres.reduce((m, s) => Math.max(m, s.centre[k] + s.radius), -Infinity));
  const middle = low.map((value, k) => (value + high[k]) / 2) as unknown as Vector;
  const reaches = spheres.map((s) => Math.hypot(...subtract(s.centre, middle)) + s.radius);
  const radius = reaches.reduce((most, reach) => Math.max(most, reach), 0.5);
  const narrow = Math.min(1, size.width / size.height);
  const sine = view.projection === 'orthographic' ? Math.tan(FIELD_OF_VIEW / 2) : Math.sin(FIELD_OF_VIEW / 2);
  return { ...view, target: middle, distance: radius / (sine * narrow) };
}

/** View orbited about the target; the pitch is limited to straight down and straight up. */
export function orbitedView(view: View, yaw: number, pitch: number): View {
  const bound = Math.PI / 2;
  return { ...view, yaw: view.yaw + yaw, pitch: Math.min(bound, Math.max(-bound, view.pitch + pitch)) };
}

/** View rotated about the eye. */
export function lookedAroundView(view: View, yaw: number, pitch: number): View {
  const eye = eyeOf(view);
  const next = orbitedView(view, yaw, pitch);
  return { ...next, target: addScaled(eye, axesOf(next).back, -next.distance) };
}

/** View panned by pixels so that the point at `depth` follows the pointer. */
export function pannedView(view: View, size: ViewSize, dx: number, dy: number, depth = view.distance): View {
  const { right, up } = axesOf(view);
  const perPixel = metresPerPixel(view, size, depth);
  return { ...view, target: addScaled(addScaled(view.target, right, -dx * perPixel), up, dy * perPixel) };
}

/** View zoomed in (factor < 1) or out; the point at the given window position stays there. */
export function zoomedView(view: View, size: ViewSize, x: number, y: number, factor: number): View {
  const distance = Math.min(1e6, Math.max(0.05, view.distance * factor));
  const fixed = unproject(view, size, x, y, view.distance);
  const next = { ...view, distance };
  const now = unproject(next, size, x, y, distance);
  return { ...next, target: add(next.target, subtract(fixed, now)) };
}
