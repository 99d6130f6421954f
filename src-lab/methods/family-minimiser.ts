import { horn, PAIR_SUMS, PairAccumulator, type PairSums } from '../../src-core/math/horn.ts';
import { compose } from '../../src-core/math/se3.ts';
import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { type AffineMap, nearestRigid } from '../problem/family.ts';
import type { StopReason } from '../problem/method.ts';
import { type Iterate, MIN_PAIRS, type Minimiser } from './iterate.ts';
import type { Matches } from './matches.ts';
import { PointMinimiser } from './point-minimiser.ts';

/** Smallest eigenvalue of the points' scatter, as a share of the largest, along which they determine a stretch. */
const FLAT = 1e-9;

/**
 * Closest-point iteration over the similarities (Umeyama 1991) or the affine maps: each step is the least-squares map
 * of the moved points to their matches. Directions without extent, as across a plane, are not stretched.
 */
export class FamilyMinimiser implements Minimiser {
  readonly #matches: Matches;
  readonly #points: PointMinimiser;
  readonly #family: 'similarity' | 'affine';
  #map: AffineMap | null = null;
  /** Rigid part of the map, by which `iterate` names it. */
  #rigid: Rigid | null = null;

  constructor(matches: Matches, family: 'similarity' | 'affine') {
    this.#matches = matches;
    this.#points = new PointMinimiser(matches);
    this.#family = family;
  }

  /** Map at the last accepted step. */
  get map(): AffineMap {
    return this.#map!;
  }

  /** @param T_target_source initial guess, or the rigid part of the last accepted map, which then is evaluated */
  evaluate(T_target_source: Rigid): Iterate {
    if (T_target_source !== this.#rigid) {
      this.#map = { A: T_target_source.R, t: T_target_source.t };
      this.#rigid = T_target_source;
    }
    return this.#at(this.map, T_target_source);
  }

  step(): Iterate | StopReason {
    const step = this.#family === 'similarity' ? similarityOf(...this.#sums()) : affineOf(...this.#sums());
    if (step === null) return 'too-few-matches';
    const { R, t } = compose({ R: step.A, t: step.t }, { R: this.map.A, t: this.map.t });
    const map = { A: R, t };
    const rigid = nearestRigid(map);
    const next = this.#at(map, rigid);
    if (next.inliers < MIN_PAIRS) return 'too-few-matches';
    this.#map = map;
    this.#rigid = rigid;
    return next;
  }

  normalMatrix(): Float64Array {
    return this.#points.normalMatrix();
  }

  /** Matches apply any 3x3 matrix as they do a rotation. */
  #at({ A, t }: AffineMap, T_target_source: Rigid): Iterate {
    return { ...this.#points.evaluate({ R: A, t }), T_target_source };
  }

  /** Sums of the pairs (moved point, match), and of the moved points with themselves. */
  #sums(): [PairSums, PairSums] {
    const { moved, element, weights, template } = this.#matches;
    const [pairs, spread] = [new PairAccumulator(), new PairAccumulator()];
    for (let i = 0, at = 0; i < element.length; i++, at += 3) {
      if (element[i] < 0) continue;
      const [x, y, z] = [moved[at], moved[at + 1], moved[at + 2]];
      const to = 3 * element[i];
      const weight = weights?.[i] ?? 1;
      pairs.add(x, y, z, template.xyz[to], template.xyz[to + 1], template.xyz[to + 2], weight);
      spread.add(x, y, z, x, y, z, weight);
    }
    const sums = [new Float64Array(PAIR_SUMS), new Float64Array(PAIR_SUMS)] as [PairSums, PairSums];
    pairs.sumsInto(sums[0]);
    spread.sumsInto(sums[1]);
    return sums;
  }
}

/**
 * Least-squares similarity `q = s R p + t` of weighted pairs, in closed form (Umeyama 1991, eq. 40-42, with Horn's
 * rotation).
 *
 * @param spread sums of p with itself
 * @returns null if the weights sum to zero
 */
export function similarityOf(pairs: PairSums, spread: PairSums): AffineMap | null {
  const rotation = horn(pairs);
  if (rotation === null) return null;
  const { R } = rotation;
  const extent = spread[7] + spread[11] + spread[15];
  let turned = 0;
  for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) turned += R[3 * b + a] * pairs[7 + 3 * a + b];
  const scale = extent > 0 && turned > 0 ? turned / extent : 1;
  return centred(
    R.map((value) => scale * value),
    pairs,
  );
}

/** Least-squares affine map of weighted pairs that moves the points least where they have no extent; as above. */
export function affineOf(pairs: PairSums, spread: PairSums): AffineMap | null {
  if (!(pairs[0] > 0)) return null;
  const { values, vectors } = symmetricEigen(spread.subarray(7), 3);
  const A = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  vectors.forEach((v, k) => {
    if (!(values[k] > FLAT * values[2])) return;
    for (let row = 0; row < 3; row++) {
      // Image of the direction, less the direction itself.
      let image = 0;
      for (let a = 0; a < 3; a++) image += v[a] * (pairs[7 + 3 * a + row] - spread[7 + 3 * a + row]);
      for (let column = 0; column < 3; column++) A[3 * row + column] += (image / values[k]) * v[column];
    }
  });
  return centred(A, pairs);
}

/** Adds the translation that takes the centroid of the points to that of their matches. */
function centred(A: Float64Array, pairs: PairSums): AffineMap {
  const t = Float64Array.from(
    { length: 3 },
    (_, a) => pairs[4 + a] - (A[3 * a] * pairs[1] + A[3 * a + 1] * pairs[2] + A[3 * a + 2] * pairs[3]),
  );
  return { A, t };
}
