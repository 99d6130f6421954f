import type { Scan } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';

/** What stands free in the drive and may walk: nearer than this, m; farther off it has too few returns to be told. */
const FARTHEST = 12;
/** Its surroundings lie behind it by at least this, m. */
const JUMP = 0.6;
/** Neighbours on one thing differ by less, m. */
const STEP = 0.25;
/** Of a person with a load, and of a low trolley, m: what is larger is a vehicle or the wall, what is lower a stone. */
const WIDEST = 1.4;
const LOWEST = 0.5;
const HIGHEST = 2.3;

/** The angles of the beams. */
type BeamTable = Pick<SensorModel, 'beamAltitudeDeg' | 'beamAzimuthDeg'>;

/** One run of neighbouring returns of a beam with the drive behind it on both sides. */
interface Run {
  readonly beam: number;
  /** First and last column; the last may lie beyond the end of the row, which closes upon itself. */
  readonly from: number;
  readonly to: number;
  readonly range: number;
}

/**
 * The scan without what stands free in the drive as a person does: narrow, about upright, with the drive seen behind it
 * to its left and right. Who walks ahead of the robot is the one thing in a tunnel that says that it stands still, and
 * says it with returns that face it squarely; what is taken out here takes no part in the matching and in the submap, and
 * stays in the scan that is kept.
 *
 * @returns the same scan where nothing was found; else a copy with these ranges 0
 */
export function withoutFreeStanding(scan: Scan, { beamAltitudeDeg, beamAzimuthDeg }: BeamTable): Scan {
  const runs = Array.from({ length: scan.beams }, (_, beam) => runsOf(scan, beam));
  // Beams look to different sides of the encoder's angle: by so many columns.
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
  /** What is seen beside a column, to one side: lost returns are passed over, and where nothing comes back it is far. */
  const beside = (column: number, side: 1 | -1): number =>
    range(column + side) || range(column + 2 * side) || range(column + 3 * side) || Number.POSITIVE_INFINITY;
  const runs: Run[] = [];
  for (let column = 0; column < columns; column++) {
    const first = range(column);
    if (first === 0 || first > FARTHEST || beside(column, -1) < first + JUMP) continue;
    let to = column;
    // Lost returns are bridged one at a time.
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

/** Runs of neighbouring beams that overlap and are as far off, as one thing each. */
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

/** @param aside columns by which the first looks farther round than the second */
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
