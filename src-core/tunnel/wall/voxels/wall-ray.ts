/**
 * A point of a wall and the ray that measured it, as a row of numbers: of numbers that are passed one by one, each would
 * be an object on the heap for each of millions of points.
 */
export const RAY = {
  /** Chainage from the start of the first slab, in slabs. */
  slabs: 0,
  /** m. */
  chainage: 1,
  /** m from the axis, in the section. */
  left: 2,
  up: 3,
  /** Unit vector from the sensor to the point, in the axes of the section. */
  toLeft: 4,
  toUp: 5,
  along: 6,
  /** Distance from the sensor, m. */
  range: 7,
} as const;

/** Numbers of a ray. */
export const RAY_LENGTH = 8;
