import { applyToPoint, compose, invert } from '../../math/se3.ts';
import { distance3 } from '../../math/vec3.ts';
import { type Remark, remark } from '../../messages/remark.ts';
import type { ControlObservation, ControlPoint, ControlResidual } from '../../model/control.ts';
import type { ControlMatch, ControlMatchInput, UnnamedTarget } from './control-match.ts';
import { type Naming, searchNames } from './match/name-search.ts';
import { PathDrift } from './match/path-drift.ts';
import { type GridPair, pairErrors, placeOnGrid } from './place-on-grid.ts';

/** Gate in standard deviations; larger differences are inconsistent. */
const GATE = 3.5;
/** Tolerance for targets moved since the survey and for rounding in lists, m. */
const SLACK = 0.01;
/** Drift of the levelling along the path in addition to its initial error, rad. */
const LEVEL_DRIFT = 0.004;
/** Least cosine of the tilt of the map against the grid if gravity is unknown: a sensor is mounted upright. */
const LEAST_UPRIGHT = 0.5;

/**
 * Residual of each named observation against its point.
 *
 * @param placeOf position of the i-th observation in the mine grid: `T_grid_sensor` of its scan times `pSensor`
 */
export function controlResiduals(
  observations: readonly ControlObservation[],
  points: readonly ControlPoint[],
  placeOf: (observation: number) => readonly [number, number, number],
): ControlResidual[] {
  const pointOf = new Map(points.map((point) => [point.name, point]));
  return observations.flatMap(({ name, scanIndex }, i) => {
    const point = name === null ? undefined : pointOf.get(name);
    if (point === undefined) return [];
    const place = placeOf(i);
    const error = gridOf(point).map((value, k) => place[k] - value) as [number, number, number];
    return [{ name: point.name, role: point.role, scanIndex, error, distance: Math.hypot(...error) }];
  });
}

/** Easting, northing, elevation as (x, y, z), m. */
function gridOf({ easting, northing, elevation }: ControlPoint): [number, number, number] {
  return [easting, northing, elevation];
}

/**
 * Matches found targets to surveyed points by geometry alone: distances between targets do not depend on the frame,
 * and over a short path odometry hardly changes them. The naming that explains the most targets wins; if another
 * explains as many, the ambiguous targets stay without a name and the remarks say so.
 *
 * Two passes by one target are two observations of one name.
 */
export function matchControl(input: ControlMatchInput): ControlMatch {
  const { observations, points, gravity } = input;
  const poseOf = new Map(input.poses.map((pose) => [pose.scanIndex, pose]));
  const places = observations.map(({ scanIndex, pSensor }) =>
    applyToPoint(poseOf.get(scanIndex)!.T_map_sensor, ...pSensor),
  );
  const drift = new PathDrift(input.poses);
  const sigma = (i: number, a: number, j: number, b: number): number =>
    Math.hypot(
      observations[i].sigma,
      observations[j].sigma,
      points[a].sigma,
      points[b].sigma,
      drift.sigma(observations[i].scanIndex, observations[j].scanIndex),
    );
  const agree = (i: number, a: number, j: number, b: number): boolean => {
    const [p, q] = [places[i], places[j]];
    const [P, Q] = [points[a], points[b]];
    const east = P.easting - Q.easting;
    const north = P.northing - Q.northing;
    const up = P.elevation - Q.elevation;
    const inMap = distance3(p, q);
    const allowed = GATE * sigma(i, a, j, b) + SLACK;
    if (Math.abs(inMap - Math.hypot(east, north, up)) > allowed) return false;
    if (gravity === null) return true;
    const rise = [0, 1, 2].reduce((sum, k) => sum + gravity.up[k] * (p[k] - q[k]), 0);
    return Math.abs(rise - up) <= allowed + GATE * Math.hypot(gravity.sigma, LEVEL_DRIFT) * inMap;
  };
  const pairsOf = (naming: Naming): GridPair[] =>
    naming.flatMap((a, i) =>
      a === null ? [] : [{ map: places[i], grid: gridOf(points[a]), sigma: sigmaOf(input, drift, i, a) }],
    );
  const least = input.start !== null ? 1 : gravity !== null ? 2 : 3;
  const isConsistent = (naming: Naming): boolean => {
    if (new Set(naming.filter((a) => a !== null)).size < least) return false;
    const pairs = pairsOf(naming);
    const placement = placeOnGrid(pairs, gravity);
    // Without a placement there is nothing to refute it.
    if (placement.kind === 'open') return true;
    const { T_grid_map } = placement;
    if (gravity === null && T_grid_map.R[8] < LEAST_UPRIGHT) return false;
    return pairErrors(T_grid_map, pairs).every(
      (error, k) => Math.hypot(...error) <= GATE * Math.sqrt(3) * pairs[k].sigma + SLACK,
    );
  };
  const choices = observations.map((observation, i) => choicesOf(input, drift, observation, places[i]));
  const search = searchNames({ choices, least, agree, isConsistent });
  return resolveNames(input, search, choices, places, drift);
}

