import type { MapAttribute } from '../../../model/survey-content.ts';
import { TIME_FIELD } from './e57-points.ts';

/** Fields of the attributes of points: the time is one of the standard, the others are of our extension. */
export const E57_FIELDS: Readonly<Record<MapAttribute, string>> = {
  time: TIME_FIELD,
  range: 'socavon:range',
  beam: 'socavon:beam',
  measured: 'socavon:measured',
  overbreak: 'socavon:overbreak',
};

/** Steps in which they are stored: a microsecond, a tenth of a millimetre, whole beams. */
export const E57_STEPS: Readonly<Record<MapAttribute, number>> = {
  time: 1e-6,
  range: 1e-4,
  beam: 1,
  measured: 1,
  overbreak: 1e-4,
};

/** Largest range that the field holds, m: more than any scanner of drives sees. */
export const E57_RANGE_MAX = 6000;

/** Least and greatest distance to the line of excavation that the field holds, m; the least stands for none. */
export const E57_OVERBREAK = [-100, 100] as const;

/** A value as the field of its attribute holds it, whose integers know no NaN. */
export function heldInE57(attribute: MapAttribute, value: number): number {
  const [least, most] = E57_OVERBREAK;
  if (attribute !== 'overbreak') return value;
  return Number.isNaN(value) ? least : Math.min(Math.max(value, least), most);
}
