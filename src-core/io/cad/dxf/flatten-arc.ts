/**
 * Flattens a circular arc into chords that stay within `sagitta` of it; returns its points without the first, or null if
 * it takes more than `most` chords.
 *
 * @param from angle of the first point, radians, counter-clockwise from the x axis
 * @param sweep angle of the arc; negative: clockwise
 * @param sagitta largest distance of a chord from the arc, in the unit of the radius
 */
function flattenArc(
  centre: readonly [number, number],
  radius: number,
  from: number,
  sweep: number,
  sagitta: number,
  most: number,
): [number, number][] | null {
  // The angle whose chord has this sagitta, in a form that stays accurate for a nearly straight arc.
  const step = radius > sagitta ? 4 * Math.asin(Math.sqrt(sagitta / (2 * radius))) : Math.PI / 2;
  const count = Math.max(1, Math.ceil(Math.abs(sweep) / step - 1e-9));
  if (!(count <= most)) return null;
  return Array.from({ length: count }, (_, i) => {
    const angle = from + (sweep * (i + 1)) / count;
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)];
  });
}

/** Bulge below which an arc is straight: its sagitta over 50 km of chord is below a micrometre. */
const STRAIGHT = 1e-12;

/**
 * Flattens the arc that a bulge (tangent of a quarter of the included angle, positive to the left of the chord)
 * defines from `a` to `b`; returns its points without `a`; the last is `b` itself. Null if it takes more than `most` chords.
 */
export function flattenBulge(
  a: readonly [number, number],
  b: readonly [number, number],
  bulge: number,
  sagitta: number,
  most: number,
): [number, number][] | null {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const chord = Math.hypot(dx, dy);
  if (Math.abs(bulge) < STRAIGHT || chord === 0) return [[b[0], b[1]]];
  // Height of the centre over the chord, to its left, as a share of the chord.
  const height = (1 - bulge * bulge) / (4 * bulge);
  const centre: [number, number] = [a[0] + dx / 2 - height * dy, a[1] + dy / 2 + height * dx];
  const radius = (chord * (1 + bulge * bulge)) / (4 * Math.abs(bulge));
  const from = Math.atan2(a[1] - centre[1], a[0] - centre[0]);
  const points = flattenArc(centre, radius, from, 4 * Math.atan(bulge), sagitta, most);
  if (points === null) return null;
  points[points.length - 1] = [b[0], b[1]];
  return points;
}
