import { seededRandom } from '../../src-core/math/random.ts';
import {
  applyToPoint,
  compose,
  expSo3,
  invert,
  rotateVector,
  rotationAngle,
} from '../../src-core/math/se3.ts';
import { distance3, unit3, type Vec3 } from '../../src-core/math/vec3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { suggestMaxDistance } from '../../src-lab/clouds/match-limit.ts';
import { about, centroidOf } from '../../src-lab/problem/centroid.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { rmsRadius } from '../../src-lab/problem/soft-schedule.ts';
import type { Scene } from './scenes.ts';

/** How far off the start is: degrees about an axis drawn at random, and a share of the source's radius. */
export const LEVELS = [
  { degrees: 5, share: 0.02 },
  { degrees: 10, share: 0.05 },
  { degrees: 20, share: 0.1 },
  { degrees: 40, share: 0.2 },
  { degrees: 80, share: 0.4 },
] as const;
/** A registration that ends this near to the truth has found it. */
export const FOUND = { degrees: 2, share: 0.05 };
const SEED = 41;
const DEGREE = Math.PI / 180;

/** Where a registration begins. */
export interface Start {
  /** Index in `LEVELS`. */
  readonly level: number;
  readonly T_target_source: Rigid;
  /** Largest distance of a match as `socavon register` sets it, m. */
  readonly maxDistance: number;
}

/** Where a registration ended, and what it took; null: it ended with an error. */
export interface Outcome {
  readonly T_target_source: Rigid | null;
  readonly ms: number;
}

/** The starts of a scene, the same for every method. */
export function startsOf({ source, target, T_target_source: truth }: Scene, draws: number): Start[] {
  const [centre, radius] = [centreOf(source), radiusOf(source)];
  const random = seededRandom(SEED);
  return LEVELS.flatMap(({ degrees, share }, level) =>
    Array.from({ length: draws }, () => {
      const [axis, shift] = [0, 1].map(() => unit3([random.normal(), random.normal(), random.normal()]));
      const R = expSo3(...(axis.map((a) => a * degrees * DEGREE) as [number, number, number]));
      const off = aboutCentre(
        R,
        shift.map((s) => s * share * radius),
        centre,
      );
      const T_target_source = compose(truth, off);
      return { level, T_target_source, maxDistance: suggestMaxDistance(source, target, T_target_source) };
    }),
  );
}

/** True if a registration ended at the truth. */
export function isFound({ source, T_target_source: truth }: Scene, T: Rigid | null): boolean {
  if (T === null) return false;
  const off = compose(invert(truth), T);
  const centre = centreOf(source);
  return (
    rotationAngle(off.R) < FOUND.degrees * DEGREE &&
    distance3(applyToPoint(off, ...centre), centre) < FOUND.share * radiusOf(source)
  );
}

/** Root mean square distance of the points from their centroid, m. */
export function radiusOf(points: PointSet): number {
  return rmsRadius(about(points, centroidOf(points)));
}

function centreOf(points: PointSet): Vec3 {
  return Array.from(centroidOf(points)) as Vec3;
}

/** Rotation about a point, and then a shift. */
function aboutCentre(R: Float64Array, shift: readonly number[], centre: Vec3): Rigid {
  const turned = rotateVector(R, ...centre);
  return { R, t: Float64Array.from(shift, (s, k) => centre[k] - turned[k] + s) };
}
