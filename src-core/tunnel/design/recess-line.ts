import { raysTo } from '../sections/wall-layers.ts';
import type { RecessCells } from '../wall/recess/recess-cells.ts';
import { WallSurface } from '../wall/wall-surface.ts';
import { scaledHeights } from './section-breaks.ts';

/**
 * Copy of a wall with the drive's line across the openings of its recesses from a design, seen from the middle
 * of each section. Where there is no design the line continues from jamb to jamb; rock within the design
 * stays the drive's wall.
 *
 * @param outlineAt line of excavation at a chainage, drawn square to the axis; null where there is none
 */
export function wallAlongDesign(
  wall: WallSurface,
  outlineAt: (chainage: number) => Float64Array | null,
): WallSurface {
  const { geometry, options, firstSlab, centre, grid, objects, corrections } = wall;
  if (wall.recesses.count === 0) return wall;
  const designed = designedLine(wall, outlineAt);
  return new WallSurface(geometry, options, firstSlab, centre, grid, designed, objects, corrections);
}

function designedLine(wall: WallSurface, outlineAt: (chainage: number) => Float64Array | null): RecessCells {
  const { grid, recesses, geometry, centre } = wall;
  const { bins, slabs, radius } = grid;
  const driveRadius = recesses.driveRadius.slice();
  const isDesigned = new Uint8Array(driveRadius.length);
  for (let k = 0; k < slabs; k++) {
    const ring = k * bins;
    if (recesses.number.subarray(ring, ring + bins).every((number) => number === 0)) continue;
    const chainage = wall.chainageOf(k + 0.5);
    const outline = outlineAt(chainage);
    if (outline === null) continue;
    const line = scaledHeights(outline, geometry.heightStretchAt(chainage));
    const rays = raysTo(line, centre[2 * k], centre[2 * k + 1], bins);
    for (let j = 0; j < bins; j++) {
      if (recesses.number[ring + j] === 0 || !(rays[j] > 0)) continue;
      driveRadius[ring + j] = Math.min(rays[j], radius[ring + j]);
      isDesigned[ring + j] = 1;
    }
  }
  return { ...recesses, driveRadius, isDesigned };
}
