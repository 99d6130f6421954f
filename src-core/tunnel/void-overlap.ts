import type { Volume } from '../model/tunnel.ts';
import { DriveInside } from './drive-inside.ts';
import { angleOf } from './typical-section.ts';
import type { WallSurface } from './wall-surface.ts';

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

/** Volume of a drive alone that lies within others, m^3. */
function sharedDrive(inside: DriveInside, others: readonly DriveInside[]): number {
  let shared = 0;
  if (others.length > 0)
    forEachCell(
      inside,
      () => 0,
      inside.radius.bind(inside),
      (x, y, z, volume) => {
        if (others.some((other) => other.holds(x, y, z))) shared += volume;
      },
    );
  return shared;
}

/** Share of what was seen of a drive's recesses that lies within others, 0..1. */
function sharedShareOfRecesses(inside: DriveInside, others: readonly DriveInside[]): number {
  let [shared, all] = [0, 0];
  forEachCell(inside, inside.radius.bind(inside), inside.voidRadius.bind(inside), (x, y, z, volume) => {
    all += volume;
    if (others.some((other) => other.holds(x, y, z))) shared += volume;
  });
  return all > 0 ? shared / all : 0;
}

type RadiusOf = (slab: number, bin: number) => number;

/** Calls `visit` with the middle (map frame) and the volume of each cell between two lines of a drive. */
function forEachCell(
  { wall, from, to }: DriveInside,
  inner: RadiusOf,
  outer: RadiusOf,
  visit: (x: number, y: number, z: number, volume: number) => void,
): void {
  const { bins, slabs } = wall.grid;
  const width = (2 * Math.PI) / bins;
  for (let k = 0; k < slabs; k++) {
    const a = Math.max(from, wall.chainageOf(k));
    const b = Math.min(to, wall.chainageOf(k + 1));
    if (!(b > a)) continue;
    const turn = wall.geometry.turnBetween(a, b);
    const { origin, left, up } = wall.geometry.frameAt((a + b) / 2);
    for (let j = 0; j < bins; j++) {
      const [low, high] = [inner(k, j), outer(k, j)];
      const pieces = Math.ceil((high - low) / PIECE);
      const [cosine, sine] = [Math.cos(angleOf(j, bins)), Math.sin(angleOf(j, bins))];
      for (let p = 0; p < pieces; p++) {
        const r = low + ((p + 0.5) * (high - low)) / pieces;
        const l = wall.centre[2 * k] + r * cosine;
        const u = wall.centre[2 * k + 1] + r * sine;
        const area = (width * r * (high - low)) / pieces;
        visit(
          origin[0] + l * left[0] + u * up[0],
          origin[1] + l * left[1] + u * up[1],
          origin[2] + l * left[2] + u * up[2],
          area * (turn.length - l * turn.turnLeft - u * turn.turnUp),
        );
      }
    }
  }
}
