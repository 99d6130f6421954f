import type { MapAttribute } from '../../../model/survey-content.ts';
import { TIME_FIELD } from './e57-points.ts';

/** Fields of the attributes of points: the time is one of the standard, the others are of our extension. */
export const E57_FIELDS: Readonly<Record<MapAttribute, string>> = {
  time: TIME_FIELD,
  range: 'socavon:range',
  beam: 'socavon:beam',
};

/** Steps in which they are stored: a microsecond, a tenth of a millimetre, whole beams. */
export const E57_STEPS: Readonly<Record<MapAttribute, number>> = { time: 1e-6, range: 1e-4, beam: 1 };

/** Largest range that the field holds, m: more than any scanner of drives sees. */
export const E57_RANGE_MAX = 6000;
