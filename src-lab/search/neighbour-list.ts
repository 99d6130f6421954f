/**
 * Inserts a candidate into the list of nearest neighbours, ascending by distance, then by index; drops the last if
 * full.
 *
 * @param length current length of the list, at most k
 * @returns the new length
 */
export function insertNeighbour(
  indices: Int32Array,
  squared: Float64Array,
  length: number,
  k: number,
  index: number,
  distance: number,
): number {
  if (length === k && !isNearer(distance, index, squared[k - 1], indices[k - 1])) return length;
  let at = length < k ? length : k - 1;
  while (at > 0 && isNearer(distance, index, squared[at - 1], indices[at - 1])) {
    squared[at] = squared[at - 1];
    indices[at] = indices[at - 1];
    at--;
  }
  squared[at] = distance;
  indices[at] = index;
  return length < k ? length + 1 : k;
}

function isNearer(distance: number, index: number, thanDistance: number, thanIndex: number): boolean {
  return distance < thanDistance || (distance === thanDistance && index < thanIndex);
}
