import type { ObjectTreatment } from '../../../model/drive-object.ts';
import { giveBack } from '../../../model/give-back.ts';
import type { Pages } from '../../../model/paged-bytes.ts';
import type { SectionVoxels } from '../voxels/section-voxels.ts';
import { VIEWED, type ViewDirections, viewedRays } from '../voxels/view-directions.ts';
import { BLEND_ERROR, type ClosedUp, closedUpBeside, withBlended } from './blended-mesh.ts';
import { rockBeyondMeans } from './cell-layers.ts';
import { type CellMeans, type LayerHistograms, layerHistograms } from './layer-histograms.ts';
import { maskOutline } from './mask-outline.ts';
import { type MeshPatch, meshPatches } from './mesh-tiles.ts';
import { isOverlap, type TwoLayers } from './two-layers.ts';
import type { WallCut, WallObject } from './wall-object.ts';

/**
 * Points that count as one in the uncertainty of a layer's place: those of a voxel share its relief, and a return of
 * the map its pose.
 */
const POINTS_PER_SAMPLE = 4;
/**
 * Uncertainty of the separation, common to a patch, as a share of what the rock is moved by. On analytic walls with mesh
 * 8 and 10 cm off the root mean square error is 3 %, and on simulated drives it is 8 % too near; at 5 cm, where the layers
 * overlap, it is 18 % and, where rays meet them squarely, 40 %.
 */
const SEPARATION_ERROR = 0.1;
const OVERLAP_ERROR = 0.4;
/**
 * Mesh that shows nowhere, farther from any two layers than `closedUpBeside` looks, as a share of the void before what shows:
 * on eight simulated drives 0 to 8 %, 5 % root mean square.
 */
const UNFOUND = 0.05;
/**
 * Greatest scatter of one surface over that of the ranges and of the quarters of the voxels: 1.05 to 1.08 where
 * rays meet the wall squarely, less elsewhere; relief inside the cells adds to it.
 */
const NOISE_MARGIN = 1.1;
/** Relief of rough rock inside a cell, along the slopes to its neighbours, m: what crowns without mesh scatter by. */
const CELL_RELIEF = 0.008;

/** Mesh on a wall: its entries in the list of objects, and 1 per cell that it hangs before or may; null: none. */
interface SeparatedMesh {
  readonly objects: WallObject[];
  readonly cells: Uint8Array | null;
}

/**
 * Separates wire mesh from the rock behind it. Where the points of a wall lie on two surfaces a few centimetres apart,
 * their mean is between the two: it is moved to the rock, or to the mesh if that is kept as the wall. Elsewhere strays,
 * which the same pass over the points shows, leave their cells.
 *
 * @param wall as measured; its radii are changed in place
 * @param centre (left, up) of the section's middle per slab
 * @param views null: rays are taken to meet the wall squarely
 * @param rangeNoise of the instrument, one standard deviation, m
 * @param byHand 1 per cell that a person says is wall; null: none
 * @param pages for what is not read for a while; null: it stays in memory
 */
