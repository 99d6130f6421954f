import type { Recess, RecessKind } from '../../model/recess.ts';
import { COVERAGE_95 } from '../../model/reliability.ts';
import { angleOf } from '../wall/cells/typical-section.ts';
import type { SlabRegions } from '../wall/drive-sections.ts';
import { integrateRegion } from '../wall/wall-integral.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import { recessShape } from './recess-shape.ts';

/**
 * Niches and cross-cuts that open between two chainages, in order of chainage, with the void of each beyond
 * the drive's wall line. The void of the drive alone is the whole less these, to rounding.
 *
 * The ± includes the uncertainty of the wall line across the opening, and the range bias on the recess' own
 * wall (docs/volume.md).
 *
 * @param from, to within the surveyed chainages of the wall
 * @param rangeBias bound of the instrument's systematic range error, m
 */
export function recessesBetween(wall: WallSurface, from: number, to: number, rangeBias: number): Recess[] {
  const counts: Record<RecessKind, number> = { niche: 0, 'cross-cut': 0 };
  const between: Recess[] = [];
  for (const cells of gather(wall)) {
    const shape = recessShape(wall, cells.cells, cells.beyond.area);
    // An opening beyond the surveyed wall was not observed well enough, and gets no name.
    if (shape === null || !(shape.from < wall.surveyedTo && shape.to > wall.surveyedFrom)) continue;
    counts[shape.kind]++;
    if (!(shape.from < to && shape.to > from)) continue;
    const inRange = Math.max(0, Math.min(1, overlap(shape, from, to) / (shape.to - shape.from)));
    const designed = designedShare(wall, cells.cells);
    // A line stated by the contract has no uncertainty.
    const line = (1 - designed) * inRange * shape.openingArea * wall.options.recess.lineSigma;
    const bias = (inRange * cells.surface * rangeBias) / Math.sqrt(3);
    between.push({
      name: `${shape.kind === 'niche' ? 'N' : 'C'}${counts[shape.kind]}`,
      ...shape,
      volume: {
        value: integrateRegion(wall, cells.beyond, from, to),
        plusMinus: COVERAGE_95 * Math.hypot(line, bias),
        confidence: 0.95,
      },
      ...(designed === 1 && { line: 'design' }),
    });
  }
  return between;
}

/** Sums over the cells of one recess. */
interface GatheredRecess {
  readonly cells: number[];
  /** Section beyond the drive's line per slab; closed slabs only. */
  readonly beyond: SlabRegions;
  /** Surface of its own wall, m^2. */
  surface: number;
}

function gather(wall: WallSurface): GatheredRecess[] {
  const { grid, rings, recesses, centre, options } = wall;
  const { bins, slabs, radius } = grid;
  const width = (2 * Math.PI) / bins;
  const all: GatheredRecess[] = Array.from({ length: recesses.count }, () => ({
    cells: [],
    beyond: {
      area: new Float64Array(slabs),
      momentLeft: new Float64Array(slabs),
      momentUp: new Float64Array(slabs),
    },
    surface: 0,
  }));
  for (let cell = 0; cell < recesses.number.length; cell++) {
    if (recesses.number[cell] === 0) continue;
    const gathered = all[recesses.number[cell] - 1];
    gathered.cells.push(cell);
    const j = cell % bins;
    const k = (cell - j) / bins;
    if (rings.closed[k] === 0) continue;
    const [r, drive] = [radius[cell], recesses.driveRadius[cell]];
    const next = radius[k * bins + ((j + 1) % bins)];
    const angle = angleOf(j, bins);
    const area = (width * (r * r - drive * drive)) / 2;
    const third = (width * (r ** 3 - drive ** 3)) / 3;
    gathered.beyond.area[k] += area;
    gathered.beyond.momentLeft[k] += area * centre[2 * k] + third * Math.cos(angle);
    gathered.beyond.momentUp[k] += area * centre[2 * k + 1] + third * Math.sin(angle);
    gathered.surface += options.slab * Math.sqrt(r * r + next * next - 2 * r * next * Math.cos(width));
  }
  return all;
}

/** Share of the cells of a recess whose line is from a design. */
function designedShare({ recesses: { isDesigned } }: WallSurface, cells: readonly number[]): number {
  return isDesigned === null ? 0 : cells.reduce((sum, cell) => sum + isDesigned[cell], 0) / cells.length;
}

function overlap(stretch: { from: number; to: number }, from: number, to: number): number {
  return Math.min(to, stretch.to) - Math.max(from, stretch.from);
}
