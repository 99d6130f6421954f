import type { Closure, ProfileConvergence } from '../../../model/convergence.ts';
import { COVERAGE_95 } from '../../../model/reliability.ts';
import type { WallDifferences } from './wall-differences.ts';

/**
 * Chord lengths of some slabs: left wall to right, crown to floor. A shift of the map moves both ends alike
 * and cancels.
 */
export function closures(
  cells: WallDifferences,
  first: number,
  slabs: number,
  reachCells: number,
  likeness: number,
): Pick<ProfileConvergence, 'width' | 'height'> {
  const end = (angle: number) => chordEnd(cells, first, slabs, angle, reachCells, likeness);
  return {
    width: closure(end(0), end(Math.PI)),
    height: closure(end(Math.PI / 2), end(-Math.PI / 2)),
  };
}

interface ChordEnd {
  readonly radius: number;
  readonly moved: number;
  readonly variance: number;
}

function closure(a: ChordEnd | null, b: ChordEnd | null): Closure | null {
  if (a === null || b === null) return null;
  return {
    before: a.radius + b.radius,
    closed: -(a.moved + b.moved),
    detection: COVERAGE_95 * Math.sqrt(a.variance + b.variance),
  };
}

/** End point of a chord on the wall: the mean over the cells about an angle. */
function chordEnd(
  { bins, radius, radial }: WallDifferences,
  first: number,
  slabs: number,
  angle: number,
  reachCells: number,
  likeness: number,
): ChordEnd | null {
  const middle = ((angle + Math.PI) / (2 * Math.PI)) * bins - 0.5;
  let [n, sum, square, out] = [0, 0, 0, 0];
  for (let k = first; k < first + slabs; k++) {
    for (let j = Math.ceil(middle - reachCells); j <= Math.floor(middle + reachCells); j++) {
      const cell = k * bins + ((j + bins) % bins);
      if (Number.isNaN(radial[cell])) continue;
      n++;
      sum += radial[cell];
      square += radial[cell] ** 2;
      out += radius[cell];
    }
  }
  if (n < 4) return null;
  const moved = sum / n;
  const variance = Math.max(0, square - n * moved * moved) / (n - 1) / n;
  return { radius: out / n, moved, variance: variance * likeness ** 2 };
}