export function separateMesh(
  voxels: SectionVoxels,
  centre: Float64Array,
  wall: CellMeans,
  views: ViewDirections | null,
  rangeNoise: number,
  treatment: ObjectTreatment,
  byHand: Uint8Array | null,
  pages: Pages | null = null,
): SeparatedMesh {
  const histograms = layerHistograms(voxels, centre, wall, pages);
  const facings = new Map<number, number>();
  const facingOf = facingOfTiles(histograms, wall, centre, views, voxels);
  const facing = (tile: number): number => {
    const known = facings.get(tile) ?? facingOf(tile);
    facings.set(tile, known);
    return known;
  };
  const own = (voxels.voxel / 2) * Math.sqrt(2 / 12);
  // Of the ranges as far as rays meet the wall squarely, of the quarters of the voxels, and of relief inside a cell.
  const scatterOf = (tile: number): number =>
    Math.hypot(rangeNoise * facing(tile), own, views === null ? 0 : CELL_RELIEF);
  const meshes = meshPatches(histograms, (tile) => NOISE_MARGIN * scatterOf(tile));
  const taken = new Set(meshes.flatMap(({ tiles }) => [...tiles.keys()]));
  const blended = meshes.map((patch) => withBlended(patch, taken, histograms, facing, scatterOf));
  leaveOutStrays(histograms, wall, taken);
  if (meshes.length === 0) {
    histograms.release();
    return { objects: [], cells: null };
  }
  const patches = withoutByHand(blended, byHand, histograms, wall);
  const layers = new Map(patches.flatMap(({ tiles }) => [...tiles]));
  const beyond = rockBeyondMeans(
    voxels,
    centre,
    wall,
    (cell) => layers.get(tileOf(cell, histograms, wall)) ?? null,
  );
  const start = voxels.firstSlab * voxels.slab;
  const cells = new Uint8Array(wall.radius.length);
  const objects = patches.map((patch) => {
    for (const [tile, layers] of patch.tiles) {
      const more = beyondLayers(layers);
      for (const cell of cellsOf(tile, histograms, wall)) {
        cells[cell] = 1;
        if (wall.radius[cell] > 0)
          // The mesh stays where the two layers have it, however far beyond it the rock is.
          wall.radius[cell] += treatment === 'kept' ? beyond[cell] - layers.gap : more * beyond[cell];
      }
    }
    const beside = closedUpBeside(patch, taken, histograms, facing, scatterOf);
    for (const [tile, { beyond: moved }] of beside) {
      for (const cell of cellsOf(tile, histograms, wall)) {
        cells[cell] = 1;
        if (wall.radius[cell] > 0 && treatment === 'left-out') wall.radius[cell] += moved;
      }
      // It is not moved again for the next patch.
      taken.add(tile);
    }
    return meshObject(patch, beside, histograms, wall, centre, { start, slab: voxels.slab, treatment });
  });
  histograms.release();
  giveBack(beyond);
  return { objects, cells };
}

/** Moves cells to their mean without strays, but in mesh, whose wires are none. @param mesh tiles of all patches */
function leaveOutStrays(histograms: LayerHistograms, wall: CellMeans, mesh: ReadonlySet<number>): void {
  const { slabs, bins, radius } = wall;
  for (let k = 0; k < slabs; k++) {
    const moved = histograms.withoutStrays(k);
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      if (moved[j] !== 0 && !mesh.has(tileOf(cell, histograms, wall))) radius[cell] += moved[j];
    }
  }
}

/**
 * How squarely rays meet the wall in a tile: the greatest mean component of their directions along the radius; 1 if it is
 * not known.
 */
function facingOfTiles(
  histograms: LayerHistograms,
  wall: CellMeans,
  centre: Float64Array,
  views: ViewDirections | null,
  { slab, firstSlab }: SectionVoxels,
): (tile: number) => number {
  const width = (2 * Math.PI) / wall.bins;
  const seen = viewedRays();
  return (tile) => {
    const cells = cellsOf(tile, histograms, wall).filter((cell) => wall.radius[cell] > 0);
    if (views === null || cells.length === 0) return 1;
    const cell = cells[cells.length >> 1];
    const j = cell % wall.bins;
    const k = (cell - j) / wall.bins;
    const [cosine, sine] = [Math.cos((j + 0.5) * width - Math.PI), Math.sin((j + 0.5) * width - Math.PI)];
    const r = wall.radius[cell];
    const place = [centre[2 * k] + r * cosine, centre[2 * k + 1] + r * sine];
    const rays = views.at((firstSlab + k + 0.5) * slab, place[0], place[1], seen);
    if (rays === 0) return 1;
    let most = 0;
    for (let ray = 0; ray < rays * VIEWED.each; ray += VIEWED.each)
      most = Math.max(most, seen[ray + VIEWED.left] * cosine + seen[ray + VIEWED.up] * sine);
    return most;
  };
}

function tileOf(
  cell: number,
  { columns, slabsPerRow, binsPerColumn }: LayerHistograms,
  { bins }: Pick<CellMeans, 'bins'>,
): number {
  const j = cell % bins;
  return Math.floor((cell - j) / bins / slabsPerRow) * columns + Math.floor(j / binsPerColumn);
}

