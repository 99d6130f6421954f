import type { ControlObservation, ControlPoint, ControlResidual } from '../../../model/control.ts';

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
export function gridOf({ easting, northing, elevation }: ControlPoint): [number, number, number] {
  return [easting, northing, elevation];
}
