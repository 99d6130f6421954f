import { type FittedPick, fitPick, type LocalPoints, pickReach } from '../closing/control/local-fit.ts';
import { pairErrors, placeOnGrid } from '../closing/control/place-on-grid.ts';
import { applyToPoint, invert, multiply3, transpose3 } from '../math/se3.ts';
import { distance3 } from '../math/vec3.ts';
import { message } from '../messages/message.ts';
import type { PointCloud } from '../model/cloud.ts';
import { type StageContext, throwIfCancelled } from '../model/context.ts';
import type { ControlObservation, ControlPoint } from '../model/control.ts';
import { SocavonError } from '../model/errors.ts';
import { instrumentRangeOf } from '../model/instrument-range.ts';
import type { PickedPoint } from '../model/picked-point.ts';
import type { ScanPose, Trajectory } from '../model/pose.ts';
import { PosedScans } from './map-points.ts';
import type { ScanStore } from './scan-store.ts';

/** A picked point with what was fitted to the points about it, in the frame of `place`; or why nothing was. */
export type PickOutcome =
  | { readonly pick: PickedPoint; readonly fit: FittedPick; readonly fault: null }
  | { readonly pick: PickedPoint; readonly fit: null; readonly fault: SocavonError };

/** Distance between sensor and picked point up to which its scans are fitted to, m: farther ones graze the wall. */
const VIEW = 8;
/** Greatest number of scans about a picked point, evenly chosen: more of a sensor that stood show nothing new. */
const MOST_SCANS = 80;

/**
 * Fits the features of points that were picked in a cloud.
 *
 * @param points the cloud, in the frame of the picks; read once
 */
export async function fitCloudPicks(
  points: AsyncIterable<PointCloud>,
  picks: readonly PickedPoint[],
): Promise<PickOutcome[]> {
  const about = picks.map(() => new PointsAbout());
  for await (const cloud of points) for (const [k, pick] of picks.entries()) about[k].gather(cloud, pick);
  return picks.map((pick, k) => outcomeOf(pick, about[k].local));
}

/**
 * Fits the features of points that were picked in the map of scans, to the points of the scans of that pass at the poses of
 * the odometry: the fit, and so the observation, is the same whatever refines the poses afterwards.
 *
 * @param trajectory by the odometry; has the scans of the picks
 * @throws errors of the store; CancelledError
 */
export async function fitScanPicks(
  store: ScanStore,
  { poses }: Trajectory,
  picks: readonly PickedPoint[],
  context: Pick<StageContext, 'cancel'>,
): Promise<PickOutcome[]> {
  const posed = new PosedScans(store.sensor);
  const { rangeNoise } = instrumentRangeOf(store.sensor.productLine);
  const outcomes: PickOutcome[] = [];
  for (const pick of picks) {
    const at = poses.findIndex(({ scanIndex }) => scanIndex === pick.scan);
    if (at < 0) {
      const why = message('pick-scan-gone', { name: pick.name, scan: pick.scan ?? 0 });
      outcomes.push({ pick, fit: null, fault: new SocavonError('not-determined', why) });
      continue;
    }
    const { T_map_sensor } = poses[at];
    const inMap = { ...pick, place: applyToPoint(T_map_sensor, ...pick.place) };
    const about = new PointsAbout();
    for (const pose of viewOf(poses, at, inMap.place)) {
      throwIfCancelled(context.cancel, 'work-find-control');
      about.gather(posed.cloudOf(await store.read(pose.scanIndex), pose), inMap);
    }
    const found = outcomeOf(inMap, about.local, rangeNoise);
    if (found.fit === null) {
      outcomes.push({ ...found, pick });
      continue;
    }
    const { fit } = found;
    const R_sensor_map = transpose3(T_map_sensor.R);
    outcomes.push({
      pick,
      fault: null,
      fit: {
        ...fit,
        place: applyToPoint(invert(T_map_sensor), ...fit.place),
        covariance: multiply3(multiply3(R_sensor_map, fit.covariance), T_map_sensor.R),
      },
    });
  }
  return outcomes;
}

/** The fits of picked points. @throws SocavonError 'not-determined' of the first that has none */
export function fitsOf(outcomes: readonly PickOutcome[]): (FittedPick & { readonly pick: PickedPoint })[] {
  return outcomes.map(({ pick, fit, fault }) => {
    if (fit === null) throw fault;
    return { ...fit, pick };
  });
}

/** Refuses picks of points that are not on the list. @throws SocavonError 'not-determined' */
export function refuseUnlisted(picks: readonly PickedPoint[], points: readonly ControlPoint[]): void {
  const names = points.map(({ name }) => name);
  const unknown = picks.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
  if (unknown.length === 0) return;
  throw new SocavonError(
    'not-determined',
    message('picks-unknown', {
      unknown: unknown.join(', '),
      count: unknown.length,
      points: names.join(', '),
    }),
  );
}