/** Cells of the wall in a tile. */
function cellsOf(
  tile: number,
  { columns, slabsPerRow, binsPerColumn }: LayerHistograms,
  { slabs, bins }: Pick<CellMeans, 'slabs' | 'bins'>,
): number[] {
  const first = Math.floor(tile / columns) * slabsPerRow;
  const firstBin = (tile % columns) * binsPerColumn;
  const cells: number[] = [];
  for (let k = first; k < Math.min(slabs, first + slabsPerRow); k++)
    for (let j = firstBin; j < Math.min(bins, firstBin + binsPerColumn); j++) cells.push(k * bins + j);
  return cells;
}

function meshObject(
  { tiles }: MeshPatch,
  beside: ReadonlyMap<number, ClosedUp>,
  histograms: LayerHistograms,
  wall: CellMeans,
  centre: Float64Array,
  { start, slab, treatment }: { start: number; slab: number; treatment: ObjectTreatment },
): WallObject {
  const { columns, slabsPerRow } = histograms;
  const { bins, radius } = wall;
  const width = (2 * Math.PI) / bins;
  const tileRows = [...tiles.keys()].map((tile) => Math.floor(tile / columns));
  const [firstRow, lastRow] = [Math.min(...tileRows), Math.max(...tileRows)];
  const firstSlab = firstRow * slabsPerRow;
  const count = Math.min(wall.slabs, (lastRow + 1) * slabsPerRow) - firstSlab;
  const area = new Float64Array(count);
  const volume = new Float64Array(count);
  let variance = 0;
  // What is the same in all tiles, by its cause: layers taken apart, layers that blend, mesh that may have closed up.
  let [apart, blend, hides] = [0, 0, 0];
  let points = 0;
  for (const [tile, layers] of tiles) {
    let surface = 0;
    const gap = gapOf(layers);
    for (const cell of cellsOf(tile, histograms, wall)) {
      const r = radius[cell];
      if (r === 0) continue;
      const [inner, outer] = treatment === 'kept' ? [r, r + gap] : [r - gap, r];
      const k = Math.floor(cell / bins) - firstSlab;
      area[k] += outer * width * slab;
      volume[k] += ((outer ** 2 - inner ** 2) / 2) * width * slab;
      surface += outer * width * slab;
    }
    variance += (surface * sigmaOf(layers, histograms.points[tile])) ** 2;
    if (layers.isBlended || layers.blend !== undefined) blend += surface * blendError(layers);
    else apart += surface * separationError(layers);
    points += layers.share * histograms.points[tile];
  }
  const unfound = UNFOUND * volume.reduce((sum, one) => sum + one, 0);
  let unseen = 0;
  for (const [tile, { sigma }] of beside)
    for (const cell of cellsOf(tile, histograms, wall)) {
      const surface = radius[cell] * width * slab;
      hides += surface * sigma;
      unseen += surface;
    }
  return {
    class: 'mesh',
    treatment,
    from: start + firstSlab * slab,
    to: start + (firstSlab + count) * slab,
    outline: outlineOf(tiles, histograms, wall, start, slab),
    outlineOn: 'wall',
    firstSlab,
    area,
    volume,
    sigma: Math.hypot(Math.sqrt(variance), apart, blend, hides, unfound),
    points: Math.round(points),
    cut: (k) => meshCut(k, tiles, histograms, wall, centre, treatment),
    ...(unseen > 0 && { unseen }),
  };
}

/** By what factor the rock lies farther beyond the mean than two layers say: midway to where it is if they blend. */
function beyondLayers({ rock, blend, isBlended }: TwoLayers): number {
  return isBlended || blend === undefined || rock <= 0 ? 1 : (1 + blend / rock) / 2;
}

/** Distance of the mesh from the rock, which may lie farther beyond than two layers say, m. */
function gapOf(layers: TwoLayers): number {
  return layers.gap + (beyondLayers(layers) - 1) * layers.rock;
}

/** Standard uncertainty of what the rock is moved by where the layers are taken apart, m. */
function separationError(layers: TwoLayers): number {
  return (isOverlap(layers) ? OVERLAP_ERROR : SEPARATION_ERROR) * layers.share * layers.gap;
}

/** The same where wire and rock blend: in one return, or, halfway, in a part of them. */
function blendError({ rock, blend, isBlended }: TwoLayers): number {
  if (isBlended || blend === undefined) return BLEND_ERROR * rock;
  return Math.hypot((blend - rock) / Math.sqrt(12), (SEPARATION_ERROR * (blend + rock)) / 2);
}

