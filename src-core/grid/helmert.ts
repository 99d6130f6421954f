import { message } from '../messages/message.ts';
import { SocavonError } from '../model/errors.ts';

type Place = readonly [number, number, number];

/** A point known in both grids, m: easting, northing, elevation. */
interface CommonPoint {
  readonly name: string;
  readonly from: Place;
  readonly to: Place;
}

/**
 * Similarity between two level grids: in plan `to = toOrigin + scale R(rotation) (from - fromOrigin)`, heights by the
 * difference of the origins alone; they are not scaled.
 */
export interface PlanSimilarity {
  readonly fromOrigin: Place;
  readonly toOrigin: Place;
  /** Counter-clockwise, rad. */
  readonly rotation: number;
  readonly scale: number;
}

export interface HelmertFit extends PlanSimilarity {
  /** Transformed less given, easting, northing, elevation, m, in the order of the points. */
  readonly residuals: readonly Place[];
  /** Standard deviations: of a coordinate, m; rotation, rad; scale (null: held). Null: nothing is left over. */
  readonly sigma: {
    readonly plan: number;
    readonly rotation: number;
    readonly scale: number | null;
  } | null;
}

/**
 * Helmert transformation of level grids by least squares over common points: translation, heading, on request a scale,
 * and the shift of the heights as their mean difference; with the residuals and what they say of the parameters.
 *
 * Closed form about the centroids (e.g. Wolf and Ghilani, Elements of Photogrammetry, two-dimensional conformal
 * transformation); the scale that is held is 1.
 *
 * @throws SocavonError 'not-determined' for fewer than two points, or points at one place
 */
export function fitHelmert(points: readonly CommonPoint[], freeScale: boolean): HelmertFit {
  if (points.length < 2)
    throw new SocavonError('not-determined', message('grid-fit-few', { count: points.length }));
  const fromOrigin = meanOf(points.map(({ from }) => from));
  const toOrigin = meanOf(points.map(({ to }) => to));
  let [along, across, spread, spreadTo] = [0, 0, 0, 0];
  for (const { from, to } of points) {
    const [x, y] = [from[0] - fromOrigin[0], from[1] - fromOrigin[1]];
    const [u, v] = [to[0] - toOrigin[0], to[1] - toOrigin[1]];
    along += x * u + y * v;
    across += x * v - y * u;
    spread += x * x + y * y;
    spreadTo += u * u + v * v;
  }
  if (Math.min(spread, spreadTo) < 1) throw new SocavonError('not-determined', message('grid-fit-together'));
  const rotation = Math.atan2(across, along);
  const scale = freeScale ? Math.hypot(along, across) / spread : 1;
  const similarity = { fromOrigin, toOrigin, rotation, scale };
  const residuals = points.map(({ from, to }): Place => {
    const [x, y, z] = applySimilarity(similarity, from);
    return [x - to[0], y - to[1], z - to[2]];
  });
  const redundancy = 2 * points.length - (freeScale ? 4 : 3);
  if (redundancy < 1) return { ...similarity, residuals, sigma: null };
  const squares = residuals.reduce((sum, [x, y]) => sum + x * x + y * y, 0);
  const plan = Math.sqrt(squares / redundancy);
  const lever = Math.sqrt(spread);
  return {
    ...similarity,
    residuals,
    sigma: { plan, rotation: plan / lever, scale: freeScale ? plan / lever : null },
  };
}

/** A place in the other grid. */
export function applySimilarity(
  { fromOrigin, toOrigin, rotation, scale }: PlanSimilarity,
  [x, y, z]: Place,
): [number, number, number] {
  const [c, s] = [scale * Math.cos(rotation), scale * Math.sin(rotation)];
  const [dx, dy] = [x - fromOrigin[0], y - fromOrigin[1]];
  return [
    toOrigin[0] + (c * dx - s * dy),
    toOrigin[1] + (s * dx + c * dy),
    toOrigin[2] + (z - fromOrigin[2]),
  ];
}

/** The way back. */
export function invertSimilarity({ fromOrigin, toOrigin, rotation, scale }: PlanSimilarity): PlanSimilarity {
  return { fromOrigin: toOrigin, toOrigin: fromOrigin, rotation: -rotation, scale: 1 / scale };
}

function meanOf(places: readonly Place[]): [number, number, number] {
  // About the first, so that northings of eight digits cost no precision.
  const [first] = places;
  return [0, 1, 2].map(
    (k) => first[k] + places.reduce((sum, place) => sum + (place[k] - first[k]), 0) / places.length,
  ) as [number, number, number];
}
