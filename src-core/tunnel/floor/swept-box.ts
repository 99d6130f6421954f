import type { Swept, Vehicle } from '../../model/clearance.ts';
import type { AxisGeometry } from '../axis-geometry.ts';

/**
 * Enlargement of a vehicle's box on a bend. With its axles on the axis, a chord of length B is B^2 / (8 R)
 * inside of a bend of radius R at its middle, and the ends of a length L that overhang the axles (L^2 - B^2)
 * / (8 R) outside. If the wheelbase is not known, L^2 / (8 R) is added on both sides. The same applies
 * vertically: over a crest the middle is lower and the ends are higher, in a sag the reverse. Instead of L^2
 * / (8 R) its exact value is used: the distance of the axis from the chord of the vehicle's length about the
 * station.
 */
export function sweptBox(geometry: AxisGeometry, chainage: number, { length, wheelbase }: Vehicle): Swept {
  const metresPerChainage = geometry.lengthBetween(chainage - 0.5, chainage + 0.5);
  const half = length / (2 * metresPerChainage);
  const here = geometry.frameAt(chainage);
  const behind = geometry.frameAt(chainage - half).origin;
  const ahead = geometry.frameAt(chainage + half).origin;
  let toLeft = 0;
  let upward = 0;
  for (let k = 0; k < 3; k++) {
    const chord = (behind[k] + ahead[k]) / 2 - here.origin[k];
    toLeft += chord * here.left[k];
    upward += chord * here.up[k];
  }
  const inner = wheelbase === null ? 1 : (wheelbase / length) ** 2;
  const outer = wheelbase === null ? 1 : 1 - inner;
  return {
    left: Math.max(0, toLeft) * inner + Math.max(0, -toLeft) * outer,
    right: Math.max(0, -toLeft) * inner + Math.max(0, toLeft) * outer,
    up: Math.max(0, upward) * inner + Math.max(0, -upward) * outer,
    down: Math.max(0, -upward) * inner + Math.max(0, upward) * outer,
  };
}
