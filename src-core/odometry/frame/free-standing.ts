import type { Scan } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';

/** Largest range at which free-standing objects are detected, m; farther away they have too few returns. */
const FARTHEST = 12;
/** Least range step from the object to its background, m. */
const JUMP = 0.6;
/** Largest range step between neighbouring returns of one object, m. */
const STEP = 0.25;
/**
 * Largest width and least height of an object, m, for a person with a load and for a low trolley: what is larger is
 * a vehicle or the wall, what is lower a stone.
 */
const WIDEST = 1.4;
const LOWEST = 0.5;
const HIGHEST = 2.3;

/** Beam angles of the sensor. */
type BeamTable = Pick<SensorModel, 'beamAltitudeDeg' | 'beamAzimuthDeg'>;

/** Run of neighbouring returns of a beam with background on both sides. */
interface Run {
  readonly beam: number;
  /** First and last column; the last may be beyond the end of the row, which wraps around. */
  readonly from: number;
  readonly to: number;
  readonly range: number;
}

/**
 * Removes free-standing objects the size of a person: narrow, about upright, with the drive visible behind them to
 * the left and right. A person who walks ahead of the robot is the one object in a tunnel that suggests that the
 * robot stands still, with returns at normal incidence. The removed returns take no part in matching or in the
 * submap; the stored scan includes them.
 *
 * @returns the same scan if nothing was found, or for a timed cloud, which has no background behind a pixel; else a
 *   copy with these ranges 0
 */
export function withoutFreeStanding(scan: Scan, { beamAltitudeDeg, beamAzimuthDeg }: BeamTable): Scan {
  if (scan.xyz !== undefined) return scan;
  const runs = Array.from({ length: scan.beams }, (_, beam) => runsOf(scan, beam));
  // Azimuth offset of each beam from the encoder angle, in columns.
  const aside = Float64Array.from(beamAzimuthDeg, (angle) => (angle * scan.columns) / 360);
  const things = joined(runs, aside, scan.columns);
  let rangeMm: Uint32Array | null = null;
  for (const thing of things) {
    if (!isUpright(thing, beamAltitudeDeg)) continue;
    rangeMm ??= scan.rangeMm.slice();
    for (const { beam, from, to } of thing)
      for (let column = from; column <= to; column++)
        rangeMm[beam * scan.columns + (column % scan.columns)] = 0;
  }
  return rangeMm === null ? scan : { ...scan, rangeMm };
}

function runsOf({ rangeMm, columns }: Scan, beam: number): Run[] {
  const range = (column: number): number => 0.001 * rangeMm[beam * columns + ((column + columns) % columns)];
  /** Range next to a column, to one side: lost returns are skipped; no return at all counts as far away. */
  const beside = (column: number, side: 1 | -1): number =>
    range(column + side) || range(column + 2 * side) || range(column + 3 * side) || Number.POSITIVE_INFINITY;
  const runs: Run[] = [];
  for (let column = 0; column < columns; column++) {
    const first = range(column);
    if (first === 0 || first > FARTHEST || beside(column, -1) < first + JUMP) continue;
    let to = column;
    // Single lost returns are bridged.
    while (to - column < columns / 4) {
      const next = range(to + 1) === 0 ? 2 : 1;
      if (!(range(to + next) > 0 && Math.abs(range(to + next) - range(to)) < STEP)) break;
      to += next;
    }
    const last = range(to);
    const width = ((to - column + 1) * 2 * Math.PI * first) / columns;
    if (beside(to, 1) > last + JUMP && width < WIDEST) runs.push({ beam, from: column, to, range: first });
  }
  return runs;
}

/** Groups overlapping runs of neighbouring beams at similar range into objects. */
function joined(runs: readonly (readonly Run[])[], aside: Float64Array, columns: number): Run[][] {
  const things: Run[][] = [];
  const open = new Map<Run, Run[]>();
  for (const row of runs)
    for (const run of row) {
      const above = runs[run.beam - 1]?.find(
        (other) =>
          Math.abs(other.range - run.range) < 2 * STEP &&
          overlap(other, run, aside[other.beam] - aside[run.beam], columns),
      );
      const thing = (above && open.get(above)) ?? [];
      if (thing.length === 0) things.push(thing);
      thing.push(run);
      open.set(run, thing);
    }
  return things;
}

/** @param aside columns by which the azimuth offset of the first exceeds that of the second */
function overlap(a: Run, b: Run, aside: number, columns: number): boolean {
  return [-columns, 0, columns].some(
    (turn) => a.from + aside + turn <= b.to + 1 && b.from <= a.to + aside + turn + 1,
  );
}

function isUpright(thing: readonly Run[], beamAltitudeDeg: ArrayLike<number>): boolean {
  const [top, bottom] = [thing[0], thing[thing.length - 1]];
  if (bottom.beam - top.beam < 2) return false;
  const angle = (Math.abs(beamAltitudeDeg[top.beam] - beamAltitudeDeg[bottom.beam]) * Math.PI) / 180;
  const height = angle * top.range;
  return height > LOWEST && height < HIGHEST;
}
