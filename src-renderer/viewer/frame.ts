import type { View, ViewSize } from './camera.ts';
import {
  clipDepthOf,
  type DepthRange,
  depthRangeOf,
  eyeOf,
  eyeToClip,
  metresPerPixel,
  type Sphere,
} from './camera.ts';
import { subtract, type Vector } from './vector.ts';

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

export function fromEye(frame: ViewFrame, point: Vector): Vector {
  return subtract(point, frame.eye);
}
