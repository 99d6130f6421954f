import { add, addScaled, cross, length, scale, subtract, unit, type Vector } from './vector.ts';

/** Arrow head: length relative to the arrow, and half width relative to the head's length. */
const HEAD = 0.28;
const HEAD_WIDTH = 0.4;

/** Line segments (`Lines.ends`) of arrows: a shaft, and a head of two crossed wedges, visible from every side. */
export function arrowPieces(arrows: Iterable<readonly [tail: Vector, tip: Vector]>): Float64Array {
  const ends: number[] = [];
  for (const [tail, tip] of arrows) {
    const shaft = subtract(tip, tail);
    const long = length(shaft);
    if (long === 0) continue;
    const direction = unit(shaft);
    const side = unit(cross(direction, Math.abs(direction[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
    const neck = addScaled(tip, direction, -HEAD * long);
    const wide = HEAD * HEAD_WIDTH * long;
    ends.push(...tail, ...tip);
    for (const across of [side, cross(direction, side)])
      for (const sign of [1, -1]) ends.push(...addScaled(neck, across, sign * wide), ...tip);
  }
  return Float64Array.from(ends);
}

/** Line segments of a double-headed arrow, for a direction of arbitrary sign. */
export function doubleArrow(middle: Vector, direction: Vector, half: number): Float64Array {
  const reach = scale(unit(direction), half);
  return arrowPieces([
    [middle, add(middle, reach)],
    [middle, subtract(middle, reach)],
  ]);
}

/** Line segments of a three-axis cross at each point. @param half length of half a stroke, m */
export function crossPieces(points: Iterable<Vector>, half: number): Float64Array {
  const ends: number[] = [];
  for (const point of points)
    for (const axis of [0, 1, 2]) {
      const stroke = [0, 1, 2].map((k) => (k === axis ? half : 0)) as unknown as Vector;
      ends.push(...subtract(point, stroke), ...add(point, stroke));
    }
  return Float64Array.from(ends);
}
