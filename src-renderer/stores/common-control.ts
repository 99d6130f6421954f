import type { Refinement, RefineState } from '../../src-core/contract/refine-requests.ts';
import { add, length, scale, subtract, type Vector } from '../viewer/vector.ts';

/** A control or check point that two surveys saw, and how far apart they see it, m. */
export interface CommonPoint {
  readonly name: string;
  readonly apart: number;
}

/** What a survey knows of its control: the surveyor's list, and what was observed of it. */
export interface SurveyControl {
  readonly points: RefineState['points'];
  readonly residuals: Refinement['residuals'];
}

/**
 * Points that two surveys saw, with the distance between their places in the mine grid: two lists may give a point
 * different coordinates, and then the distance tells it.
 */
export function commonControl(first: SurveyControl, second: SurveyControl): CommonPoint[] {
  const there = observedPlaces(second);
  return [...observedPlaces(first)].flatMap(([name, place]) => {
    const other = there.get(name);
    return other === undefined ? [] : [{ name, apart: length(subtract(place, other)) }];
  });
}

/** Place of each point as the survey saw it, the mean of its observations, mine grid, m. */
function observedPlaces({ points, residuals }: SurveyControl): Map<string, Vector> {
  const places = new Map<string, Vector>();
  for (const { name, easting, northing, elevation } of points) {
    const errors = residuals.filter((residual) => residual.name === name).map(({ error }) => error);
    if (errors.length === 0) continue;
    const sum = errors.reduce<Vector>((total, error) => add(total, error), [0, 0, 0]);
    places.set(name, add([easting, northing, elevation], scale(sum, 1 / errors.length)));
  }
  return places;
}
