import type { View, ViewSize } from './camera.ts';
import {
  axesOf,
  clipDepthOf,
  type DepthRange,
  depthRangeOf,
  eyeOf,
  eyeToClip,
  metresPerPixel,
  type Sphere,
} from './camera.ts';
import { scale, subtract, type Vector } from './vector.ts';

/** A part of a picture, px from its left and top. */
export interface Tile extends ViewSize {
  readonly x: number;
  readonly y: number;
}

/** Per-frame constants of the view. */
export interface ViewFrame {
  readonly view: View;
  /** Size of the target in device pixels. */
  readonly size: ViewSize;
  readonly eye: Vector;
  readonly depth: DepthRange;
  /** Eye-relative to clip coordinates, column-major. */
  readonly eyeToClip: Float32Array;
  /** True if clip depth is 0..1 (WebGPU), false if it is -1..1 (WebGL). */
  readonly halfDepth: boolean;
  /** Clip depth of a depth d is (a d + b), over d in a perspective. */
  readonly clipDepth: readonly [a: number, b: number];
  /** One pixel in clip coordinates, x and y; metres per pixel at depth 1, or everywhere; 1 for a perspective. */
  readonly pixel: readonly [number, number, number, number];
}

export function viewFrameOf(
  view: View,
  size: ViewSize,
  spheres: Iterable<Sphere>,
  halfDepth: boolean,
): ViewFrame {
  const depth = depthRangeOf(view, spheres);
  return {
    view,
    size,
    eye: eyeOf(view),
    depth,
    halfDepth,
    clipDepth: clipDepthOf(view, depth, halfDepth),
    eyeToClip: eyeToClip(view, size, depth, halfDepth),
    pixel: [
      2 / size.width,
      2 / size.height,
      metresPerPixel(view, size, 1),
      view.projection === 'perspective' ? 1 : 0,
    ],
  };
}

/** Frame of a part of the target, in px of the whole, which is drawn alone to a target of the part's size. */
export function tileFrameOf(whole: ViewFrame, { x, y, width, height }: Tile): ViewFrame {
  const { size, pixel } = whole;
  const [sx, sy] = [size.width / width, size.height / height];
  const [ox, oy] = [(size.width - 2 * x) / width - 1, 1 - (size.height - 2 * y) / height];
  const m = whole.eyeToClip.slice();
  for (let column = 0; column < 16; column += 4) {
    m[column] = sx * m[column] + ox * m[column + 3];
    m[column + 1] = sy * m[column + 1] + oy * m[column + 3];
  }
  return { ...whole, eyeToClip: m, pixel: [2 / width, 2 / height, pixel[2], pixel[3]] };
}

/** Reach of the lamps at the eye, m: half of their light is left there. */
const REACH = 15;
/** The same by the distance of what the eye orbits: a map that is seen from outside is lit as a whole. */
const REACH_BY_DISTANCE = 3;

/**
 * Value of the uniform `window` of the shaders with light.
 *
 * @param recess w of the first
 */
export function windowUniform({ view }: ViewFrame, recess = 0): number[] {
  const { right, up, back } = axesOf(view);
  const reach = Math.max(REACH, REACH_BY_DISTANCE * view.distance);
  const perReach = view.projection === 'perspective' ? 1 / reach : 0;
  return [...right, recess, ...up, 0, ...scale(back, -1), perReach];
}

export function fromEye(frame: ViewFrame, point: Vector): Vector {
  return subtract(point, frame.eye);
}