/**
 * What remains at each picked point when the picked control points alone place the map; by them the person sees a wrong
 * pick before the adjustment. Null for one that was not fitted; all are, if they do not place it.
 *
 * @param found with the fitted places in the frame of the map
 * @returns observed less surveyed: east, north, up; m
 */
export function errorsOfPicks(
  found: readonly {
    readonly name: string;
    readonly fit: Pick<FittedPick, 'place' | 'sigma'> | null;
  }[],
  points: readonly ControlPoint[],
): (readonly [number, number, number] | null)[] {
  const pairs = found.map(({ name, fit }) => {
    const point = points.find((one) => one.name === name);
    if (point === undefined || fit === null) return null;
    const { easting, northing, elevation } = point;
    const sigma = Math.hypot(fit.sigma, point.sigma);
    return { map: fit.place, grid: [easting, northing, elevation] as const, sigma, role: point.role };
  });
  const placed = placeOnGrid(
    pairs.flatMap((pair) => (pair?.role === 'control' ? pair : [])),
    null,
  );
  return pairs.map((pair) =>
    pair === null || placed.kind === 'open' ? null : pairErrors(placed.T_grid_map, [pair])[0],
  );
}

/** Picked points as observations of the scans that they were picked in. */
export function observationsOf(fits: ReturnType<typeof fitsOf>): ControlObservation[] {
  return fits.map(({ pick, place, covariance, sigma, points }) => {
    const scan = pick.scan ?? 0;
    return {
      ...{ scanIndex: scan, name: pick.name, pSensor: place, covariance, sigma, source: 'hand' },
      ...{ firstScan: scan, lastScan: scan, scans: 1, returns: Math.max(1, points) },
    };
  });
}

/**
 * Points that were picked in a map of scans, each in the frame of the scan that stood nearest to it.
 *
 * @param picks with places in the frame of the poses
 * @throws SocavonError 'usage' for a place that no scan is near to
 */
export function pickedInScans(picks: readonly PickedPoint[], poses: readonly ScanPose[]): PickedPoint[] {
  return picks.map((pick) => {
    const away = ({ T_map_sensor }: ScanPose): number => distance3(T_map_sensor.t, pick.place);
    const nearest = poses.reduce((best, pose) => (away(pose) < away(best) ? pose : best));
    if (away(nearest) > VIEW)
      throw new SocavonError(
        'usage',
        message('pick-far-off', { name: pick.name, metres: away(nearest).toFixed(1), most: VIEW }),
      );
    const place = applyToPoint(invert(nearest.T_map_sensor), ...pick.place);
    return { ...pick, place, scan: nearest.scanIndex };
  });
}

/** Scans of the pass of one scan from where a place is near, at most so many, in order. */
function viewOf(
  poses: readonly ScanPose[],
  at: number,
  place: readonly [number, number, number],
): readonly ScanPose[] {
  const isNear = (k: number): boolean =>
    k >= 0 && k < poses.length && distance3(poses[k].T_map_sensor.t, place) <= VIEW;
  let [from, to] = [at, at];
  while (isNear(from - 1)) from--;
  while (isNear(to + 1)) to++;
  const count = to - from + 1;
  if (count <= MOST_SCANS) return poses.slice(from, to + 1);
  return Array.from(
    { length: MOST_SCANS },
    (_, i) => poses[from + Math.floor(((i + 0.5) * count) / MOST_SCANS)],
  );
}

function outcomeOf(pick: PickedPoint, local: LocalPoints, noise = 0): PickOutcome {
  try {
    return { pick, fit: fitPick(pick, local, noise), fault: null };
  } catch (error) {
    if (!(error instanceof SocavonError)) throw error;
    return { pick, fit: null, fault: error };
  }
}

/** Collects the points about a picked point. */
class PointsAbout {
  readonly #xyz: number[] = [];
  readonly #reflectivity: number[] = [];
  #hasReflectivity = true;

  gather({ count, origin, xyz, reflectivity }: PointCloud, pick: PickedPoint): void {
    this.#hasReflectivity &&= reflectivity !== undefined;
    const reach = pickReach(pick);
    const [cx, cy, cz] = pick.place.map((value, k) => value - origin[k]);
    for (let i = 0; i < count; i++) {
      const dx = xyz[3 * i] - cx;
      if (dx > reach || dx < -reach) continue;
      const [dy, dz] = [xyz[3 * i + 1] - cy, xyz[3 * i + 2] - cz];
      if (dx * dx + dy * dy + dz * dz > reach * reach) continue;
      this.#xyz.push(dx, dy, dz);
      this.#reflectivity.push(reflectivity?.[i] ?? 0);
    }
  }

  /** Relative to the click. */
  get local(): LocalPoints {
    return {
      xyz: Float64Array.from(this.#xyz),
      reflectivity: this.#hasReflectivity ? Float64Array.from(this.#reflectivity) : null,
    };
  }
}
