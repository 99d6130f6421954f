import { PLANE_STRIDE } from './plane-map.ts';
import type { Submap } from './submap.ts';

/** Marks a point whose bins have no plane, in place of the plane's deviation. */
const NO_PLANE = -1;

/** Arrays of `PointPlanes`. */
export type PlaneRoom = Pick<PointPlanes, 'plane' | 'cell'>;

/**
 * Plane of the submap that each point of a scan falls on, kept between the steps of a match: a step moves a point by
 * less than a bin, so that few points are looked up again. The bins of the coarser levels are nested in those of the
 * finest, whose cell therefore decides the plane of all levels.
 */
export class PointPlanes {
  /** Plane of each point as `PlaneMap.plane` has it, `PLANE_STRIDE` numbers. */
  plane: Float64Array = new Float64Array(0);
  /** Bin of the finest level of each point, 3 coordinates. */
  cell: Int32Array = new Int32Array(0);
  /** One over the edge of a bin of the finest level, 1/m. */
  inverse = 0;
  #submap: Submap | null = null;

  /**
   * Forgets all planes; call it whenever the submap has changed.
   *
   * @param room arrays to keep them in, for `count` points; null: its own
   */
  begin(submap: Submap, count: number, room: PlaneRoom | null): void {
    this.#submap = submap;
    this.inverse = 1 / submap.levels[0].size;
    if (room !== null) {
      this.cell = room.cell;
      this.plane = room.plane;
    } else if (this.cell.length < 3 * count) {
      this.cell = new Int32Array(3 * count);
      this.plane = new Float64Array(PLANE_STRIDE * count);
    }
    this.cell.fill(NOWHERE, 0, 3 * count);
  }

  /** Looks up the plane of point `i` in bin (bi, bj, bk) of the finest level; integers, which V8 passes without a box. */
  find(i: number, bi: number, bj: number, bk: number): void {
    this.cell[3 * i] = bi;
    this.cell[3 * i + 1] = bj;
    this.cell[3 * i + 2] = bk;
    const to = PLANE_STRIDE * i;
    this.plane[to + 7] = NO_PLANE;
    const { levels } = this.#submap!;
    for (let level = 0; level < levels.length; level++) {
      const bins = levels[level];
      const bin = bins.at(bi >> level, bj >> level, bk >> level);
      if (bin < 0) continue;
      const at = bins.planeOf(bin);
      if (at < 0) continue;
      for (let k = 0; k < PLANE_STRIDE; k++) this.plane[to + k] = bins.plane[at + k];
      return;
    }
  }
}

/** Coordinate of no bin: a point there would be 6 * 10^8 m away. */
const NOWHERE = -(2 ** 31);
