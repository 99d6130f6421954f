import type { WallLayer } from '../../model/unrolled.ts';
import { divergingClasses, divergingStep, type MapClasses, risingClasses } from './map-classes.ts';

/** Classes of a layer of the unrolled wall: reflectivity rises from nothing, all else lies about 0. */
export function layerClasses(layer: WallLayer, values: Float32Array): MapClasses {
  if (layer !== 'reflectivity') return divergingClasses(divergingStep(values));
  const most = values.reduce((best, value) => (value > best ? value : best), 1);
  return risingClasses(0, most);
}
