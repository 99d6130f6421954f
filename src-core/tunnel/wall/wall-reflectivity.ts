import { MEASURED, type WallGrid } from '../wall-grid.ts';
import { forEachSlab, type SectionVoxels } from './section-voxels.ts';

/**
 * Mean reflectivity of each measured cell of a wall, over its points within `gap` of the wall along the ray:
 * objects in front of the wall have a reflectivity of their own.
 *
 * @param voxels accumulated with reflectivities
 * @param centre (left, up) of the section's middle per slab
 * @param gap m
 * @returns one per cell; NaN where the cell is not measured
 */
export function wallReflectivity(
  voxels: SectionVoxels,
  centre: Float64Array,
  grid: WallGrid,
  gap: number,
): Float32Array {
  const { slabs, bins, radius, state } = grid;
  const sum = new Float64Array(slabs * bins);
  const points = new Float64Array(slabs * bins);
  forEachSlab(voxels, (slab, seen) => {
    if (slab >= slabs || seen.reflectivity === null) return;
    for (let i = 0; i < seen.count; i++) {
      const left = seen.left[i] - centre[2 * slab];
      const up = seen.up[i] - centre[2 * slab + 1];
      const turn = (Math.atan2(up, left) + Math.PI) / (2 * Math.PI);
      const cell = slab * bins + Math.min(bins - 1, Math.floor(turn * bins));
      if (state[cell] !== MEASURED || Math.abs(Math.sqrt(left * left + up * up) - radius[cell]) > gap)
        continue;
      sum[cell] += seen.points[i] * seen.reflectivity[i];
      points[cell] += seen.points[i];
    }
  });
  return Float32Array.from(sum, (total, cell) => total / points[cell]);
}
