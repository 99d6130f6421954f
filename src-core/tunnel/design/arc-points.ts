/** Sides of a full circle; the chord error of an arc of 2 m radius is then less than 0.1 mm. */
export const CIRCLE_SIDES = 720;

/** Points of an arc about (x, y), both ends included, as (x, y) pairs; angles in radians. */
export function arcPoints(x: number, y: number, radius: number, from: number, to: number): number[] {
  const sides = Math.max(8, Math.ceil((CIRCLE_SIDES * Math.abs(to - from)) / (2 * Math.PI)));
  return Array.from({ length: sides + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / sides;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  }).flat();
}
