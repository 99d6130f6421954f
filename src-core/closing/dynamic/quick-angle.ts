/** Odd polynomial for atan on 0..1, error below 1e-5 rad (Hastings 1955). */
const [C1, C3, C5, C7, C9, C11] = [0.99997726, -0.33262347, 0.19354346, -0.11643287, 0.05265332, -0.0117212];

/** `Math.atan2` to 1e-5 rad in a third of its time: a column of a range image is 6e-3 rad wide. */
export function quickAngle(y: number, x: number): number {
  const [ax, ay] = [Math.abs(x), Math.abs(y)];
  const steep = ay > ax;
  const large = steep ? ay : ax;
  if (large === 0) return 0;
  const t = (steep ? ax : ay) / large;
  const s = t * t;
  let angle = t * (C1 + s * (C3 + s * (C5 + s * (C7 + s * (C9 + s * C11)))));
  if (steep) angle = Math.PI / 2 - angle;
  if (x < 0) angle = Math.PI - angle;
  return y < 0 ? -angle : angle;
}
