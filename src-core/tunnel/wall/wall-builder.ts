import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import { giveBack } from '../../model/give-back.ts';
import { checkCorrections } from '../../model/object-correction.ts';
import type { Pages } from '../../model/paged-bytes.ts';
import type { AxisGeometry } from '../axis/axis-geometry.ts';
import { fillWall } from './cells/fill-wall.ts';
import type { FloorWater } from './cells/floor-water.ts';
import { halfSums } from './cells/half-sums.ts';
import { clearLoneCells } from './cells/lone-cells.ts';
import { type MeasuredCells, measuredCells, releaseCells } from './cells/measured-cells.ts';
import type { ProfileOptions } from './cells/profile-options.ts';
import { removeObjects } from './cells/remove-objects.ts';
import { sectionCentres } from './cells/section-centre.ts';
import { wallFacing } from './cells/wall-facing.ts';
import { MEASURED, type WallGrid } from './cells/wall-grid.ts';
import { correctedVoxels } from './objects/corrected-voxels.ts';
import { beforeWall, coveredCells, drawnThings } from './objects/drawn-things.ts';
import type { CellMeans } from './objects/layer-histograms.ts';
import { separateMesh } from './objects/mesh.ts';
import { findMuck } from './objects/muck.ts';
import { fillBehindThings, findThings, restoreKept, thingObjects } from './objects/things.ts';
import { cutsOf, withCuts } from './objects/wall-object.ts';
import { shareEdges } from './recess/recess-edges.ts';
import type { Plumb } from './voxels/plumb-up.ts';
import type { PointSample } from './voxels/point-sample.ts';
import { forEachSlab, type SectionVoxels } from './voxels/section-voxels.ts';
import type { ViewDirections } from './voxels/view-directions.ts';
import { WallSurface } from './wall-surface.ts';
import { poolObjects } from './water/pool-depth.ts';
import { WaterFinder } from './water/water-finder.ts';

/** Number of progress steps; each takes well under a second per 100 m. */
const STEPS = 5;

/**
 * Mean reflectivity of each measured cell of a wall, over its points within `gap` of the wall along the ray:
 * objects in front of the wall have a reflectivity of their own.
 *
 * @param voxels accumulated with reflectivities
 * @param centre (left, up) of the section's middle per slab
 * @param gap m
 * @returns one per cell; NaN where the cell is not measured
 */
function wallReflectivity(
  voxels: SectionVoxels,
  centre: Float64Array,
  grid: WallGrid,
  gap: number,
): Float32Array {
  const { slabs, bins, radius, state } = grid;
  const means = new Float32Array(slabs * bins).fill(Number.NaN);
  // Of the cells of one slab: they come slab by slab.
  const sum = new Float64Array(bins);
  const points = new Float64Array(bins);
  forEachSlab(voxels, (slab, seen) => {
    if (slab >= slabs || seen.reflectivity === null) return;
    sum.fill(0);
    points.fill(0);
    for (let i = 0; i < seen.count; i++) {
      const left = seen.left[i] - centre[2 * slab];
      const up = seen.up[i] - centre[2 * slab + 1];
      const turn = (Math.atan2(up, left) + Math.PI) / (2 * Math.PI);
      const j = Math.min(bins - 1, Math.floor(turn * bins));
      const cell = slab * bins + j;
      if (state[cell] !== MEASURED || Math.abs(Math.sqrt(left * left + up * up) - radius[cell]) > gap)
        continue;
      sum[j] += seen.points[i] * seen.reflectivity[i];
      points[j] += seen.points[i];
    }
    for (let j = 0; j < bins; j++) means[slab * bins + j] = sum[j] / points[j];
  });
  return means;
}

/**
 * Builds the wall of a drive from its accumulated points: middle of the section, surfaces per cell, the
 * outermost that neighbours confirm, objects removed, edges shared, holes interpolated.
 *
 * @param views null: the sensor positions are not known
 * @param sample null: halves of the points are not compared
 * @param pages for what is not read for a while; null: it stays in memory
 * @throws SocavonError too-few-points if no section is closed, usage for a correction that is empty; CancelledError
 */
