/**
 * Selects one point in `stride` by a hash of the point's pixel and the scan, so that the selection is uniform,
 * differs between scans and is the same on every machine.
 *
 * Uniform over the *points*, not over space: a voxel filter selects other points than those the submap is made of
 * (the first of each cell, on its near side), and the mean of point-to-plane residuals is then no longer zero at
 * the true pose: the estimate of a still sensor creeps (docs/decisions/0003-submap.md).
 *
 * @param chosen receives indices 0 .. count - 1, ascending
 * @returns number of selected points
 */
export function thinEvenly(
  pixel: Uint32Array,
  count: number,
  stride: number,
  scanIndex: number,
  chosen: Uint32Array,
): number {
  let selected = 0;
  // The remainder by a mask where it can be: a division is most of the time.
  const mask = (stride & (stride - 1)) === 0 ? stride - 1 : null;
  for (let i = 0; i < count; i++) {
    let hash = Math.imul(pixel[i] ^ Math.imul(scanIndex + 1, 0x9e3779b9), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
    const rest = mask === null ? (hash >>> 0) % stride : hash & mask;
    if (rest === 0) chosen[selected++] = i;
  }
  return selected;
}
