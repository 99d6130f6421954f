/** Farther than any coordinate of a mine grid, m; what lies beyond is a damaged figure, however finite. */
export const FARTHEST_METRES = 1e9;

/** True for a coordinate, m, that a mine grid may have. */
export function isOnEarth(metres: number): boolean {
  return Math.abs(metres) <= FARTHEST_METRES;
}
