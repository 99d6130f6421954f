import type { Stretch } from '../../../model/axis.ts';
import { swept } from '../../wall/swept-volume.ts';
import type { WallSurface } from '../../wall/wall-surface.ts';
import { type WallDifferences, wallDifferences } from './wall-differences.ts';

/** Volume gained by the wall of a stretch between two surveys. */
export interface WallGain {
  /** m^3, by slab from the first boundary at or after the start. */
  readonly volumes: Float64Array;
  readonly from: number;
  readonly slab: number;
  /** Surface of the wall, and the part of it that was not measured by both surveys, m^2. */
  readonly surface: number;
  readonly unpairedSurface: number;
  /** Variance of the volume due to the scatter of the cells, m^6. */
  readonly cellVariance: number;
  /** Standard deviation of the change of an unmeasured piece of wall about the mean of its slab, m. */
  readonly changeSpread: number;
  /** Share of the cells measured by both that coincide within reach, 0..1; 1 if there is none. */
  readonly metShare: number;
}

/**
 * Void gained between two walls, from the cells that both measured: whatever either interpolated is no
 * change. A cell that was not measured twice is assumed to have changed as the rest of its slab.
 *
 * @param within chainages at boundaries of slabs, inside both walls
 * @throws SocavonError epochs-incompatible
 */
export function wallGain(earlier: WallSurface, later: WallSurface, within: Stretch): WallGain {
  const cells = wallDifferences(earlier, later, within.from, within.to);
  const { slab } = earlier.options;
  const from = (earlier.firstSlab + cells.first) * slab;
  const width = (2 * Math.PI) / cells.bins;
  const volumes = new Float64Array(cells.slabs);
  const means = slabMeans(cells);
  let [surface, unpaired] = [0, 0];
  for (let k = 0; k < cells.slabs; k++) {
    const turn = earlier.geometry.turnBetween(from + k * slab, from + (k + 1) * slab);
    const region = { area: 0, momentX: 0, momentY: 0 };
    const wall = cells.first + k;
    const centre = 2 * wall;
    for (let j = 0; j < cells.bins; j++) {
      const cell = k * cells.bins + j;
      const r = earlier.grid.radius[wall * cells.bins + j];
      const piece = r * width * turn.length;
      surface += piece;
      const known = !Number.isNaN(cells.radial[cell]);
      if (!known) unpaired += piece;
      addSector(region, r, r + (known ? cells.radial[cell] : means[k]), j, width);
    }
    const { area } = region;
    volumes[k] = swept(
      {
        area,
        momentX: region.momentX + area * earlier.centre[centre],
        momentY: region.momentY + area * earlier.centre[centre + 1],
      },
      turn,
    );
  }
  return {
    volumes,
    from,
    slab,
    surface,
    unpairedSurface: unpaired,
    cellVariance: cellVariance(cells, slab, width),
    changeSpread: Math.hypot(spread(means), spread(binMeans(cells))),
    metShare: cells.metShare,
  };
}

/** Adds the region between two radii in one direction, about the middle of the section. */
function addSector(
  region: { area: number; momentX: number; momentY: number },
  before: number,
  after: number,
  bin: number,
  width: number,
): void {
  const angle = (bin + 0.5) * width - Math.PI;
  const cube = ((after ** 3 - before ** 3) / 3) * width;
  region.area += ((after * after - before * before) / 2) * width;
  region.momentX += cube * Math.cos(angle);
  region.momentY += cube * Math.sin(angle);
}

/** Mean radial change of each slab; 0 if nothing was measured twice. */
function slabMeans({ slabs, bins, radial }: WallDifferences): Float64Array {
  return Float64Array.from({ length: slabs }, (_, k) => meanOf(radial.subarray(k * bins, (k + 1) * bins)));
}

function binMeans({ slabs, bins, radial }: WallDifferences): Float64Array {
  return Float64Array.from({ length: bins }, (_, j) =>
    meanOf(Float64Array.from({ length: slabs }, (_row, k) => radial[k * bins + j])),
  );
}

function meanOf(values: Float64Array): number {
  let [sum, count] = [0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

function spread(values: Float64Array): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

/** As for a volume: the second difference of the changes along the axis has six times their variance. */
function cellVariance({ slabs, bins, radial, radius }: WallDifferences, slab: number, width: number): number {
  let [bends, triples, weights] = [0, 0, 0];
  for (let k = 0; k < slabs; k++) {
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      if (Number.isNaN(radial[cell])) continue;
      weights += (radius[cell] * width * slab) ** 2;
      const bend = radial[cell - bins] - 2 * radial[cell] + radial[cell + bins];
      if (!(Math.abs(bend) >= 0)) continue;
      bends += bend * bend;
      triples++;
    }
  }
  return triples === 0 ? 0 : (weights * bends) / (6 * triples);
}