function resolveNames(
  input: ControlMatchInput,
  search: ReturnType<typeof searchNames>,
  choices: readonly (readonly number[])[],
  places: readonly (readonly [number, number, number])[],
  drift: PathDrift,
): ControlMatch {
  const { observations, points, gravity } = input;
  const remarks: Remark[] = [];
  const nameOf = (a: number): string => points[a].name;
  const options = observations.map((_, i) =>
    search.givenUp
      ? choices[i].map((a) => a as number | null)
      : [...new Set(search.best.map((naming) => naming[i]))],
  );
  const unnamed: { observation: number; why: UnnamedTarget; names: string[] }[] = [];
  const sure: Naming = options.map((names, i) => {
    if (!search.givenUp && names.length === 1 && names[0] !== null) return names[0];
    const may = names.filter((a) => a !== null).map(nameOf);
    const why = may.length > 0 ? 'ambiguous' : 'no-point';
    unnamed.push({ observation: i, why, names: may });
    return null;
  });
  const named = sure.filter((a) => a !== null).length;
  const ambiguous = unnamed.filter(({ why }) => why === 'ambiguous');
  remarks.push(remark('control-found', { found: observations.length, named }));
  if (search.givenUp) remarks.push(remark('control-alike'));
  else if (ambiguous.length > 0) {
    const count = ambiguous.length;
    const names = [...new Set(ambiguous.flatMap(({ names }) => names))].join(', ');
    const namings = search.best.length;
    remarks.push(remark('control-ambiguous', { count, names, ways: namings }));
  }
  if (search.size === 0 && observations.length > 0) remarks.push(nothingFits(input));
  // Check points show how good the result is; they do not constrain it.
  const control = sure.map((a) => (a !== null && points[a].role === 'control' ? a : null));
  const pairs = (naming: Naming): GridPair[] =>
    naming.flatMap((a, i) =>
      a === null ? [] : [{ map: places[i], grid: gridOf(points[a]), sigma: sigmaOf(input, drift, i, a) }],
    );
  const placement = placeOnGrid(pairs(control), gravity);
  if (placement.kind === 'open') remarks.push(placement.remark);
  const T_grid_map = placement.kind === 'placed' ? placement.T_grid_map : null;
  const withNames = observations.map((observation, i) => {
    const a = sure[i];
    return { ...observation, name: a === null ? observation.name : nameOf(a) };
  });
  return {
    observations: withNames,
    unnamed,
    T_grid_map,
    residuals:
      T_grid_map === null
        ? []
        : controlResiduals(withNames, points, (i) => applyToPoint(T_grid_map, ...places[i])),
    remarks,
  };
}

function nothingFits({ start, gravity }: ControlMatchInput): Remark {
  if (start !== null) return remark('control-off-start');
  return gravity === null ? remark('control-no-three') : remark('control-no-two');
}

function choicesOf(
  { points, poses, start }: ControlMatchInput,
  drift: PathDrift,
  observation: ControlObservation,
  place: readonly [number, number, number],
): number[] {
  const all = [...points.keys()];
  if (observation.name !== null) return all.filter((a) => points[a].name === observation.name);
  if (start === null) return all;
  const first = poses[0];
  const T_first_map = invert(first.T_map_sensor);
  const expected = applyToPoint(compose(start.T_grid_first, T_first_map), ...place);
  const lever = Math.hypot(...applyToPoint(T_first_map, ...place));
  const sigma = Math.hypot(
    start.positionSigma,
    start.angleSigma * lever,
    observation.sigma,
    drift.sigma(first.scanIndex, observation.scanIndex),
  );
  return all.filter((a) => {
    const away = gridOf(points[a]).map((value, k) => value - expected[k]);
    return Math.hypot(...away) <= GATE * Math.sqrt(3) * sigma + SLACK;
  });
}

/**
 * Standard deviation of a pair: both ends, and half the drift of the whole path, because a fit puts the error in
 * its middle.
 */
function sigmaOf(
  { observations, points, poses }: ControlMatchInput,
  drift: PathDrift,
  i: number,
  a: number,
): number {
  const whole = drift.sigma(poses[0].scanIndex, poses[poses.length - 1].scanIndex);
  return Math.hypot(observations[i].sigma, points[a].sigma, whole / 2);
}
