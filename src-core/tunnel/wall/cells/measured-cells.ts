import { giveBack } from '../../../model/give-back.ts';
import type { Pages } from '../../../model/paged-bytes.ts';
import type { SectionVoxels } from '../voxels/section-voxels.ts';
import { forEachSurfaces, type SlabSurfaces } from './cell-surfaces.ts';
import { chooseByHand, chooseSurfaces } from './choose-surfaces.ts';
import { EdgeSurfaces } from './edge-surfaces.ts';
import type { ProfileOptions } from './profile-options.ts';

/** Share of the drive's radius: anything farther in is an object in the drive, whatever the shape of the wall. */
const WELL_INSIDE = 0.6;

/** Cells of a wall (slab x angle bin) as they were measured, with the objects before it: the surface chosen in each. */
export interface MeasuredCells {
  readonly slabs: number;
  readonly bins: number;
  /** Mean radius from the section's middle, m; 0 where there is no wall. */
  readonly radius: Float32Array;
  /** Mean angle of its points from the middle of the bin, rad, and their mean position along the axis, 0..1. */
  readonly angle: Float32Array;
  readonly along: Float32Array;
  /** Number of its points. */
  readonly points: Uint32Array;
  /** 1 where anything was seen in the direction of a cell. */
  readonly isSeen: Uint8Array;
  /** 1 per cell whose wall a person chose; null: nobody did. */
  readonly byHand: Uint8Array | null;
  /** Share of the directions of each slab with something well inside the wall, as at a face. */
  readonly blocked: Float32Array;
  readonly edges: EdgeSurfaces;
}

/**
 * The surface of each cell that is wall: the outermost that neighbours confirm, or the one that a person says. All surfaces
 * are known of three slabs at a time only.
 *
 * @param centre (left, up) of the section's middle per slab
 * @param isWall true for a place of the section of a slab that is wall because a person says so; null: nobody says so
 * @param pages for what is not read for a while; null: it stays in memory
 */
export function measuredCells(
  voxels: SectionVoxels,
  centre: Float64Array,
  isWall: ((slab: number, left: number, up: number) => boolean) | null,
  options: ProfileOptions,
  pages: Pages | null,
): MeasuredCells {
  const bins = options.angleBins;
  const count = voxels.slabCount * bins;
  const cells: MeasuredCells = {
    slabs: voxels.slabCount,
    bins,
    radius: new Float32Array(count),
    angle: new Float32Array(count),
    along: new Float32Array(count),
    points: new Uint32Array(count),
    isSeen: new Uint8Array(count),
    byHand: isWall && new Uint8Array(count),
    blocked: new Float32Array(voxels.slabCount),
    edges: new EdgeSurfaces(bins, pages),
  };
  const chosen = new Int8Array(bins);
  forEachSurfaces(voxels, centre, options, (k, here, before, after) => {
    const around = [before, here, after] as const;
    chooseSurfaces(around, chosen, options);
    if (isWall !== null)
      chooseByHand(
        around,
        chosen,
        centre[2 * k],
        centre[2 * k + 1],
        (left, up) => isWall(k, left, up),
        cells.byHand!.subarray(k * bins, (k + 1) * bins),
        options,
      );
    take(k, here, chosen, cells);
    cells.edges.add(here, chosen);
  });
  return cells;
}

/** Gives back the memory of cells that are not read again. */
export function releaseCells({ radius, angle, along, points, isSeen, edges }: MeasuredCells): void {
  giveBack(radius, angle, along, points, isSeen);
  edges.release();
}

function take(k: number, surfaces: SlabSurfaces, chosen: Int8Array, cells: MeasuredCells): void {
  const { bins, first, low } = surfaces;
  for (let j = 0; j < bins; j++) {
    const cell = k * bins + j;
    if (first[j + 1] > first[j]) cells.isSeen[cell] = 1;
    if (chosen[j] < 0) continue;
    const at = first[j] + chosen[j];
    cells.radius[cell] = surfaces.radius[at];
    cells.angle[cell] = surfaces.angle[at];
    cells.along[cell] = surfaces.along[at];
    cells.points[cell] = surfaces.points[at];
    const limit = WELL_INSIDE * surfaces.radius[at];
    let inside = false;
    for (let other = at; other < first[j + 1]; other++) inside ||= low[other] < limit;
    if (inside) cells.blocked[k] += 1 / bins;
  }
}
