/** Size of a cell, rad: a Livox measures one to six points in it in a tenth of a second, a spinning sensor up to sixteen. */
const CELL = 0.02;
/** Share of the reach up to which no point is missed: the cells of two rows do not lie above each other. */
const SURE = 0.9;
const ROWS = Math.ceil(Math.PI / CELL);

/**
 * Points sorted by the direction in which the sensor saw them, to find neighbours where there is no image: rows of
 * elevation, in each as many cells of azimuth as make them about square, so that poles are no exception.
 */
export class DirectionGrid {
  readonly #cells = new Int32Array(ROWS);
  /** First cell of each row, and after them all the number of cells. */
  readonly #first = new Int32Array(ROWS + 1);
  /** First entry of each cell in `#members`. */
  readonly #start: Int32Array;
  #cellOf = new Int32Array(0);
  #members = new Int32Array(0);
  #found = new Int32Array(64);

  constructor() {
    for (let row = 0; row < ROWS; row++) {
      const elevation = (row + 0.5) * CELL - Math.PI / 2;
      this.#cells[row] = Math.max(1, Math.floor((2 * Math.PI * Math.max(0, Math.cos(elevation))) / CELL));
      this.#first[row + 1] = this.#first[row] + this.#cells[row];
    }
    this.#start = new Int32Array(this.#first[ROWS] + 1);
  }

  /** Replaces the points. @param xyz 3 * count, about the sensor */
  fill(xyz: Float32Array, count: number): void {
    if (this.#cellOf.length < count) {
      this.#cellOf = new Int32Array(count);
      this.#members = new Int32Array(count);
    }
    const start = this.#start.fill(0);
    for (let i = 0; i < count; i++) {
      const row = rowOf(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
      const column = Math.min(
        Math.floor(this.#placeIn(row, xyz[3 * i], xyz[3 * i + 1])),
        this.#cells[row] - 1,
      );
      const cell = this.#first[row] + column;
      this.#cellOf[i] = cell;
      start[cell + 1]++;
    }
    for (let cell = 1; cell < start.length; cell++) start[cell] += start[cell - 1];
    const next = start.slice(0, -1);
    for (let i = 0; i < count; i++) this.#members[next[this.#cellOf[i]]++] = i;
  }

  /**
   * Finds the points in the cells about a direction: all that are nearer than `SURE` of the reach, and some that are
   * farther.
   *
   * @param reach cells to either side
   * @returns their indices, valid until the next call; `count` of them
   */
  about(
    x: number,
    y: number,
    z: number,
    reach: number,
  ): { readonly neighbours: Int32Array; readonly count: number } {
    const middle = rowOf(x, y, z);
    // A direction near a pole has neighbours at every azimuth.
    const flat = Math.sqrt(x * x + y * y);
    const sine = Math.sin(SURE * reach * CELL) * (Math.sqrt(flat * flat + z * z) / flat);
    const across = sine < 1 ? Math.asin(sine) : Math.PI;
    let count = 0;
    const add = (cell: number): void => {
      const [from, to] = [this.#start[cell], this.#start[cell + 1]];
      if (count + to - from > this.#found.length) {
        const larger = new Int32Array(2 * (count + to - from));
        larger.set(this.#found.subarray(0, count));
        this.#found = larger;
      }
      for (let k = from; k < to; k++) this.#found[count++] = this.#members[k];
    };
    for (let row = Math.max(0, middle - reach); row <= Math.min(ROWS - 1, middle + reach); row++) {
      const cells = this.#cells[row];
      const first = this.#first[row];
      const beside = Math.ceil((across * cells) / (2 * Math.PI));
      if (2 * beside + 1 >= cells) {
        for (let column = 0; column < cells; column++) add(first + column);
        continue;
      }
      const centre = Math.floor(this.#placeIn(row, x, y));
      for (let column = centre - beside; column <= centre + beside; column++)
        add(first + ((column + cells) % cells));
    }
    return { neighbours: this.#found, count };
  }

  /** Azimuth in cells of a row. */
  #placeIn(row: number, x: number, y: number): number {
    return ((Math.atan2(y, x) + Math.PI) / (2 * Math.PI)) * this.#cells[row];
  }
}

function rowOf(x: number, y: number, z: number): number {
  const elevation = Math.atan2(z, Math.sqrt(x * x + y * y));
  return Math.min(Math.floor((elevation + Math.PI / 2) / CELL), ROWS - 1);
}
