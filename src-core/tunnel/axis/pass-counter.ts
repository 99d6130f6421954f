import type { AxisGeometry } from './axis-geometry.ts';
import { AxisLocator } from './axis-locator.ts';

/** Positions farther from the axis than this have no chainage, m. */
const REACH = 50;
/** The robot has turned back if it is this far from the farthest point of its path, m: stops and sway are no turns. */
const TURN = 4;

/** Numbers the passes of a robot along an axis, from its positions in order of time. */
export class PassCounter {
  readonly #locator: AxisLocator;
  readonly #origin: readonly number[];
  #pass = 0;
  #direction = 0;
  #extreme = Number.NaN;

  constructor(geometry: AxisGeometry) {
    this.#locator = new AxisLocator(geometry, REACH);
    this.#origin = geometry.origin;
  }

  /** Number of the pass at a position, map coordinates: from 0, one more at each turn back. */
  at([x, y, z]: readonly [number, number, number]): number {
    const [x0, y0, z0] = this.#origin;
    if (!this.#locator.locate(x - x0, y - y0, z - z0)) return this.#pass;
    const here = this.#locator.chainage;
    const ahead = here - this.#extreme;
    if (Number.isNaN(ahead)) this.#extreme = here;
    else if (this.#direction === 0) {
      if (Math.abs(ahead) > TURN) [this.#direction, this.#extreme] = [Math.sign(ahead), here];
    } else if (this.#direction * ahead > 0) this.#extreme = here;
    else if (Math.abs(ahead) > TURN) {
      this.#pass++;
      [this.#direction, this.#extreme] = [-this.#direction, here];
    }
    return this.#pass;
  }
}
