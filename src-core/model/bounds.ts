/** Axis-aligned box in some frame, metres; an empty box has min = +Infinity, max = -Infinity. */
export interface Bounds {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}
