/**
 * Cubic B-spline over uniform knots: twice continuously differentiable for any control values, and exactly still
 * where they are constant. One spline for one coordinate of a trajectory.
 */
export class UniformSpline {
  readonly #control: Float64Array;
  readonly #step: number;

  /** @param control values at t = 0, step, 2 step, ...; the curve passes within step^2/6 |x''| of them */
  constructor(control: Float64Array, step: number) {
    this.#control = control;
    this.#step = step;
  }

  value(t: number): number {
    const { i, u } = this.#at(t);
    const c = this.#control;
    const v = 1 - u;
    return (
      (v * v * v * c[i] +
        (3 * u * u * u - 6 * u * u + 4) * c[i + 1] +
        (3 * v * v * v - 6 * v * v + 4) * c[i + 2] +
        u * u * u * c[i + 3]) /
      6
    );
  }

  /** d value / dt. */
  rate(t: number): number {
    const { i, u } = this.#at(t);
    const c = this.#control;
    const v = 1 - u;
    return (
      (v * v * (c[i + 1] - c[i]) + (1 + 2 * u * v) * (c[i + 2] - c[i + 1]) + u * u * (c[i + 3] - c[i + 2])) /
      (2 * this.#step)
    );
  }

  /** d^2 value / dt^2. */
  acceleration(t: number): number {
    const { i, u } = this.#at(t);
    const c = this.#control;
    const before = c[i] - 2 * c[i + 1] + c[i + 2];
    const after = c[i + 1] - 2 * c[i + 2] + c[i + 3];
    return ((1 - u) * before + u * after) / (this.#step * this.#step);
  }

  #at(t: number): { i: number; u: number } {
    const knots = t / this.#step - 1;
    const i = Math.min(Math.max(Math.floor(knots), 0), this.#control.length - 4);
    return { i, u: knots - i };
  }
}
