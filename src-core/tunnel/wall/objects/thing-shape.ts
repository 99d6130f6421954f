import { circleRadius } from '../../../math/circle-fit.ts';
import { convexHull } from '../../../math/convex-hull.ts';
import { measurePolygon } from '../../../math/polygon.ts';
import { median, orderStatistic } from '../../../math/statistics.ts';
import type { ObjectClass, SectionReach } from '../../../model/drive-object.ts';
import { MEASURED, type WallGrid } from '../cells/wall-grid.ts';
import type { ThingCells } from './thing-cells.ts';

/** Shape of a thing in a drive. */
export interface ThingShape {
  readonly class: ObjectClass;
  /** True if it stands on the floor. */
  readonly stands: boolean;
  readonly firstSlab: number;
  /** Per slab from the first: footprint, m^2, and void that it takes, m^3. */
  readonly area: Float64Array;
  readonly volume: Float64Array;
  /** Standard uncertainty of the volume, m^3. */
  readonly sigma: number;
  /** Closed outline in plan: (chainage, left) pairs. */
  readonly outline: Float64Array;
  readonly reach: SectionReach;
  /** Closed outline in the section of each slab that has points: (left, up) pairs. */
  readonly sections: ReadonlyMap<number, Float64Array>;
}

/** Smaller things are not listed: least extent along the axis and across it, m, and least points. */
const LEAST_EXTENT = 0.3;
const LEAST_POINTS = 60;
/** Something is well inside the wall in this share of the directions: a face. */
const FACE_SHARE = 0.5;
/** Nor does anything else reach over this share of the height of the section. */
const FACE_HEIGHT = 0.85;
/** Underside at most this far over the floor: it stands on it, m. */
const STANDS = 0.45;
/** A duct hangs at least this high, is at least this long and this much longer than wide; m. */
const HUNG = 1;
const LONG = 2.5;
const SLENDER = 2.5;
/** A duct is thicker than this, a pipe or cable thinner, m; and a duct no thicker than this. */
const THICK = 0.2;
const THICKEST = 1.6;
/** Vehicles and boxes: least height and width, and greatest length, m. */
const VEHICLE = { height: 0.6, width: 0.5, least: 0.7, most: 12 };
/** Reach along the axis in which the floor beside a thing is looked for, m, and beyond its sides. */
const FLOOR_REACH = 2;
/** Share of its ends left out of the extent of a thing in each direction: strays. */
const STRAY_SHARE = 0.01;
/**
 * Standard uncertainty of what a thing takes, as a share: the hull of its seen sides is too large where it is
 * hollow, and too small where its far side is hidden.
 */
const HULL_ERROR = 0.15;
/** The same of the unseen side of a round thing, as a share of it: bags hang through, and are flat where they are empty. */
const ROUND_ERROR = 0.3;

/**
 * Shape and class of a thing, by rules: long, slender and hung high is a duct or, if thin, a pipe; on the floor, of a
 * vehicle's size, is a vehicle or box; anything else is not classified.
 *
 * @param start chainage of the first slab, m
 * @param slab thickness of a slab, m
 * @param drawn class that a person gave; null: by the rules
 * @returns null if the rules find it too small to be listed, or a face
 */
