import type { Volume } from '../../model/tunnel.ts';
import type { AxisFrame } from '../axis-geometry.ts';
import { angleOf } from '../wall/typical-section.ts';
import type { WallSurface } from '../wall-surface.ts';
import { DriveInside } from './drive-inside.ts';

/** Radial pieces of a direction, m: the void is cut into cells of a slab, a bin and such a piece. */
const PIECE = 0.1;

/** A drive that was surveyed by its own axis, with its volume between the chainages of that. */
export interface SurveyedDrive {
  readonly wall: WallSurface;
  readonly volume: Volume;
}

/** The void of several drives with what they share counted once, m^3. */
export interface VoidOnce {
  /** Per drive: the part of the drive alone that lies in one of the drives before it. */
  readonly shared: readonly number[];
  /** Per drive: the part of its recesses that is another of the drives. */
  readonly sharedRecesses: readonly number[];
  /** All drives and recesses less what is shared. */
  readonly total: number;
}

/**
 * The void of drives that meet, each part of it counted once: the mouth of a cross-cut is a recess of the drive that it leaves
 * and the first metres of its own drive, and two axes that cross share their crossing.
 *
 * The void is cut into small cells (slab x direction x 0.1 m outward); a cell whose middle lies within the wall line of
 * another drive is shared. A drive gives way to those before it, a recess to every other drive: so the order decides which
 * drive keeps a crossing, but not the total, to the size of the cells.
 */
export function voidOnce(drives: readonly SurveyedDrive[]): VoidOnce {
  const insides = drives.map(
    ({ wall, volume }) => new DriveInside(wall, volume.chainageFrom, volume.chainageTo),
  );
  const shared = insides.map((inside, i) => sharedDrive(inside, insides.slice(0, i)));
  const sharedRecesses = drives.map(({ volume }, i) => {
    const all = volume.recesses.reduce((sum, recess) => sum + recess.volume.value, 0);
    return all === 0 ? 0 : all * sharedShareOfRecesses(insides[i], insides.toSpliced(i, 1));
  });
  const total = drives.reduce(
    (sum, { volume }, i) => sum + volume.volume.value - shared[i] - sharedRecesses[i],
    0,
  );
  return { shared, sharedRecesses, total };
}

/** Where a cell is looked at: 0 at the beginning of its slab, 1 at the end. */
const MIDDLE = [0.5];
/**
 * The slabs of a jamb hold a recess by their shares only, on the side of the opening, so that their middles may lie beyond the
 * other drive's wall: they go with the slabs beside them.
 */
const WITH_NEIGHBOURS = [0.5, -0.5, 1.5];

/** Volume of a drive alone that lies within others, m^3. */
function sharedDrive(inside: DriveInside, others: readonly DriveInside[]): number {
  return others.length === 0
    ? 0
    : volumesOf(inside, () => 0, inside.radius.bind(inside), MIDDLE, others).shared;
}

/** Share of what was seen of a drive's recesses that lies within others, 0..1. */
function sharedShareOfRecesses(inside: DriveInside, others: readonly DriveInside[]): number {
  const inner = inside.radius.bind(inside);
  const outer = inside.voidRadius.bind(inside);
  const { shared, all } = volumesOf(inside, inner, outer, WITH_NEIGHBOURS, others);
  return all > 0 ? shared / all : 0;
}

type RadiusOf = (slab: number, bin: number) => number;

/** Volume between two lines of a drive, and the part of it whose cells lie within others, m^3. */
function volumesOf(
  { wall, from, to }: DriveInside,
  inner: RadiusOf,
  outer: RadiusOf,
  where: readonly number[],
  others: readonly DriveInside[],
): { shared: number; all: number } {
  const { bins, slabs } = wall.grid;
  const width = (2 * Math.PI) / bins;
  let [shared, all] = [0, 0];
  for (let k = 0; k < slabs; k++) {
    const a = Math.max(from, wall.chainageOf(k));
    const b = Math.min(to, wall.chainageOf(k + 1));
    if (!(b > a)) continue;
    const turn = wall.geometry.turnBetween(a, b);
    const frames = where.map((share) => wall.geometry.frameAt(a + share * (b - a)));
    for (let j = 0; j < bins; j++) {
      const [low, high] = [inner(k, j), outer(k, j)];
      const pieces = Math.ceil((high - low) / PIECE);
      const [cosine, sine] = [Math.cos(angleOf(j, bins)), Math.sin(angleOf(j, bins))];
      for (let p = 0; p < pieces; p++) {
        const r = low + ((p + 0.5) * (high - low)) / pieces;
        const l = wall.centre[2 * k] + r * cosine;
        const u = wall.centre[2 * k + 1] + r * sine;
        const area = (width * r * (high - low)) / pieces;
        const volume = area * (turn.length - l * turn.turnLeft - u * turn.turnUp);
        all += volume;
        if (frames.some((frame) => isWithin(others, frame, l, u))) shared += volume;
      }
    }
  }
  return { shared, all };
}

/** Whether a place of a section lies within one of some drives. @param left, up in the section, m */
function isWithin(drives: readonly DriveInside[], frame: AxisFrame, left: number, up: number): boolean {
  const [x, y, z] = [0, 1, 2].map((i) => frame.origin[i] + left * frame.left[i] + up * frame.up[i]);
  return drives.some((drive) => drive.holds(x, y, z));
}
