import { DesignDistances } from '../../math/design-distances.ts';
import type { ConvergenceMap } from '../../model/convergence.ts';
import { UNKNOWN } from '../wall/cells/wall-grid.ts';
import type { WallSurface } from '../wall/wall-surface.ts';

/**
 * Signed distance of each cell of the wall to the design, m: positive outside (overbreak), negative inside.
 *
 * @param outlineAt design outline at a chainage, as `designOutline` returns it; null where there is none. The
 *   same array for the same section, because its preparation is cached
 * @returns one per cell (slab x bin); NaN where the wall is open or has no design
 */
export function wallToDesign(
  wall: WallSurface,
  outlineAt: (chainage: number) => Float64Array | null,
): Float32Array {
  const prepared = new Map<Float64Array, DesignDistances>();
  return wallValues(wall, (slab) => {
    const chainage = wall.chainageOf(slab) + wall.options.slab / 2;
    const outline = outlineAt(chainage);
    if (outline === null) return null;
    let distances = prepared.get(outline);
    if (distances === undefined) {
      distances = new DesignDistances(outline);
      prepared.set(outline, distances);
    }
    // A design is drawn square to the axis.
    const stretch = wall.geometry.heightStretchAt(chainage);
    return (_, left, up) => distances.at(left, up / stretch);
  });
}

/**
 * Distance of each cell of the wall beyond a reference, m, along the ray from the section's middle: shows
 * roughness, and where the drive is wider or narrower than it is typically.
 *
 * @param reference closed outline that contains the middle of every section, (left, up) pairs about the axis
 * @returns one per cell; NaN where the wall is open
 */
export function radiusResiduals(wall: WallSurface, reference: Float64Array): Float32Array {
  const { bins, radius } = wall.grid;
  return wallValues(wall, (slab) => {
    const [left, up] = [wall.centre[2 * slab], wall.centre[2 * slab + 1]];
    const expected = raysTo(reference, left, up, bins);
    return (bin) => radius[slab * bins + bin] - expected[bin];
  });
}

/**
 * Maps a column of the convergence map from patches to wall cells: the distance between two surveys, or
 * another one. Patches are counted round the middle of the earlier section; on the later wall, whose middle
 * may be some centimetres off, the error is less than a bin.
 *
 * @param values one per patch, such as `map.distance`
 * @returns one per cell; NaN outside of the map
 */
export function patchesOnWall(
  wall: WallSurface,
  map: ConvergenceMap,
  values: ArrayLike<number>,
): Float32Array {
  const { bins } = wall.grid;
  return wallValues(wall, (slab) => {
    const row = Math.floor((wall.chainageOf(slab + 0.5) - map.from) / map.step);
    if (row < 0 || row >= map.rows) return null;
    return (bin) => values[row * map.columns + Math.floor(((bin + 0.5) * map.columns) / bins)];
  });
}

/** Calls the slab's measure with each known cell: its bin and its position (left, up) in the section plane. */
function wallValues(
  wall: WallSurface,
  measureOf: (slab: number) => ((bin: number, left: number, up: number) => number) | null,
): Float32Array {
  const { slabs, bins, radius, state } = wall.grid;
  const values = new Float32Array(slabs * bins).fill(Number.NaN);
  const width = (2 * Math.PI) / bins;
  for (let k = 0; k < slabs; k++) {
    const measure = measureOf(k);
    if (measure === null) continue;
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      if (state[cell] === UNKNOWN) continue;
      const angle = (j + 0.5) * width - Math.PI;
      values[cell] = measure(
        j,
        wall.centre[2 * k] + radius[cell] * Math.cos(angle),
        wall.centre[2 * k + 1] + radius[cell] * Math.sin(angle),
      );
    }
  }
  return values;
}

/**
 * Distance from a point to the farthest crossing of a closed outline along the middle of each bin, m; NaN if
 * none.
 */
export function raysTo(outline: Float64Array, left: number, up: number, bins: number): Float64Array {
  const reach = new Float64Array(bins).fill(Number.NaN);
  const n = outline.length / 2;
  const width = (2 * Math.PI) / bins;
  for (let i = 0; i < n; i++) {
    const j = i + 1 === n ? 0 : i + 1;
    const ax = outline[2 * i] - left;
    const ay = outline[2 * i + 1] - up;
    const bx = outline[2 * j] - left;
    const by = outline[2 * j + 1] - up;
    const cross = ax * by - ay * bx;
    if (cross === 0) continue;
    const start = (Math.atan2(ay, ax) + Math.PI) / width - 0.5;
    let end = (Math.atan2(by, bx) + Math.PI) / width - 0.5;
    if (end - start > bins / 2) end -= bins;
    if (end - start < -bins / 2) end += bins;
    for (let at = Math.ceil(Math.min(start, end)); at <= Math.max(start, end); at++) {
      const bin = ((at % bins) + bins) % bins;
      const angle = (bin + 0.5) * width - Math.PI;
      // The side in polar form: r = (a x b) / |d x (b - a)|.
      const r = cross / (Math.cos(angle) * (by - ay) - Math.sin(angle) * (bx - ax));
      if (!(reach[bin] >= r)) reach[bin] = r;
    }
  }
  return reach;
}
