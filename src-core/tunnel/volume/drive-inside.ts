import { AxisLocator } from '../axis-locator.ts';
import type { WallSurface } from '../wall-surface.ts';

/**
 * The space within the wall line of a drive alone, its recesses closed. Where the wall is open, the line runs straight from
 * the closed section before to the one behind, as the volume is interpolated there.
 */
export class DriveInside {
  readonly wall: WallSurface;
  readonly from: number;
  readonly to: number;
  private readonly before: Int32Array;
  private readonly after: Int32Array;
  private readonly locator: AxisLocator;

  /** @param from, to chainages that the space ends at, within what was surveyed */
  constructor(wall: WallSurface, from: number, to: number) {
    this.wall = wall;
    this.from = from;
    this.to = to;
    const { closed } = wall.rings;
    this.before = new Int32Array(closed.length);
    this.after = new Int32Array(closed.length);
    for (let k = 0, last = closed.indexOf(1); k < closed.length; k++) {
      if (closed[k] === 1) last = k;
      this.before[k] = last;
    }
    for (let k = closed.length - 1, next = closed.lastIndexOf(1); k >= 0; k--) {
      if (closed[k] === 1) next = k;
      this.after[k] = next;
    }
    this.locator = new AxisLocator(wall.geometry, wall.options.maxRadius);
  }

  /** Distance of the wall line from the middle of a slab's section, m. */
  radius(slab: number, bin: number): number {
    const { bins } = this.wall.grid;
    const { driveRadius } = this.wall.recesses;
    const [p, q] = [this.before[slab], this.after[slab]];
    const a = driveRadius[p * bins + bin];
    return p === q ? a : a + ((slab - p) / (q - p)) * (driveRadius[q * bins + bin] - a);
  }

  /** The same of all the void; in an open section the drive's. */
  voidRadius(slab: number, bin: number): number {
    const { grid, rings } = this.wall;
    return rings.closed[slab] === 1 ? grid.radius[slab * grid.bins + bin] : this.radius(slab, bin);
  }

  /** Whether a point lies within. @param x, y, z map frame, m */
  holds(x: number, y: number, z: number): boolean {
    const { wall, locator } = this;
    const [ox, oy, oz] = wall.geometry.origin;
    if (!locator.locate(x - ox, y - oy, z - oz)) return false;
    const { chainage, left, up } = locator;
    const k = Math.floor(chainage / wall.options.slab) - wall.firstSlab;
    if (chainage < this.from || chainage > this.to || k < 0 || k >= wall.grid.slabs) return false;
    const [dl, du] = [left - wall.centre[2 * k], up - wall.centre[2 * k + 1]];
    const { bins } = wall.grid;
    const bin = Math.min(bins - 1, Math.floor(((Math.atan2(du, dl) + Math.PI) * bins) / (2 * Math.PI)));
    return dl * dl + du * du < this.radius(k, bin) ** 2;
  }
}