export function buildWall(
  geometry: AxisGeometry,
  gathered: SectionVoxels,
  views: ViewDirections | null,
  options: ProfileOptions,
  context: StageContext,
  sample: PointSample | null = null,
  up: Plumb = [0, 0, 1],
  pages: Pages | null = null,
): WallSurface {
  const step = (done: number): void => {
    throwIfCancelled(context.cancel, 'work-measure');
    context.emit({ kind: 'progress', stage: 'measure', done, total: STEPS, unit: 'steps' });
  };
  step(0);
  checkCorrections(options.corrections);
  const water = new WaterFinder(geometry, gathered, up);
  const seenOnce = water.withoutImages();
  // As without corrections, so that a correction changes what is in its box and nothing else.
  const centre = seenOnce === gathered ? water.centre : sectionCentres(seenOnce);
  const corrected = correctedVoxels(seenOnce, options.corrections, options.treatments);
  const { wall: voxels, drawn, isWall } = corrected;
  step(1);
  const cells = measuredCells(voxels, centre, isWall, options, pages);
  step(2);
  const { slabs, bins, byHand, blocked } = cells;
  step(3);
  // As measured, with the objects before the wall.
  const chosenRadius = (cell: number): number => cells.radius[cell];
  const radius = new Float64Array(cells.radius);
  if (options.maxObjectWidth > 0) removeObjects(radius, bins, options);
  const pointsOf = (cell: number): number => cells.points[cell];
  const lone = clearLoneCells({ radius, bins, pointsOf }, voxels.slab);
  byHand?.forEach((isChosen, cell) => {
    if (isChosen === 1) radius[cell] = chosenRadius(cell);
  });
  const means: CellMeans = {
    slabs,
    bins,
    radius,
    angle: (cell) => cells.angle[cell],
    along: (cell) => cells.along[cell],
    blocked,
  };
  const mesh = separateMesh(
    voxels,
    centre,
    means,
    views,
    options.rangeNoise,
    options.treatments.mesh,
    byHand,
    pages,
  );
  shareEdges(cells.edges, radius, options);
  // Nothing below asks for them.
  giveBack(cells.along);
  cells.edges.release();
  step(4);
  const covered = coveredCells(drawn, centre, slabs, bins);
  const hasReturns = (cell: number): boolean =>
    (cells.isSeen[cell] === 1 && lone[cell] === 0) || covered[cell] === 1;
  const pools = (holes: WallGrid): FloorWater | null =>
    water.fill(holes, centre, hasReturns, options.waterDepth);
  let grid = filledGrid(cells, radius, { blocked, pools, centre }, voxels.slab, options);
  const byRules = findThings(corrected.unnamed, centre, grid);
  const walls = restoreKept(byRules, options.treatments, centre, chosenRadius, radius, bins);
  if (walls.size > 0) {
    giveBack(grid.radius, grid.state, grid.points, grid.shadow);
    grid = filledGrid(cells, radius, { blocked, pools, centre }, voxels.slab, options);
  }
  // Of the cells as measured nothing below needs more than their radii, for the cuts of mesh.
  releaseCells(cells);
  giveBack(lone, covered);
  const things = [...byRules, ...drawnThings(drawn, voxels, centre, grid)];
  for (const thing of things) if (thing.byHand?.isWall) walls.add(thing);
  const before = things.filter((thing) => !walls.has(thing));
  fillBehindThings(before, grid, centre, voxels.slab);
  const chainageOf = (k: number): number => (voxels.firstSlab + k) * voxels.slab;
  const pooled = grid.water ? poolObjects(grid.water, grid, centre, chainageOf) : [];
  const start = voxels.firstSlab * voxels.slab;
  const settled = things.map((thing) => beforeWall(thing, grid, centre, voxels));
  const wallObjects = thingObjects(settled, voxels, (i) => walls.has(things[i]));
  const standing = wallObjects.filter((_, i) => things[i].shape.stands);
  const heaps = findMuck(grid, centre, standing, {
    start,
    slab: voxels.slab,
    treatment: options.treatments.muck,
    reach: options.recess.reach,
    lineSigma: options.recess.lineSigma,
    byHand,
  });
  // What made their cuts is as large as the wall.
  const objects = [...mesh.objects, ...wallObjects, ...heaps, ...pooled].map((object) =>
    withCuts(object, cutsOf(object)),
  );
  giveBack(radius);
  const seen: WallGrid = {
    ...grid,
    ...(options.reflectivity && {
      reflectivity: wallReflectivity(voxels, centre, grid, options.surfaceGap),
    }),
    ...(views && {
      facing: wallFacing(views, centre, grid, { start, slab: voxels.slab, surfaceGap: options.surfaceGap }),
    }),
    ...(sample && { halves: halfSums(sample, centre, grid, voxels.slab, options.surfaceGap, mesh.cells) }),
  };
  const wall = new WallSurface(
    geometry,
    options,
    voxels.firstSlab,
    centre,
    seen,
    null,
    objects,
    corrected.applied,
  );
  step(STEPS);
  return wall;
}

/** The wall at the middles of its cells, standing water level, its other holes interpolated. */
function filledGrid(
  cells: MeasuredCells,
  radius: Float64Array,
  {
    blocked,
    pools,
    centre,
  }: {
    readonly blocked: Float32Array;
    readonly pools: (holes: WallGrid) => FloorWater | null;
    readonly centre: Float64Array;
  },
  slab: number,
  options: ProfileOptions,
): WallGrid {
  const grid: WallGrid = {
    slabs: cells.slabs,
    bins: cells.bins,
    radius: atBinMiddles(cells, radius, options.surfaceGap),
    state: new Uint8Array(radius.length),
    points: new Uint32Array(radius.length),
    shadow: new Float32Array(radius.length),
    blocked,
  };
  for (let cell = 0; cell < radius.length; cell++)
    if (radius[cell] > 0) {
      grid.state[cell] = MEASURED;
      grid.points[cell] = cells.points[cell];
    }
  const water = pools(grid);
  fillWall(grid, centre, slab, options);
  return water === null ? grid : { ...grid, water };
}

/**
 * Corrects each radius from the mean angle of the cell's points to the middle of its bin, along the slope to
 * the neighbouring cells, so that an uneven distribution of the points inside a cell does not matter; and
 * from the mean to the root mean square over the cell, which its area needs.
 */
function atBinMiddles(
  { slabs, bins, angle }: MeasuredCells,
  radius: Float64Array,
  gap: number,
): Float64Array {
  const width = (2 * Math.PI) / bins;
  const moved = radius.slice();
  for (let k = 0; k < slabs; k++) {
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      const before = k * bins + ((j + bins - 1) % bins);
      const after = k * bins + ((j + 1) % bins);
      const r = radius[cell];
      if (r === 0 || radius[before] === 0 || radius[after] === 0) continue;
      if (Math.abs(radius[before] - r) > gap || Math.abs(radius[after] - r) > gap) continue;
      const slope = (radius[after] - radius[before]) / (2 * width + angle[after] - angle[before]);
      const middle = r - slope * angle[cell];
      moved[cell] = Math.sqrt(middle * middle + (slope * width) ** 2 / 12);
    }
  }
  return moved;
}
