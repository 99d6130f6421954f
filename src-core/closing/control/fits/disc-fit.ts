import { median, quantile } from '../../../math/statistics.ts';
import { dot3, minus3 } from '../../../math/vec3.ts';
import { CORRELATED, type FeatureFit, type Place, withLeast } from './feature-fit.ts';
import { indicesWithin, planeThrough } from './plane-fit.ts';

/** Points with how bright they are. */
export interface BrightPoints {
  /** 3 per point, relative to the click, m. */
  readonly xyz: Float64Array;
  /** One per point; null: the cloud has none. */
  readonly reflectivity: Float64Array | null;
}

const LEAST_POINTS = 12;
/** Extent of the bright points that a disc of a size may have, as shares of its diameter. */
const EXTENT = { least: 0.6, most: 1.3 };
/** A disc is brighter than what is about it by this many times the scatter there. */
const BRIGHTER = 3;

/** The centre of a bright disc of a known diameter: the mean of its bright points, on their plane. */
export function fitDisc({ xyz, reflectivity }: BrightPoints, size: number): FeatureFit | null {
  if (reflectivity === null) return null;
  const inner = indicesWithin(xyz, size);
  if (inner.length < LEAST_POINTS) return null;
  const about = indicesWithin(xyz, 2 * size).filter((i) => !inner.includes(i));
  const dark = about.length < LEAST_POINTS ? inner : about;
  const values = dark.map((i) => reflectivity[i]);
  const background = median(values);
  const scatter = median(values.map((value) => Math.abs(value - background)));
  const top = quantile(
    inner.map((i) => reflectivity[i]),
    0.95,
  );
  if (!(top > background + BRIGHTER * Math.max(scatter, 1))) return null;
  const bright = inner.filter((i) => reflectivity[i] > (background + top) / 2);
  const plane = planeThrough(xyz, bright);
  if (plane === null || bright.length < LEAST_POINTS) return null;
  const { centre, normal, rms, axes } = plane;
  const extents = axes.map((axis) => {
    const along = bright.map((i) => dot3(minus3([xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]], centre), axis));
    return Math.max(...along) - Math.min(...along);
  });
  if (extents.some((extent) => extent < EXTENT.least * size || extent > EXTENT.most * size)) return null;
  // A point of a disc is anywhere in it: a quarter of the diameter along either axis.
  const along = (CORRELATED * (size / 4) ** 2) / bright.length;
  const across = (CORRELATED * rms ** 2) / bright.length;
  const covariance = Float64Array.from({ length: 9 }, (_, at) => {
    const [i, j] = [Math.floor(at / 3), at % 3];
    return (i === j ? along : 0) + (across - along) * normal[i] * normal[j];
  });
  const place: Place = centre;
  return { place, covariance: withLeast(covariance), rms, points: bright.length };
}
