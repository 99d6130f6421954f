import type { ObjectClass } from '../../../src-core/model/drive-object.ts';
import type { CorrectionClass } from '../../../src-core/model/object-correction.ts';

/**
 * Colour of each class of objects in the drawings: of a luminance near 0.2, so that each has a contrast of 3:1 and more
 * on the light and on the dark surface.
 */
export const OBJECT_COLOURS: Readonly<Record<ObjectClass | CorrectionClass, string>> = {
  water: '#2f86d6',
  mesh: '#8f6fe0',
  duct: '#b87400',
  pipe: '#7f8500',
  vehicle: '#d4508c',
  muck: '#a8714a',
  unknown: '#7d8794',
  rock: '#2c9a5b',
  ignore: '#7d8794',
};
