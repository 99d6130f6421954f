import type { PointSet } from '../problem/method.ts';

/** Cells along the widest axis of the grid. */
const BITS = 5;
const CELLS = 2 ** BITS;

/** Fewer points lie in the fastest memory in any order. */
const LEAST_POINTS = 8192;

/**
 * Indices of points along a Z-order curve (Morton 1966) through the cells of a grid over them: neighbours in the list
 * are neighbours in space, so that searches for one after another read the same memory. In a cell by index, and so are all of a
 * small cloud.
 */
export function spatialOrder({ count, xyz }: PointSet, leastPoints = LEAST_POINTS): Uint32Array {
  const order = new Uint32Array(count);
  if (count < leastPoints) {
    for (let i = 0; i < count; i++) order[i] = i;
    return order;
  }
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let width = 0;
  for (let axis = 0; axis < 3; axis++) {
    let high = Number.NEGATIVE_INFINITY;
    for (let at = axis; at < 3 * count; at += 3) {
      if (xyz[at] < low[axis]) low[axis] = xyz[at];
      if (xyz[at] > high) high = xyz[at];
    }
    width = Math.max(width, high - low[axis]);
  }
  const perMetre = width > 0 ? CELLS / width : 0;
  const cell = new Uint16Array(count);
  const from = new Uint32Array(CELLS ** 3 + 1);
  const cellAlong = (value: number, axis: number): number =>
    SPREAD[Math.min(CELLS - 1, Math.floor((value - low[axis]) * perMetre))];
  for (let i = 0; i < count; i++) {
    const key =
      cellAlong(xyz[3 * i], 0) | (cellAlong(xyz[3 * i + 1], 1) << 1) | (cellAlong(xyz[3 * i + 2], 2) << 2);
    cell[i] = key;
    from[key + 1]++;
  }
  for (let key = 0; key < CELLS ** 3; key++) from[key + 1] += from[key];
  for (let i = 0; i < count; i++) order[from[cell[i]]++] = i;
  return order;
}

/** Bits of a cell's number, three places apart. */
const SPREAD = Uint16Array.from({ length: CELLS }, (_, cell) => {
  let spread = 0;
  for (let bit = 0; bit < BITS; bit++) spread |= ((cell >> bit) & 1) << (3 * bit);
  return spread;
});
