import { swept } from '../../wall/swept-volume.ts';
import type { WallSurface } from '../../wall/wall-surface.ts';
import type { FaceGrid } from './face-columns.ts';
import { outlinesFrom } from './face-rim.ts';

/** Radial width of the rings that a sector of a slab is divided into, m. */
const RING = 0.05;
/**
 * Distances inside the wall at which the face must be beyond a slab by `NOISE_REACH` for the slab to show the
 * wall, m: in a slab that the face crosses, cells near the wall average both.
 */
const MIXED = [0, 0.15, 0.3, 0.45];
const NOISE_REACH = 0.1;

/** Chainage of the face at every cell of a grid; NaN for cells without one. */
interface FaceField {
  readonly grid: FaceGrid;
  readonly chainage: Float64Array;
}

/**
 * Void between a section and the face, m^3: by slab, the part of the section over which the face is farther,
 *
 *     V = sum over slabs, directions and rings of r dr dtheta min(max(f(r, theta) - s, 0), slab)
 *
 * within the wall as it is there, with the turn of the axis.
 *
 * @param from boundary of a slab, before the nearest point of the face
 * @param farthest of the face, m
 * @returns volume, slab by slab; area: of the first section, m^2
 */
export function volumeToFace(
  wall: WallSurface,
  { grid, chainage }: FaceField,
  from: number,
  farthest: number,
): { volumes: Float64Array<ArrayBuffer>; area: number } {
  const { slab } = wall.options;
  const { bins } = wall.grid;
  const width = (2 * Math.PI) / bins;
  const slabs = Math.ceil((farthest - from) / slab);
  const volumes = new Float64Array(slabs);
  let firstArea = 0;
  let k = 0;
  const shows = (end: number, left: number, up: number): boolean => {
    const out = Math.hypot(left, up);
    return MIXED.every((depth) => {
      const inner = 1 - depth / out;
      return bilinear(grid, chainage, inner * left, inner * up) > end + NOISE_REACH;
    });
  };
  for (const { centre, radius } of outlinesFrom(wall, from, slabs, shows)) {
    const s = from + k * slab;
    let [area, momentX, momentY] = [0, 0, 0];
    for (let j = 0; j < bins; j++) {
      const angle = (j + 0.5) * width - Math.PI;
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
      const rings = Math.max(1, Math.round(radius[j] / RING));
      const step = radius[j] / rings;
      for (let i = 0; i < rings; i++) {
        const rho = (i + 0.5) * step;
        const left = centre[0] + rho * cosine;
        const up = centre[1] + rho * sine;
        const share = Math.min(1, Math.max(0, (bilinear(grid, chainage, left, up) - s) / slab));
        const part = share * rho * step * width;
        area += part;
        momentX += part * left;
        momentY += part * up;
      }
    }
    if (firstArea === 0) firstArea = area;
    volumes[k++] = swept({ area, momentX, momentY }, wall.geometry.turnBetween(s, s + slab));
  }
  return { volumes, area: firstArea };
}

/**
 * Bilinear interpolation of the chainage between the middles of the cells; beyond the known cells that of the
 * nearest.
 */
function bilinear(grid: FaceGrid, chainage: Float64Array, left: number, up: number): number {
  const { columns, rows, cell, origin } = grid;
  const x = Math.min(Math.max((left - origin[0]) / cell, 0), columns - 1.001);
  const y = Math.min(Math.max((up - origin[1]) / cell, 0), rows - 1.001);
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [x - column, y - row];
  const at = row * columns + column;
  const low = chainage[at] + u * (chainage[at + 1] - chainage[at]);
  const high = chainage[at + columns] + u * (chainage[at + columns + 1] - chainage[at + columns]);
  const value = low + v * (high - low);
  return Number.isNaN(value) ? chainage[Math.round(y) * columns + Math.round(x)] : value;
}
