import type { WallLayer } from '../../model/unrolled.ts';
import { divergingClasses, divergingStep, type MapClasses, risingClasses } from './map-classes.ts';
import { niceStep } from './scale.ts';

/** Number of reflectivity classes. */
const SHADES = 8;
/**
 * Quantile of the top class limit: a few targets and vests are far brighter than any rock and share the last class.
 */
const BRIGHTEST = 0.98;

/**
 * Quantile for wall deviations: recesses are metres deep while the rock deviates by decimetres; they share the last
 * class.
 */
const WALL = 0.9;

/**
 * Classes of a layer of the unrolled wall: reflectivity in equal steps from 0, all other layers symmetric about 0.
 */
export function layerClasses(layer: WallLayer, values: Float32Array): MapClasses {
  if (layer === 'convergence') return divergingClasses(divergingStep(values));
  if (layer !== 'reflectivity') return divergingClasses(divergingStep(values, WALL));
  const known = values.filter(Number.isFinite).sort();
  const most = known.length === 0 ? 1 : known[Math.floor(BRIGHTEST * (known.length - 1))];
  return risingClasses(0, SHADES * niceStep(Math.max(1, most) / SHADES), SHADES);
}
