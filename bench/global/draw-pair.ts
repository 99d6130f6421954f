import type { Random } from '../../src-core/math/random.ts';
import { invert, rotationOf } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { transformPoints } from '../../src-lab/problem/transform-points.ts';

/** Two clouds with the transform between them. */
export interface DrawnPair {
  readonly source: PointSet;
  readonly target: PointSet;
  readonly T_target_source: Rigid;
}

/** How pairs of a cloud are drawn. */
export interface PairDraw {
  /** Share of either part that the other one shows too. */
  readonly overlap: number;
  /** Share of the points of either part that are strewn through its box. */
  readonly strewn: number;
  /** Standard deviation of what is added to every coordinate, m: for clouds without noise of their own. */
  readonly noise: number;
  /** Direction along which the cloud is cut; null: any. */
  readonly along: readonly number[] | null;
}

/** Most points of a part: a map has more than a start looks at. */
const MOST = 300_000;
/** Greatest displacement along an axis, m. */
const FAR = 100;

/**
 * Cuts two parts from a place that two clouds show, and moves one of them anywhere. Where both are the same cloud,
 * each of its points goes to one of the parts only.
 *
 * @param T_target_source between the two clouds as they are
 */
export function drawPair(
  source: PointSet,
  target: PointSet,
  T_target_source: Rigid,
  { overlap, strewn, noise, along }: PairDraw,
  random: Random,
): DrawnPair {
  const direction = along ?? [random.normal(), random.normal(), random.normal()];
  const placed = source === target ? source : transformPoints(T_target_source, source);
  // Two parts of the share s with s * overlap in common make up the whole.
  const share = 1 / (2 - overlap);
  const chance = (cloud: PointSet): number =>
    Math.min(source === target ? 0.5 : 1, MOST / (share * cloud.count));
  const [high, low] = bounds(target, direction, share);
  const isFirst = source === target ? Uint8Array.from({ length: target.count }, () => random.below(2)) : null;
  const sourcePart = part(placed, (i, place) => (isFirst === null || isFirst[i] === 1) && place <= high);
  const targetPart = part(target, (i, place) => (isFirst === null || isFirst[i] === 0) && place >= low);
  const motion = anywhere(random);
  return {
    source: transformPoints(motion, withStrewn(sourcePart, strewn, random)),
    target: withStrewn(targetPart, strewn, random),
    T_target_source: invert(motion),
  };

  function part(cloud: PointSet, isIn: (i: number, place: number) => boolean): number[] {
    const keep = chance(cloud) * (isFirst === null ? 1 : 2);
    const xyz: number[] = [];
    for (let i = 0; i < cloud.count; i++) {
      if (!isIn(i, placeOf(cloud, i, direction)) || random.uniform() >= keep) continue;
      for (let a = 0; a < 3; a++) xyz.push(cloud.xyz[3 * i + a] + noise * random.normal());
    }
    return xyz;
  }
}

function placeOf({ xyz }: PointSet, i: number, [x, y, z]: readonly number[]): number {
  return x * xyz[3 * i] + y * xyz[3 * i + 1] + z * xyz[3 * i + 2];
}

/** Upper end of the first part and lower end of the second, along the direction. */
function bounds(cloud: PointSet, direction: readonly number[], share: number): [number, number] {
  const places = Float64Array.from({ length: cloud.count }, (_, i) => placeOf(cloud, i, direction)).sort();
  const last = places.length - 1;
  return [places[Math.floor(share * last)], places[Math.floor((1 - share) * last)]];
}

function withStrewn(xyz: number[], share: number, random: Random): PointSet {
  const low = [0, 1, 2].map((a) => xyz[a]);
  const high = [...low];
  xyz.forEach((value, at) => {
    low[at % 3] = Math.min(low[at % 3], value);
    high[at % 3] = Math.max(high[at % 3], value);
  });
  const more = Math.round((xyz.length / 3) * (share / (1 - share)));
  for (let k = 0; k < 3 * more; k++) xyz.push(low[k % 3] + (high[k % 3] - low[k % 3]) * random.uniform());
  return { count: xyz.length / 3, xyz: Float64Array.from(xyz) };
}

/** Any rotation, evenly distributed, and a displacement. */
function anywhere(random: Random): Rigid {
  const q = [random.normal(), random.normal(), random.normal(), random.normal()];
  const [x, y, z, w] = q.map((v) => v / Math.hypot(...q));
  const t = Float64Array.from([0, 1, 2], () => FAR * (2 * random.uniform() - 1));
  return { R: rotationOf([x, y, z, w]), t };
}
