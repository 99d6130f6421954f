import type { CheckControl } from '../calibration/check-control.ts';
import { applyToPoint } from '../math/se3.ts';
import { minus3, unit3 } from '../math/vec3.ts';
import type { StageContext } from '../model/context.ts';
import type { ControlPoint, TargetKind } from '../model/control.ts';
import { instrumentRangeOf } from '../model/instrument-range.ts';
import type { Trajectory } from '../model/pose.ts';
import { FIND_CONTROL_DEFAULTS, nameControl, searchControl } from './find-control.ts';
import type { ScanStore } from './scan-store.ts';

/** Surveyed targets around the sensor, for its calibration. */
export interface SurveyedTargets {
  readonly points: readonly ControlPoint[];
  readonly kind: TargetKind;
}

/**
 * The surveyed targets that the scans show, each with the mean ray to it. Check points are left out, as everywhere.
 *
 * @throws errors of the store; CancelledError
 */
export async function controlSightings(
  store: ScanStore,
  trajectory: Trajectory,
  { points, kind }: SurveyedTargets,
  context: StageContext,
): Promise<CheckControl> {
  const { poses } = trajectory;
  const target = { ...FIND_CONTROL_DEFAULTS.target, ...kind };
  const search = await searchControl(store, trajectory, { ...FIND_CONTROL_DEFAULTS, target }, context);
  // The names are found by distances between targets, which an offset within the maker's bound may be in twice.
  const doubt = instrumentRangeOf(store.sensor.productLine).rangeBias;
  const { observations } = search.targets;
  const uncertain = observations.map((each) => ({ ...each, sigma: Math.hypot(each.sigma, doubt) }));
  const named = nameControl(trajectory, uncertain, search.gravity, { points, start: null });
  const poseOf = new Map(poses.map((pose) => [pose.scanIndex, pose]));
  const sightings = (named?.observations ?? []).flatMap(({ name }, i) => {
    const { scanIndex, pSensor, sigma, firstScan, lastScan } = observations[i];
    const point = points.find((each) => each.name === name && each.role === 'control');
    if (point === undefined) return [];
    const map = applyToPoint(poseOf.get(scanIndex)!.T_map_sensor, ...pSensor);
    const rays = poses
      .filter((pose) => pose.scanIndex >= firstScan && pose.scanIndex <= lastScan)
      .map(({ T_map_sensor }) => unit3(minus3(map, T_map_sensor.t)));
    const mean = [0, 1, 2].map((k) => rays.reduce((sum, ray) => sum + ray[k], 0) / rays.length);
    return [
      {
        map,
        ray: mean as [number, number, number],
        grid: [point.easting, point.northing, point.elevation] as const,
        sigma: Math.hypot(sigma, point.sigma),
      },
    ];
  });
  return { sightings, sheeting: target.rangeBiasSigma };
}
