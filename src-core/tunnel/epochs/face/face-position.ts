import { remark } from '../../../messages/remark.ts';
import { FACE_MEASURED, FACE_OUTSIDE, type FaceSighting, type FaceSurface } from '../../../model/face.ts';
import type { WallSurface } from '../../wall/wall-surface.ts';
import type { FaceAccumulator } from './face-accumulator.ts';
import { type FaceColumns, type FaceGrid, faceColumns, gridAbout } from './face-columns.ts';
import { fillFace } from './face-fill.ts';
import type { FaceOptions } from './face-options.ts';
import { depthInside, outlinesFrom, type PolarOutline } from './face-rim.ts';
import { volumeToFace } from './face-volume.ts';

/** Patches of fewer cells than this are stray returns. */
const LEAST_PATCH = 4;

/**
 * Cells of the face: neighbouring cells without a step between them are one patch; the largest patch, and the
 * others that are no nearer than it. Patches nearer than that are objects in front of the face.
 *
 * @param within 1 for the cells to be searched
 * @param step a greater difference between neighbours separates two patches, m
 * @returns cells, ascending
 */
function largestSurface(
  grid: FaceGrid,
  { chainage }: FaceColumns,
  within: Uint8Array,
  step: number,
): number[] {
  const patch = new Int32Array(chainage.length).fill(-1);
  const patches: number[][] = [];
  for (let seed = 0; seed < chainage.length; seed++) {
    if (patch[seed] >= 0 || within[seed] === 0 || Number.isNaN(chainage[seed])) continue;
    const cells = [seed];
    patch[seed] = patches.length;
    for (let i = 0; i < cells.length; i++) {
      for (const next of neighbours(grid, cells[i])) {
        if (patch[next] >= 0 || within[next] === 0) continue;
        if (!(Math.abs(chainage[next] - chainage[cells[i]]) <= step)) continue;
        patch[next] = patches.length;
        cells.push(next);
      }
    }
    patches.push(cells);
  }
  const [largest, ...others] = patches.toSorted((a, b) => b.length - a.length);
  if (largest === undefined) return [];
  const nearest = mean(largest, chainage) - step;
  const behind = others.filter((cells) => cells.length >= LEAST_PATCH && mean(cells, chainage) >= nearest);
  return [largest, ...behind].flat().sort((a, b) => a - b);
}

function neighbours({ columns, rows }: FaceGrid, cell: number): number[] {
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  const result: number[] = [];
  for (let j = Math.max(0, row - 1); j <= Math.min(rows - 1, row + 1); j++)
    for (let i = Math.max(0, column - 1); i <= Math.min(columns - 1, column + 1); i++)
      if (i !== column || j !== row) result.push(j * columns + i);
  return result;
}

function mean(cells: readonly number[], chainage: Float64Array): number {
  return cells.reduce((sum, cell) => sum + chainage[cell], 0) / cells.length;
}

/**
 * Distance before the face at which the section of the drive is taken, m: it is whole there, and hardly
 * widens any more.
 */
const BEFORE = 0.6;
/** Distance between the last whole section and the nearest point of the face, m. */
const WHOLE_BEFORE = 0.3;
/** Share of the section's radius within which the face is searched for first. */
const CORE = 0.6;

/**
 * Position of the face of a drive: the farthest rock in every cell of the section, its mean over the area,
 * and the void between the last whole section and it (docs/volume.md).
 *
 * @param ahead points ahead of the robot, along the axis of the wall
 * @returns the reason if the end is open or was not observed: then there is no face advance
 */
export function facePosition(ahead: FaceAccumulator, wall: WallSurface): FaceSighting {
  const { options, from } = ahead;
  const widest = outlineAt(wall, from);
  const grid = gridAbout(widest.centre, Math.max(...widest.radius) + 1, options.cell);
  const columns = faceColumns(ahead.voxels, grid, options);
  const core = inOutline(grid, widest, (radius) => (1 - CORE) * radius);
  const rough = largestSurface(grid, columns, core, options.surfaceGap).map((cell) => columns.chainage[cell]);
  if (rough.length < options.minMeasured * core.reduce((sum, inside) => sum + inside, 0))
    return unseen(columns, core, from, options.reach);
  rough.sort((a, b) => a - b);

  const outline = outlineAt(wall, rough[Math.floor(0.02 * rough.length)] - BEFORE);
  const measurable = inOutline(grid, outline, () => options.rim);
  const state = new Uint8Array(measurable.length);
  const measured = largestSurface(grid, columns, measurable, options.surfaceGap);
  for (const cell of measured) state[cell] = FACE_MEASURED;
  const possible = measurable.reduce((sum, one) => sum + one, 0);
  if (measured.length < options.minMeasured * possible) return unseen(columns, core, from, options.reach);

  const places = measured.map((cell) => columns.chainage[cell]).sort((a, b) => a - b);
  const width = 2 * Math.sqrt(possible / Math.PI) * grid.cell;
  if (bulkOf(places) > options.maxSlant * width) return slanting(places);
  return { seen: true, face: surfaceOf(wall, grid, columns, outline, state, places, options) };
}