export function thingShape(
  thing: ThingCells,
  wall: WallGrid,
  centre: Float64Array,
  start: number,
  slab: number,
  drawn: ObjectClass | null = null,
): ThingShape | null {
  const firstSlab = thing.slabs[0].slab;
  const count = thing.slabs[thing.slabs.length - 1].slab + 1 - firstSlab;
  const length = count * slab;
  const lefts = thing.slabs.flatMap(({ places }) => places.filter((_, i) => i % 2 === 0));
  const ups = thing.slabs.flatMap(({ places }) => places.filter((_, i) => i % 2 === 1));
  const [right, left] = extent(lefts);
  const [bottom, top] = extent(ups);
  const isSmall = Math.max(left - right, top - bottom) < LEAST_EXTENT && length < LONG;
  if (drawn === null && (thing.points < LEAST_POINTS || length < LEAST_EXTENT || isSmall)) return null;
  const beside = floorBeside(wall, centre, firstSlab, count, right, left, Math.round(FLOOR_REACH / slab));
  if (drawn === null && (beside === null || isFace(wall, thing, top - bottom))) return null;
  const floor = beside ?? bottom;
  // Per slab, so that a duct in a bend is as thick as it is.
  const thickness = median(
    thing.slabs.map(({ places }) => {
      const [low, high] = extent(places.filter((_, i) => i % 2 === 0));
      const [under, over] = extent(places.filter((_, i) => i % 2 === 1));
      return Math.max(high - low, over - under);
    }),
  );
  const over = bottom - floor;
  const name = drawn ?? classOf({ length, width: left - right, height: top - floor, over, thickness });
  const isAtEnd = firstSlab === 0 || firstSlab + count === wall.slabs;
  // What is cut by an end of the axis is a face, or the wall where the drive turns away.
  if (drawn === null && name === 'unknown' && isAtEnd) return null;
  const stands = over < STANDS || drawn === 'muck';
  const round = (Math.PI / 4) * diameterOf(thing, thickness) ** 2;
  const area = new Float64Array(count);
  const volume = new Float64Array(count);
  let hidden = 0;
  const plan: number[] = [];
  const sections = new Map<number, Float64Array>();
  for (const { slab: k, places } of thing.slabs) {
    const section = places.slice();
    // What stands on the floor takes the void down to it.
    if (stands) for (let i = 0; i < places.length; i += 2) section.push(places[i], floor);
    const outline = Float64Array.from(convexHull(section));
    sections.set(k, outline);
    const seen = Math.abs(measurePolygon(outline).area) || 0;
    const [low, high] = extent(places.filter((_, i) => i % 2 === 0));
    // A duct is round, and seen from below: its upper side is not in the hull.
    const whole = name === 'duct' || name === 'pipe' ? round : seen;
    hidden += (whole - seen) * slab;
    volume[k - firstSlab] = whole * slab;
    area[k - firstSlab] = (high - low) * slab;
    const from = start + k * slab;
    for (const side of [low, high]) plan.push(from, side, from + slab, side);
  }
  const all = volume.reduce((sum, v) => sum + v, 0);
  return {
    class: name,
    stands,
    firstSlab,
    area,
    volume,
    sigma: Math.hypot(ROUND_ERROR * hidden, HULL_ERROR * all),
    outline: Float64Array.from(convexHull(plan)),
    reach: { left: [right, left], up: [bottom, top] },
    sections,
  };
}

/** Diameter of the circle through the seen arc of its slabs, m; no less than its thickness, and twice that at most. */
function diameterOf({ slabs }: ThingCells, thickness: number): number {
  const fitted = slabs.map(({ places }) => 2 * circleRadius(places)).filter((d) => d > 0);
  return fitted.length === 0 ? thickness : Math.max(thickness, Math.min(2 * thickness, median(fitted)));
}

/** True if a thing is a face: something well inside the wall in most directions of one of its sections. */
function isFace({ blocked, bins, radius }: WallGrid, thing: ThingCells, height: number): boolean {
  // A slanted face is in less of each section, but reaches from floor to crown; either may be unknown somewhere.
  const wholes = thing.slabs.flatMap(({ slab }) => {
    const [down, up] = [bins / 4, (3 * bins) / 4].map((bin) => radius[slab * bins + Math.floor(bin)]);
    return down > 0 && up > 0 ? [down + up] : [];
  });
  if (wholes.length > 0 && height > FACE_HEIGHT * median(wholes)) return true;
  return thing.slabs.some(({ slab }) => (blocked?.[slab] ?? 0) > FACE_SHARE);
}

interface Figures {
  readonly length: number;
  readonly width: number;
  /** Of its top over the floor, m. */
  readonly height: number;
  /** Of its underside over the floor, m. */
  readonly over: number;
  readonly thickness: number;
}

function classOf({ length, width, height, over, thickness }: Figures): ObjectClass {
  if (over > HUNG && length > LONG && length > SLENDER * thickness && thickness < THICKEST)
    return thickness > THICK ? 'duct' : 'pipe';
  const isBox =
    over < STANDS &&
    height > VEHICLE.height &&
    width > VEHICLE.width &&
    length > VEHICLE.least &&
    length < VEHICLE.most;
  return isBox ? 'vehicle' : 'unknown';
}

/** Smallest and largest value without strays. */
function extent(values: readonly number[]): [number, number] {
  const own = Float64Array.from(values);
  const last = own.length - 1;
  const cut = Math.round(STRAY_SHARE * last);
  return [orderStatistic(own, cut), orderStatistic(own, last - cut)];
}

/** Median height of the measured floor before, beside and behind a thing, m from the axis; null: none was seen. */
function floorBeside(
  { slabs, bins, radius, state }: WallGrid,
  centre: Float64Array,
  first: number,
  count: number,
  right: number,
  left: number,
  reach: number,
): number | null {
  const heights: number[] = [];
  const width = (2 * Math.PI) / bins;
  for (let k = Math.max(0, first - reach); k < Math.min(slabs, first + count + reach); k++)
    for (let j = 0; j < bins; j++) {
      const angle = (j + 0.5) * width - Math.PI;
      // Down, within 60 degrees to either side.
      if (Math.sin(angle) > -0.5 || state[k * bins + j] !== MEASURED) continue;
      const x = centre[2 * k] + radius[k * bins + j] * Math.cos(angle);
      if (x < right - 0.5 || x > left + 0.5) continue;
      heights.push(centre[2 * k + 1] + radius[k * bins + j] * Math.sin(angle));
    }
  return heights.length === 0 ? null : median(heights);
}
