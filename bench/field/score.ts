import { horn, PAIR_SUMS, PairAccumulator } from '../../src-core/math/horn.ts';
import { applyToPoint } from '../../src-core/math/se3.ts';
import { placeAt, type TruePlaces } from './true-places.ts';

/** How a trajectory did against true places. */
export interface FieldScore {
  /** Scans with a true place at their time, and those before the first and after the last of them. */
  readonly compared: number;
  readonly outside: number;
  /** Length of the true way, m. */
  readonly path: number;
  /** Distance between the first and the last place, as found and in truth, m. */
  readonly chord: number;
  readonly trueChord: number;
  /** Root mean square and largest distance after the best rigid motion of the whole (Horn), m. */
  readonly rms: number;
  readonly largest: number;
}

/**
 * Scores found places against true ones. The frames of both are unknown to each other: the chord between the first and the
 * last place is the same in both, and the rest is compared after a rigid motion.
 *
 * @param offset seconds that are added to the times of the scans
 * @returns null where fewer than two scans have a true place
 */
export function fieldScore(
  actual: readonly { readonly seconds: number; readonly place: readonly [number, number, number] }[],
  truth: TruePlaces,
  offset: number,
): FieldScore | null {
  const pairs = actual.flatMap(({ seconds, place }) => {
    const known = placeAt(truth, seconds + offset);
    return known === null ? [] : [{ place, known }];
  });
  if (pairs.length < 2) return null;
  const sums = new PairAccumulator();
  for (const { place, known } of pairs) sums.add(...place, ...known, 1);
  const all = new Float64Array(PAIR_SUMS);
  sums.sumsInto(all);
  const T_truth_found = horn(all)!;
  const left = pairs.map(({ place, known }) => distance(applyToPoint(T_truth_found, ...place), known));
  const [first, last] = [pairs[0], pairs[pairs.length - 1]];
  return {
    compared: pairs.length,
    outside: actual.length - pairs.length,
    path: pairs.slice(1).reduce((sum, { known }, i) => sum + distance(pairs[i].known, known), 0),
    chord: distance(first.place, last.place),
    trueChord: distance(first.known, last.known),
    rms: Math.sqrt(left.reduce((sum, d) => sum + d * d, 0) / left.length),
    largest: Math.max(...left),
  };
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
}
