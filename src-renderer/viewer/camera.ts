import { add, addScaled, cross, dot, subtract, type Vector } from './vector.ts';

/**
 * Where the viewer looks from, in f64. The frame is the map's: x east, y north, z up. Everything that goes to the
 * graphics card is taken relative to the eye first, so that f32 keeps millimetres at any northing.
 */
export interface View {
  /** What the eye turns around, map frame, m. */
  readonly target: Vector;
  /** Direction from the target to the eye: angle in plan from east towards north, rad. */
  readonly yaw: number;
  /** Its angle above the horizon, rad, -PI/2 .. PI/2; PI/2 looks straight down. */
  readonly pitch: number;
  /** From the target to the eye, m; in an orthographic view it decides only what the window spans. */
  readonly distance: number;
  readonly projection: 'perspective' | 'orthographic';
}

/** In pixels of the same kind as the coordinates that go with it. */
export interface ViewSize {
  readonly width: number;
  readonly height: number;
}

/** Vertical opening of the perspective, rad. An orthographic view spans what it would span at the target. */
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

/** Metres that one pixel spans at a depth (m before the eye). */
export function metresPerPixel(view: View, size: ViewSize, depth: number): number {
  const at = view.projection === 'orthographic' ? view.distance : Math.max(depth, 1e-6);
  return (2 * Math.tan(FIELD_OF_VIEW / 2) * at) / size.height;
}

/** Depth range before the eye, m. Negative values are behind the eye; an orthographic view draws those too. */
export interface DepthRange {
  readonly near: number;
  readonly far: number;
}

/**
 * Clip coordinates of points relative to the eye, column-major.
 *
 * @param halfDepth true where clip depth is 0..1 (WebGPU), false where it is -1..1 (WebGL)
 */
export function eyeToClip(
  view: View,
  size: ViewSize,
  { near, far }: DepthRange,
  halfDepth: boolean,
): Float32Array {
  const { right, up, back } = axesOf(view);
  const aspect = size.width / size.height;
  const half = Math.tan(FIELD_OF_VIEW / 2);
  const ortho = view.projection === 'orthographic';
  const sy = ortho ? 1 / (half * view.distance) : 1 / half;
  const sx = sy / aspect;
  // Depth d before the eye to clip depth: (a d + b) over 1 or over d.
  const a = ortho
    ? (halfDepth ? 1 : 2) / (far - near)
    : ((halfDepth ? 1 : 2) * far) / (far - near) - (halfDepth ? 0 : 1);
  const b = ortho ? -near * a - (halfDepth ? 0 : 1) : (-(halfDepth ? 1 : 2) * far * near) / (far - near);
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

/** A place in the window, and how far before the eye. */
export interface Projected {
  /** Pixels from the left and the top. */
  readonly x: number;
  readonly y: number;
  /** Metres before the eye; <= 0 in a perspective: not to be seen. */
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

/** The point that a place in the window shows at a depth (m before the eye). */
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

/** Depth range that holds all of the spheres, wide enough that nothing of them is cut off. */
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
  // A depth buffer of 24 bits holds five decades; closer than 5 cm nobody looks at a rock.
  far = Math.max(far + 1, 1);
  return { near: Math.max(near, 0.05, far * 1e-5), far };
}

/** The view moved so that the spheres fill the window, from the same direction. */
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

/** Turned about the target; the pitch stops at straight down and straight up. */
export function orbitedView(view: View, yaw: number, pitch: number): View {
  const bound = Math.PI / 2;
  return { ...view, yaw: view.yaw + yaw, pitch: Math.min(bound, Math.max(-bound, view.pitch + pitch)) };
}

/** Turned as a head turns: the eye stays where it is. */
export function lookedAroundView(view: View, yaw: number, pitch: number): View {
  const eye = eyeOf(view);
  const next = orbitedView(view, yaw, pitch);
  return { ...next, target: addScaled(eye, axesOf(next).back, -next.distance) };
}

/** Shifted in the plane of the window by pixels, as if the point at `depth` were held by the hand. */
export function pannedView(view: View, size: ViewSize, dx: number, dy: number, depth = view.distance): View {
  const { right, up } = axesOf(view);
  const perPixel = metresPerPixel(view, size, depth);
  return { ...view, target: addScaled(addScaled(view.target, right, -dx * perPixel), up, dy * perPixel) };
}

/** Nearer (factor < 1) or farther; what lies under the place in the window stays there. */
export function zoomedView(view: View, size: ViewSize, x: number, y: number, factor: number): View {
  const distance = Math.min(1e6, Math.max(0.05, view.distance * factor));
  const held = unproject(view, size, x, y, view.distance);
  const next = { ...view, distance };
  const now = unproject(next, size, x, y, distance);
  return { ...next, target: add(next.target, subtract(held, now)) };
}
