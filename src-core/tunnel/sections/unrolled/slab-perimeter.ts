import type { WallSurface } from '../../wall/wall-surface.ts';

/** Perimeter of one slab and its lengths along the axis, as seen from its middle. */
export class SlabPerimeter {
  readonly #wall: WallSurface;
  #slab = 0;
  #whole = 0;
  #left = 0;
  #up = 0;
  /** Length of the ring before each bin, m. */
  readonly #before: Float64Array;
  #turn = { length: 0, turnLeft: 0, turnUp: 0 };
  #stretch = 1;

  constructor(wall: WallSurface) {
    this.#wall = wall;
    this.#before = new Float64Array(wall.grid.bins + 1);
  }

  /** Selects a slab. @param from, to chainages of the piece of axis */
  take(slab: number, from: number, to: number): void {
    const { geometry, centre, grid } = this.#wall;
    this.#slab = slab;
    this.#left = centre[2 * slab];
    this.#up = centre[2 * slab + 1];
    this.#turn = geometry.turnBetween(from, to);
    // In vertical sections the wall is as long as the axis in space: the sides are slightly too large by the
    // grade.
    this.#stretch =
      geometry.sections === 'vertical' ? geometry.lengthBetween(from, to) / this.#turn.length : 1;
    const { bins } = grid;
    for (let j = 0; j < bins; j++)
      this.#before[j + 1] =
        this.#before[j] + (this.#sideAfter((j + bins - 1) % bins) + this.#sideAfter(j)) / 2;
    this.#whole = this.#before[bins];
  }

  /** Length of the ring from its start to the ray through a point of the section plane, m. */
  lengthTo(place: readonly [number, number]): number {
    const at = this.#turnOf(place);
    const bin = Math.min(this.#wall.grid.bins - 1, Math.floor(at));
    return this.#before[bin] + (at - bin) * (this.#before[bin + 1] - this.#before[bin]);
  }

  /** Length of the ring from one position to the next, m; 0 where the outline folds back. */
  between(from: number, to: number): number {
    const length = to - from;
    return length < -this.#whole / 2 ? length + this.#whole : Math.max(0, length);
  }

  binAt(place: readonly [number, number]): number {
    return Math.min(this.#wall.grid.bins - 1, Math.floor(this.#turnOf(place)));
  }

  /** Length along the axis at the wall, m. */
  axialLengthAt(bin: number): number {
    const { left, up } = this.#pointOf(bin);
    return this.#stretch * (this.#turn.length - left * this.#turn.turnLeft - up * this.#turn.turnUp);
  }

  #turnOf([left, up]: readonly [number, number]): number {
    const angle = Math.atan2(up - this.#up, left - this.#left) + Math.PI;
    return (angle * this.#wall.grid.bins) / (2 * Math.PI);
  }

  /**
   * Length of the ring from the middle of a bin to that of the next, m; an arc of the known radius if the
   * other is open.
   */
  #sideAfter(bin: number): number {
    const { bins, radius } = this.#wall.grid;
    const r = radius[this.#slab * bins + bin];
    const next = radius[this.#slab * bins + ((bin + 1) % bins)];
    const width = (2 * Math.PI) / bins;
    if (r === 0 || next === 0) return (r + next) * width;
    return Math.sqrt(r * r + next * next - 2 * r * next * Math.cos(width));
  }

  #pointOf(bin: number): { left: number; up: number } {
    const { bins, radius } = this.#wall.grid;
    const r = radius[this.#slab * bins + bin];
    const angle = ((bin + 0.5) * 2 * Math.PI) / bins - Math.PI;
    return { left: this.#left + r * Math.cos(angle), up: this.#up + r * Math.sin(angle) };
  }
}