/** @param state measured cells; the others of the section are extrapolated here */
function surfaceOf(
  wall: WallSurface,
  grid: FaceGrid,
  columns: FaceColumns,
  outline: PolarOutline,
  state: Uint8Array<ArrayBuffer>,
  places: readonly number[],
  options: FaceOptions,
): FaceSurface {
  const chainage = columns.chainage.slice();
  const points = columns.points.reduce((sum, n, cell) => sum + (state[cell] === FACE_MEASURED ? n : 0), 0);
  // The wall may be farther out at the face than in the section before it.
  const around = inOutline(grid, outline, () => -1);
  fillFace(grid, chainage, state, (cell) => around[cell] === 1);
  const inside = inOutline(grid, outline, () => 0);
  const cells = [...inside.keys()].filter((cell) => inside[cell] === 1);
  const mean = cells.reduce((sum, cell) => sum + chainage[cell], 0) / cells.length;
  const share = cells.filter((cell) => state[cell] === FACE_MEASURED).length / cells.length;

  const [nearest, farthest] = [places[0], places[places.length - 1]];
  const { slab } = wall.options;
  const wholeTo = Math.floor(Math.min(nearest - WHOLE_BEFORE, wall.surveyedTo) / slab + 1e-6) * slab;
  const end = Math.max(...cells.map((cell) => chainage[cell]));
  const beyond = volumeToFace(wall, { grid, chainage }, wholeTo, end);
  for (let cell = 0; cell < state.length; cell++) if (inside[cell] === 0) state[cell] = FACE_OUTSIDE;
  return {
    mean,
    meanSigma: Math.hypot(noiseOfMean(grid, chainage, state), (1 - share) * options.fillSigma),
    nearest,
    farthest,
    area: beyond.area,
    measuredShare: share,
    points,
    wholeTo,
    volumeBeyond: beyond.volumes.reduce((sum, one) => sum + one, 0),
    slabVolumes: beyond.volumes,
    slab,
    cell: grid.cell,
    origin: grid.origin,
    columns: grid.columns,
    chainage,
    state,
  };
}

/** Extent of the bulk of the face along the drive (5 % to 95 % quantile), m. */
function bulkOf(places: readonly number[]): number {
  return places[Math.floor(0.95 * places.length)] - places[Math.floor(0.05 * places.length)];
}

function slanting(places: readonly number[]): FaceSighting {
  const figures = { start: places[0].toFixed(1), end: places[places.length - 1].toFixed(1) };
  return {
    seen: false,
    reason: 'slanting',
    ...remark('face-slanting', figures),
  };
}

function outlineAt(wall: WallSurface, chainage: number): PolarOutline {
  const [outline] = outlinesFrom(wall, chainage, 1);
  return outline;
}

/** 1 for the cells whose middle is inside an outline by more than `margin`. @param margin m, from the radius there */
function inOutline(grid: FaceGrid, outline: PolarOutline, margin: (radius: number) => number): Uint8Array {
  const inside = new Uint8Array(grid.columns * grid.rows);
  for (let cell = 0; cell < inside.length; cell++) {
    const left = grid.origin[0] + grid.cell * (cell % grid.columns);
    const up = grid.origin[1] + grid.cell * Math.floor(cell / grid.columns);
    const depth = depthInside(outline, left, up);
    const out = Math.hypot(left - outline.centre[0], up - outline.centre[1]);
    if (depth > margin(depth + out)) inside[cell] = 1;
  }
  return inside;
}

function unseen(columns: FaceColumns, core: Uint8Array, from: number, reach: number): FaceSighting {
  const any = columns.chainage.some((at, cell) => core[cell] === 1 && at > from);
  const figures = { chainage: from.toFixed(1), reach };
  return any
    ? {
        seen: false,
        reason: 'hidden',
        ...remark('face-hidden', { chainage: figures.chainage }),
      }
    : {
        seen: false,
        reason: 'open',
        ...remark('face-open', figures),
      };
}

/**
 * Standard deviation of the mean from the scatter of the measured cells: the difference of a cell from the
 * mean of its two neighbours has 1.5 times its variance. Roughness counts as scatter, which is conservative.
 */
function noiseOfMean({ columns }: FaceGrid, chainage: Float64Array, state: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (let cell = 1; cell + 1 < state.length; cell++) {
    if (cell % columns === 0 || cell % columns === columns - 1) continue;
    if (
      state[cell - 1] !== FACE_MEASURED ||
      state[cell] !== FACE_MEASURED ||
      state[cell + 1] !== FACE_MEASURED
    )
      continue;
    sum += (chainage[cell] - (chainage[cell - 1] + chainage[cell + 1]) / 2) ** 2 / 1.5;
    count++;
  }
  return count === 0 ? 0 : Math.sqrt(sum) / count;
}