/** Patches without the tiles of which half or more is wall because a person says so. */
function withoutByHand(
  patches: readonly MeshPatch[],
  byHand: Uint8Array | null,
  histograms: LayerHistograms,
  wall: CellMeans,
): readonly MeshPatch[] {
  if (byHand === null) return patches;
  const isMesh = (tile: number): boolean => {
    const cells = cellsOf(tile, histograms, wall).filter((cell) => wall.radius[cell] > 0);
    return 2 * cells.filter((cell) => byHand[cell] === 1).length < cells.length;
  };
  return patches
    .map(({ tiles }) => ({ tiles: new Map([...tiles].filter(([tile]) => isMesh(tile))) }))
    .filter(({ tiles }) => tiles.size > 0);
}

/** Open lines of a patch in the section of a slab, where the mesh hangs. */
function meshCut(
  k: number,
  tiles: MeshPatch['tiles'],
  histograms: LayerHistograms,
  wall: CellMeans,
  centre: Float64Array,
  treatment: ObjectTreatment,
): WallCut | null {
  const { bins, radius, slabs } = wall;
  if (k < 0 || k >= slabs) return null;
  const lines: number[][] = [];
  let isOn = false;
  for (let j = 0; j < bins; j++) {
    const layers = tiles.get(tileOf(k * bins + j, histograms, wall));
    const r = radius[k * bins + j];
    const wasOn = isOn;
    isOn = layers !== undefined && r > 0;
    if (layers === undefined || r === 0) continue;
    if (!wasOn) lines.push([]);
    const angle = ((j + 0.5) * 2 * Math.PI) / bins - Math.PI;
    const inner = r - (treatment === 'kept' ? 0 : gapOf(layers));
    lines.at(-1)!.push(centre[2 * k] + inner * Math.cos(angle), centre[2 * k + 1] + inner * Math.sin(angle));
  }
  const long = lines.filter((line) => line.length > 2).map((line) => Float64Array.from(line));
  return long.length === 0 ? null : { lines: long, isClosed: false };
}

/** Standard uncertainty of the rock's place in a tile, m: of its share of the gap, and of its own points. */
function sigmaOf({ gap, share, sigma }: TwoLayers, points: number): number {
  const samples = Math.max(1, points / POINTS_PER_SAMPLE);
  return Math.sqrt((gap ** 2 * share * (1 - share) + sigma ** 2 / (1 - share)) / samples);
}

/** Outline of the tiles as (chainage, perimeter position) pairs; the perimeter is cut straight below the middle. */
function outlineOf(
  tiles: ReadonlyMap<number, unknown>,
  { columns, slabsPerRow, binsPerColumn }: LayerHistograms,
  wall: CellMeans,
  start: number,
  slab: number,
): Float64Array {
  // Columns from the cut: bin 0 looks to the right, a quarter of a turn further is down.
  const cut = Math.floor(columns / 4);
  const places = [...tiles.keys()].map(
    (tile) => [Math.floor(tile / columns), ((tile % columns) - cut + columns) % columns] as const,
  );
  const isIn = (row: number, column: number): boolean =>
    column >= 0 && column < columns && tiles.has(row * columns + ((column + cut) % columns));
  const corners = maskOutline(isIn, places);
  return Float64Array.from(
    corners.flatMap(([row, column]) => {
      const k = Math.min(wall.slabs, row * slabsPerRow);
      const bin = Math.min(wall.bins, (column + cut) * binsPerColumn);
      return [start + k * slab, perimeterPosition(wall, Math.min(wall.slabs - 1, k), bin)];
    }),
  );
}

/** Length of the section's outline from the crown to the edge of a bin, m; positive to the left. */
function perimeterPosition({ bins, radius }: CellMeans, slab: number, bin: number): number {
  const width = (2 * Math.PI) / bins;
  const ring = radius.subarray(slab * bins, (slab + 1) * bins);
  const crown = Math.round((3 * bins) / 4);
  let length = 0;
  let last = 0;
  const [from, to] = [Math.min(bin, crown), Math.max(bin, crown)];
  for (let j = from; j < to; j++) {
    const r = ring[((j % bins) + bins) % bins] || last;
    length += r * width;
    last = r;
  }
  return bin < crown ? length : -length;
}
