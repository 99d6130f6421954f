import type { Bounds } from '../../model/bounds.ts';
import type { CloudReader } from './cloud-reader.ts';

/**
 * Metres per unit of the coordinates of a cloud: of an E57 always 1, which its standard prescribes (ASTM E2807-11), else
 * as its coordinate system states; null: nothing states it.
 */
export function statedUnit({ format, crs }: Pick<CloudReader, 'format' | 'crs'>): number | null {
  return format === 'e57' ? 1 : (crs?.linearUnitMetres ?? null);
}

/** Sides of the box of a cloud of a mine, m: from a niche to a whole level. */
export const PLAUSIBLE_SIZE = [1, 50_000] as const;

/** Largest northing of a projected system, m: that of the pole from the equator. */
const GRID_MOST = 10_000_000;
/** A box whose smallest side is longer than this holds no drive, in its unit: 4 m of a drive are 4000 mm. */
const THICKEST = 1000;
/** No scanner leaves so much between two points on average, in its unit; of fewer points nothing is said. */
const WIDEST_SPACING = 5;
const SPACED_FROM = 1000;
/** Height and width of a straight level drive of 2.5 to 6 m in feet, and how much longer than that it is. */
const SECTION_IN_FEET = [8, 20] as const;
const STRAIGHT = 3;

/**
 * The unit that a box looks like if its coordinates are not metres; null: it may well be metres. Told by coordinates
 * beyond every grid, by sides and a spacing of points that no scan of a mine has, and by the section of a straight drive.
 *
 * @param bounds in the unit of the file
 * @param points in it
 */
export function unitDoubt({ min, max }: Bounds, points: number): 'mm' | 'ft' | null {
  const [thin, middle, long] = [0, 1, 2].map((k) => max[k] - min[k]).sort((a, b) => a - b);
  const farthest = Math.max(...[...min, ...max].map(Math.abs));
  if (!Number.isFinite(farthest) || long <= 0) return null;
  const surface = 2 * (thin * middle + middle * long + long * thin);
  const isSparse = points >= SPACED_FROM && Math.sqrt(surface / points) > WIDEST_SPACING;
  if (thin > THICKEST || isSparse || farthest > GRID_MOST / 0.3048) return 'mm';
  if (farthest > GRID_MOST) return 'ft';
  const [least, most] = SECTION_IN_FEET;
  return thin >= least && middle <= most && long >= STRAIGHT * middle ? 'ft' : null;
}

/** Northings and eastings of UTM in the southern hemisphere, away from their limits, m. */
const NORTHINGS = [1_100_000, GRID_MOST] as const;
const EASTINGS = [100_000, 900_000] as const;

/** True if the first coordinate looks like a northing and the second like an easting: then left and right are mirrored. */
export function looksSwapped({ min, max }: Bounds): boolean {
  const within = (axis: 0 | 1, [least, most]: readonly [number, number]): boolean =>
    min[axis] >= least && max[axis] <= most;
  return within(0, NORTHINGS) && within(1, EASTINGS);
}
